import { expect, test } from 'vitest';
import { entityOf, withEngine } from '../../../test/support/engine.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { Engine } from '../engine.ts';
import type { Query } from '../query.ts';
import type { Part } from './part.ts';
import { PartCompiler } from './part-compiler.ts';
import { PartsBeside } from './search-beside.ts';

/** Common and rare names side by side, so that rarity counts. */
const LISTED = [
  'Mohammed Ali Hassan',
  'Mohammed Hassan Karim',
  'Ali Karim Mohammed',
  'Ivan Petrov',
  'Ivan Sidorov',
  'Maria Petrova',
  'Li Wei',
  'Wang Wei',
  'Northwind Trading Company',
  'Southwind Trading Ltd',
].map((name, at) => entityOf(`l${at}`, [name], /Trading/.test(name) ? { kind: 'organization' } : {}));
const OWN = [
  ['Mohammed Karim Hassan', 'محمد كريم حسن'],
  ['Ivan Petrovich Orlovsky', 'Иван Петрович Орловский'],
  ['Quillon Ferrabast'],
  ['Wei Liang', '梁伟'],
  ['Westwind Trading Company'],
  ['Maria Fernanda Quispe Rojas'],
].map(([name, ...others], at) => {
  const kind = /Trading/.test(name!) ? ({ kind: 'organization' } as const) : {};
  return entityOf(`o${at}`, [name!, ...others], { source: 'own:a', sourceName: 'Own', ...kind });
});
function partOf(entities: readonly SnapshotEntity[], rarityOf: (text: string) => number | undefined, id = 1): Part {
  const compiler = new PartCompiler();
  for (const { entries } of entities) compiler.add(entries[0]!);
  return { ...compiler.part(rarityOf), id };
}

const asked = (name: string, rest: Partial<Query> = {}): Query => ({
  name,
  entityType: /Trading/.test(name) ? 'Organization' : 'Individual',
  minScore: 60,
  limit: 200,
  ...rest,
});

type Scores = ReadonlyMap<string, number>;

function ownScores(matches: readonly EvidencedMatch[]): Scores {
  const own = matches.filter(({ entries }) => entries[0]!.source === 'own:a');
  return new Map(own.map(({ entries, score }) => [entries[0]!.id, score]));
}

/** Rarity counts the entries of the index itself, so that scores differ a little. */
function isAlike(one: Scores, other: Scores): boolean {
  return [...new Set([...one.keys(), ...other.keys()])].every((id) => {
    const [a = 0, b = 0] = [one.get(id), other.get(id)];
    return Math.abs(a - b) <= 3 || Math.max(a, b) < 70;
  });
}

/** The name and what people make of it. */
function* writings(name: string): Iterable<string> {
  yield name;
  const words = name.split(' ');
  yield words.toReversed().join(' ');
  for (const [place] of words.entries()) yield words.filter((_, at) => at !== place).join(' ');
  for (let at = 1; at < name.length; at += 2) yield name.slice(0, at) + name.slice(at + 1);
}

test('an entry beside the snapshot scores as if it stood there', async () => {
  const queries = OWN.flatMap(({ entries }) => entries[0]!.names.flatMap(({ full }) => [...writings(full)]))
    .filter((name) => /\p{L}/u.test(name))
    .map((name) => asked(name));
  const inside = await withEngine([...LISTED, ...OWN], (engine) =>
    queries.map((query) => ownScores(engine.search(query).matches)),
  );
  const beside = await withEngine(LISTED, (engine) => {
    const parts = [partOf(OWN, (text) => engine.rarity(text))];
    const open = new PartsBeside(engine);
    return queries.map((query) => ownScores(open.search(query, parts).matches));
  });
  const alike = queries.filter((_, at) => isAlike(inside[at]!, beside[at]!));
  expect(alike.length / queries.length).toBeGreaterThan(0.97);
});

test('the listed matches are those of a search without it', async () => {
  await withEngine(LISTED, (engine) => {
    const open = new PartsBeside(engine);
    const parts = [partOf(OWN, (text) => engine.rarity(text))];
    for (const { entries } of [...LISTED, ...OWN]) {
      const query = asked(entries[0]!.names[0]!.full);
      const listed = open.search(query, parts).matches.filter(({ entries: [one] }) => one!.source === 'test');
      expect(listed).toEqual(engine.search(query).matches);
    }
  });
});

test('own entries are found as by a search that makes nothing for another', async () => {
  const queries = OWN.flatMap(({ entries }) => entries[0]!.names.flatMap(({ full }) => [...writings(full)]))
    .filter((name) => /\p{L}/u.test(name))
    .map((name) => asked(name));
  await withEngine(LISTED, (engine) => {
    const part = partOf(OWN, (text) => engine.rarity(text));
    const alone = Engine.beside(engine, { index: part.index, facts: part.facts });
    const open = new PartsBeside(engine);
    for (const query of queries) {
      const own = open.search(query, [part]).matches.filter(({ entries: [one] }) => one!.source === 'own:a');
      expect(own).toEqual(alone.search(query, engine.read(query)).matches);
    }
  });
});

test('what is gone or has ended is not found, by name, number or at a least score of 0', async () => {
  await withEngine(LISTED, (engine) => {
    const documents = [{ type: 'passport', number: 'ZZ987654' }];
    const entities = [
      entityOf('kept', ['Ottoline Vasquero'], { source: 'own:a', documents, until: '2026-05-31' }),
      entityOf('gone', ['Ottoline Vasquera'], { source: 'own:a', documents }),
    ];
    const part = partOf(entities, (text) => engine.rarity(text));
    const gone = new SharedArrayBuffer(2);
    new Uint8Array(gone)[1] = 1;
    const open = new PartsBeside(engine);
    const found = (query: Query) =>
      open
        .search(query, [{ ...part, gone }])
        .matches.flatMap(({ entries: [one] }) => (one!.source === 'test' ? [] : [one!.id]));
    for (const query of [
      asked('Ottoline Vasquero'),
      asked('Nobody Else', { identifiers: [{ value: 'ZZ 987654' }] }),
      asked('Nobody Else', { minScore: 0 }),
    ]) {
      expect(found({ ...query, today: '2026-05-31' })).toEqual(['kept']);
      expect(found({ ...query, today: '2026-06-01' })).toEqual([]);
    }
    expect(open.entity('own:a:kept', [{ ...part, gone }])).toMatchObject([{ id: 'kept' }]);
    expect(open.entity('own:a:gone', [{ ...part, gone }])).toBeUndefined();
  });
});

test('a thread lets go of parts that it searched long ago', async () => {
  await withEngine(LISTED, (engine) => {
    const open = new PartsBeside(engine);
    for (let id = 1; id <= 200; id += 1) {
      const part = partOf([entityOf(`e${id}`, [`Ottoline Vasquero`], { source: 'own:a' })], () => 0.9, id);
      expect(open.search(asked('Ottoline Vasquero'), [part]).matches).toHaveLength(1);
    }
    expect(open.openParts).toBeLessThanOrEqual(24);
  });
});
