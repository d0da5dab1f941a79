import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SnapshotEntity } from '../src/domain/snapshot.ts';
import { FEATURES } from '../src/screening/scoring/evidence.ts';
import { EVIDENCE_MODELS } from '../src/screening/scoring/parameters.ts';
import { readTable } from '../src/tables.ts';
import { estimateWeights } from '../training/matching/evidence/fit.ts';
import { Random } from '../training/matching/evidence/random.ts';
import { SearchedLists } from '../training/matching/evidence/searched.ts';
import { translatedNames } from '../training/matching/evidence/translations.ts';
import { entityOf } from './support/engine.ts';

/** A thousand pairs of two features. Each is evidence against; the second stands in few pairs. */
function cases(rare: number) {
  const features = Array.from({ length: 1000 }, (_, row) => Float64Array.of(row % 3 === 0 ? 1 : 0, row < rare ? 1 : 0));
  const isSame = features.map(([common, own], row) => own === 0 && (common === 0 || row % 2 === 0));
  return { width: 2, features, isSame, weights: features.map(() => 1) };
}

test('a weight that rests on too few pairs is 0, whatever these say', () => {
  expect(estimateWeights(cases(29), [-1, -1]).weights[1]).toBe(0);
  expect(estimateWeights(cases(30), [-1, -1]).weights[1]).toBeLessThan(-1);
});

test('a weight that was kept from before is 0 too where too few pairs support it', () => {
  const weights = { base: 1, weights: Float64Array.of(-1, -7.9) };
  const kept = { weights, free: new Set<number>() };
  expect([...estimateWeights(cases(29), [-1, -1], kept).weights]).toEqual([-1, 0]);
  expect(estimateWeights(cases(30), [-1, -1], kept).weights[1]).toBeCloseTo(-7.9);
});

test('the model card lists for every weight the pairs it rests on, and none in force rests on too few', async () => {
  const { readFile } = await import('node:fs/promises');
  const card = await readFile(new URL('../training/matching/evidence/README.md', import.meta.url), 'utf8');
  const listed = new Map(
    card
      .split('\n')
      .filter((line) => line.startsWith('| ') && / \d+ \+ \d+ /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, feature, ...cells]) => [feature!, cells.slice(0, EVIDENCE_MODELS.length)]),
  );
  const inForce = readTable('matching/evidence.tsv', ['feature', ...EVIDENCE_MODELS]).slice(1);
  expect([...listed.keys()]).toEqual([...FEATURES]);
  for (const [feature, ...weights] of inForce) {
    const pairs = listed.get(feature)!.map((cell) => cell.split(' + ').reduce((sum, one) => sum + Number(one), 0));
    // What too few pairs in two languages show is what organisations' names show in one.
    const others = weights[EVIDENCE_MODELS.indexOf('organisation')];
    const unsupported = weights.filter((weight, place) => {
      const isOfOthers = EVIDENCE_MODELS[place] === 'translated' && weight === others;
      return Number(weight) !== 0 && pairs[place]! < 30 && !isOfOthers;
    });
    expect([feature, unsupported]).toEqual([feature, []]);
  }
});

describe('names in two languages', () => {
  const listed = (id: string, source: string, names: readonly string[]) =>
    entityOf(id, names, { kind: 'organization', source });
  const taughtBy = async (...entities: SnapshotEntity[]) => {
    const directory = await mkdtemp(join(tmpdir(), 'translations-'));
    try {
      const lists = await SearchedLists.build('names', entities, directory);
      return [...translatedNames(lists, new Random(1))];
    } finally {
      await rm(directory, { recursive: true });
    }
  };

  test('teach where a word of each says the same in another language', async () => {
    const cases = await taughtBy(listed('a', 'us-ofac-sdn', ['Zumbrock Steelworks', 'Ocelárna Zumbrock']));
    expect(cases.map(({ model, kind, isSame }) => [model, kind, isSame])).toEqual(
      Array(2).fill(['translated', 'translation', true]),
    );
    expect(
      await taughtBy(listed('a', 'uk-sanctions', ['Zumbrock Military Institute', 'Institut militar Zumbrock'])),
    ).toHaveLength(2);
  });

  test.each([
    ['another spelling', 'Zumbrock Steelworks', 'Zumbrok Steelworks'],
    ['another English word', 'Zumbrock Trading', 'Zumbrock Commercial'],
    ['a short form', 'Zumbrock Shipbuilding', 'Zumbrock Shpbldg'],
    ['a country alone', 'Zumbrock Germany', 'Zumbrock Allemagne'],
  ])('teach nothing where they differ in %s', async (_, one, other) => {
    expect(await taughtBy(listed('a', 'us-ofac-sdn', [one, other]))).toEqual([]);
  });

  test('teach nothing of organisations that the list of the Union names', async () => {
    const names = ['Zumbrock Steelworks', 'Ocelárna Zumbrock'];
    const other = listed('a', 'us-ofac-sdn', names);
    expect(await taughtBy(other, listed('b', 'eu-fsf', ['Zumbrock Steelworks']))).toEqual([]);
    expect(await taughtBy(other, listed('b', 'eu-fsf', ['The Zumbrock Steelworks Ltd']))).toEqual([]);
    expect(await taughtBy(listed('a', 'eu-fsf', names))).toEqual([]);
  });

  test('of other organisations are strangers, unless these are called nearly the same', async () => {
    const own = listed('a', 'us-ofac-sdn', ['Zumbrock Steelworks', 'Ocelárna Zumbrock']);
    const strangers = async (name: string) => {
      const cases = await taughtBy(own, listed('b', 'uk-sanctions', [name]));
      return cases.filter(({ isSame }) => !isSame).length;
    };
    expect(await strangers('Zumbrock Larnau Vlake Steelworks')).toBeGreaterThan(0);
    expect(await strangers('Zumbrock Steelworks Limited')).toBe(0);
  });
});
