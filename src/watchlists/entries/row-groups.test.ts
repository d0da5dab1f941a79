import { describe, expect, it } from 'vitest';
import { entriesOfRows } from './row-groups.ts';

/** Rows without end, each of an entry of its own. */
async function* endless() {
  for (let row = 1; ; row += 1) yield row;
}

const GROUPING = {
  where: (row: number) => `line ${row}`,
  id: (row: number) => `E${row}`,
  withoutId: 'it has no id',
  columns: ['id', 'name'],
  kind: () => 'person',
  add: (draft, row) => void draft.addName(`Tilman ${row}`, 'primary'),
} satisfies Parameters<typeof entriesOfRows<number>>[2];

describe('rows that belong together', () => {
  it('are given up as soon as they are of more entries than the list may have', async () => {
    const held: number[] = [];
    const report = {
      skip: () => {},
      hold: (entries: number) => {
        held.push(entries);
        if (entries > 1_000) throw new Error('more than 1000 entries');
      },
    };
    const entries = entriesOfRows(endless(), report, GROUPING)[Symbol.asyncIterator]();
    await expect(entries.next()).rejects.toThrow('more than 1000 entries');
    expect(held.at(-1)).toBe(1_001);
  });
});
