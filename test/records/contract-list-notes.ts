import { expect, test } from 'vitest';
import { say } from '../../src/sentences.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening } from './samples.ts';

const DAY_MS = 86_400_000;
const MISSING = say('list.missing', { lists: 'the list of Somewhere' });
const OLD = say('list.old', { days: 3, ages: 'the list of Elsewhere (published 2026-01-01)' });
const OWN = say('note.other-names', { names: 'Ää "Quote"' });

/** What was said of the lists is kept once for all records of a day. */
export function listNotesTests({ store }: { store(): Store }): void {
  async function dated() {
    const clock = { now: new Date('2026-01-10T23:59:59.000Z') };
    const records = await store().open(() => clock.now);
    const { accountId } = await accountWithKey(records);
    const days = (count: number) => {
      clock.now = new Date(clock.now.getTime() + count * DAY_MS);
    };
    const screened = async (own: string[], ofLists: string[], count = 0): Promise<number> => {
      const about = { notes: [...own, ...ofLists], aboutLists: ofLists.length };
      const made = await records.screenings.create({ ...screening(accountId, null, 'Ada', count), ...about });
      if (made.kind !== 'created') throw new Error(made.kind);
      return made.record.id;
    };
    const notesOf = async (id: number) => (await records.screenings.evidence(accountId, id))!.notes;
    const before = (ms: number) => records.retention.dropListNotes(new Date(clock.now.getTime() + ms).toISOString());
    return { records, accountId, days, screened, notesOf, dropped: before };
  }

  test('notes come back word for word in their order, whatever else was said', async () => {
    const { records, accountId, screened, notesOf } = await dated();
    const all = [
      [[], []],
      [[OWN], []],
      [[], [MISSING]],
      [[OWN], [MISSING, OLD]],
      [[OWN, MISSING], [OLD]],
    ] as const;
    const ids: number[] = [];
    for (const [own, ofLists] of all) ids.push(await screened([...own], [...ofLists]));
    for (const [place, id] of ids.entries()) expect(await notesOf(id)).toEqual(all[place]!.flat());
    const page = await records.screenings.page(accountId, { sort: 'oldest', limit: 10 });
    expect(page.map(({ onOldLists }) => onOldLists)).toEqual([false, false, true, true, true]);
  });

  test('records of one request, of many at once and of a customer have theirs', async () => {
    const { records, accountId, notesOf } = await dated();
    const about = (lists: string[]) => ({ notes: [OWN, ...lists], aboutLists: lists.length });
    const [one, other] = [about([MISSING]), about([OLD])];
    const made = await records.screenings.createAll([
      { ...screening(accountId, null, 'Ada', 0), ...one },
      { ...screening(accountId, null, 'Bruno', 2), ...other },
    ]);
    const ids = made.kind === 'created' ? made.records.map(({ id }) => id) : [];
    expect(await Promise.all(ids.map(notesOf))).toEqual([one.notes, other.notes]);
    const many = Array.from({ length: 40 }, (_, at) => {
      return records.screenings.create({ ...screening(accountId, null, `Nobody ${at}`, 0), ...(at % 2 ? one : other) });
    });
    for (const [at, stored] of (await Promise.all(many)).entries()) {
      expect(await notesOf(stored.kind === 'created' ? stored.record.id : 0)).toEqual((at % 2 ? one : other).notes);
    }
    await customerPut(records, accountId, 'c-1', { ...screening(accountId, null, 'Tove Lund', 0), ...other });
    const customer = await records.customers.get(accountId, 'c-1');
    expect(await notesOf(customer!.screeningId!)).toEqual(other.notes);
  });

  test('of a day go once no account has a record of it left, and no sooner', async () => {
    const { records, accountId, days, screened, notesOf, dropped } = await dated();
    const first = [await screened([], [MISSING]), await screened([], [OLD])];
    days(1);
    const second = await screened([], [MISSING]);
    days(40);
    expect(await dropped(0)).toBe(0);
    await records.screenings.delete(first[0]!, 'operator');
    expect(await dropped(0)).toBe(0);
    expect(await notesOf(first[1]!)).toEqual([OLD]);
    await records.screenings.delete(first[1]!, 'operator');
    expect(await dropped(-60 * DAY_MS)).toBe(0);
    expect([await dropped(0), await dropped(0)]).toEqual([2, 0]);
    expect(await notesOf(second)).toEqual([MISSING]);
    const again = await screened([], [MISSING]);
    expect(await notesOf(again)).toEqual([MISSING]);
    expect(await records.screenings.get(accountId, first[0]!)).toBeUndefined();
  });
}
