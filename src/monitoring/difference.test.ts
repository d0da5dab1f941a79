import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryFacts } from '../domain/list-entry.ts';
import { snapshotDifference, type WrittenEntities } from './difference.ts';

function entry(id: string, names: readonly string[], more: Partial<EntryFacts> = {}): EntryFacts {
  const kinds = names.map((full, place) => ({ full, kind: place === 0 ? ('primary' as const) : ('alias' as const) }));
  return { source: 'un-sc', sourceName: 'UN', id, kind: 'person', names: kinds, ...more };
}

function written(...entities: readonly EntryFacts[][]): WrittenEntities {
  const texts = entities.map((entries) => Buffer.from(JSON.stringify(entries)));
  return { count: texts.length, bytes: (place) => texts[place]! };
}

const changedEntities = (before: WrittenEntities, now: WrittenEntities) => snapshotDifference(before, now).places;

const ADA = entry('1', ['Ada Quill', 'A. Quill']);
const BRUNO = entry('2', ['Bruno Marlin']);
const CELIK = entry('3', ['Çelik Öst']);

describe('the difference of two snapshots', () => {
  test('is nothing where the lists say the same, in whatever order', () => {
    const turned = { ...ADA, names: [...ADA.names].reverse() };
    expect(changedEntities(written([ADA], [BRUNO]), written([BRUNO], [turned]))).toEqual([]);
  });

  test('is who is new, and of whom something else is said', () => {
    const born = { ...BRUNO, birthDates: [{ date: '1970-01-31' }] };
    const now = written([BRUNO], [CELIK], [entry('4', ['Dora'])]);
    expect(changedEntities(written([ADA], [BRUNO], [CELIK]), now)).toEqual([2]);
    expect(changedEntities(written([ADA], [BRUNO]), written([ADA], [born]))).toEqual([1]);
  });

  test('has entities that were joined or parted, of which no entry left', () => {
    expect(changedEntities(written([ADA], [BRUNO]), written([ADA, BRUNO]))).toEqual([0]);
    expect(changedEntities(written([ADA, BRUNO]), written([ADA], [BRUNO]))).toEqual([0, 1]);
    expect(changedEntities(written([ADA, BRUNO]), written([BRUNO]))).toEqual([0]);
  });

  test('counts of each list the entries that are new, gone and otherwise; to be joined changes none', () => {
    const [eda, fox] = [entry('e', ['Eda']), entry('f', ['Fox'])].map((one) => {
      return { ...one, source: 'eu-fsf', sourceName: 'EU' };
    }) as [EntryFacts, EntryFacts];
    const born = { ...BRUNO, birthDates: [{ date: '1970-01-31' }] };
    const { lists } = snapshotDifference(written([ADA], [BRUNO], [eda]), written([born, fox], [CELIK, eda]));
    expect(lists).toEqual([
      { source: 'un-sc', name: 'UN', added: 1, removed: 1, changed: 1 },
      { source: 'eu-fsf', name: 'EU', added: 1, removed: 0, changed: 0 },
    ]);
    expect(snapshotDifference(written([ADA], [BRUNO]), written([BRUNO, ADA])).lists).toEqual([]);
  });

  test('says of each entity what comparing every fact says', () => {
    const pool = [
      ADA,
      BRUNO,
      CELIK,
      entry('1', ['Ada Quill']),
      entry('2', ['Bruno Marlin', 'Bruno']),
      entry('5', ['E']),
    ];
    const snapshot = fc.uniqueArray(fc.constantFrom(...pool), { selector: ({ id }) => id });
    fc.assert(
      fc.property(snapshot, snapshot, (before, now) => {
        const changed = changedEntities(written(...before.map((one) => [one])), written(...now.map((one) => [one])));
        const same = (one: EntryFacts) => before.some((other) => JSON.stringify(other) === JSON.stringify(one));
        expect(changed).toEqual([...now.keys()].filter((place) => !same(now[place]!)));
      }),
    );
  });
});
