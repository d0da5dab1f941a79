import { expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';
import { ChangedEntities } from './changed-entities.ts';

const ENTITIES = [
  ['Mohammed al-Sharif Qadiri', 'محمد الشريف القادري', 'M. Qadiri'],
  ['Kim Jong Hyok', '김종혁'],
  ['Vladislava Orlovskaya', 'Владислава Орловская'],
  ['María Fernanda Quispe Rojas'],
  ['Zhang Weiguo', '张卫国'],
  ['Nikolaus Hohenberg', 'Niko Hohenberg'],
  ['Astravane'],
  ['Quillon Ferrabast', 'Ferrabast Quillonne'],
].map((names, index) => entityOf(`e${index}`, names));
const OTHERS = [
  'Mohammed Ali Hassan',
  'Maria Quispe',
  'Kim Jong Un',
  'Vladislav Orlov',
  'Wang Weiguo',
  'Niko Berg',
].map((name, index) => entityOf(`o${index}`, [name]));
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** The name and what people make of it: a letter less or another, another order, parts left out or run together. */
function* writings(name: string): Iterable<string> {
  yield name;
  const words = name.split(' ');
  yield words.toReversed().join(' ');
  for (const [place] of words.entries()) yield words.filter((_, at) => at !== place).join(' ');
  for (let place = 1; place < words.length; place++) {
    yield [...words.slice(0, place - 1), words[place - 1]! + words[place]!, ...words.slice(place + 1)].join(' ');
  }
  for (let at = 0; at < name.length; at++) {
    yield name.slice(0, at) + name.slice(at + 1);
    yield name.slice(0, at) + LETTERS[(at * 7) % 26] + name.slice(at + 1);
  }
}

test('whoever a search of the whole snapshot finds among them may match, however the name is written', async () => {
  await withEngine([...ENTITIES, ...OTHERS], (engine) => {
    const few = new ChangedEntities(engine, ENTITIES);
    const listed = ENTITIES.flatMap(({ entries }) => entries[0]!.names.map(({ full }) => full));
    const asked = listed
      .flatMap((name) => [...new Set(writings(name))])
      .filter((name) => /\p{L}/u.test(name))
      .map((name) => ({ name, entityType: 'Individual', minScore: 70, limit: 200 }) as const);
    const found = asked.filter((query) => {
      return engine.search(query).matches.some(({ entries }) => entries[0]!.id.startsWith('e'));
    });
    expect(found.filter((query) => !few.mayMatch(query))).toEqual([]);
    expect(found.length).toBeGreaterThan(asked.length / 2);
  });
});

test('who has nothing in common with them does not, also beside other entities like it', async () => {
  await withEngine([...ENTITIES, ...OTHERS], (engine) => {
    const few = new ChangedEntities(engine, ENTITIES);
    const may = (name: string) => few.mayMatch({ name, entityType: 'Individual', minScore: 70, limit: 200 });
    expect(['Torvald Winterbottom', 'Mohammed Ali Hassan', '田中太郎', 'Günther Öst'].filter(may)).toEqual([]);
    expect(few.mayMatch({ name: 'Anybody', entityType: 'Individual', minScore: 0, limit: 200 })).toBe(true);
  });
});
