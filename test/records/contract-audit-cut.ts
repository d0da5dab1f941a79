import { expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import { cutAuditLog } from '../../src/use-cases/audit-retention.ts';
import type { Store } from './contract.ts';

const DAY_MS = 86_400_000;

/** An audit log that is kept for some days. */
export function auditCutTests({ store }: { store(): Store }): void {
  async function dated() {
    const clock = { now: new Date('2024-01-10T12:00:00.000Z') };
    const records = await store().open(() => clock.now);
    const to = (at: string) => {
      clock.now = new Date(at);
    };
    const note = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        const entry = { actor: 'service', action: 'test.done', subject: `test:${made}`, accountId: null } as const;
        await records.audit.append({ ...entry, details: {} });
      }
      return (await records.audit.head())!.hash;
    };
    const cut = (dryRun = false, stream?: string) =>
      cutAuditLog(records, { days: 400, stream }, { now: clock.now, dryRun });
    return { records, to, note, cut };
  }
  const whole = (records: Records, head?: string) => records.audit.verify(head);

  test('entries past their days go by whole months, and the chain holds behind the entry that says so', async () => {
    const { records, to, note, cut } = await dated();
    const first = await note(3);
    to('2024-02-20T00:00:00.000Z');
    const kept = await note(2);
    to(new Date(Date.parse('2024-02-20T00:00:00.000Z') + 400 * DAY_MS).toISOString());
    const due = { days: 400, before: '2024-02-01T00:00:00.000Z', due: 3 };
    expect(await cut(true)).toEqual(due);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 5, cut: null });
    expect(await cut()).toEqual(due);
    const said = { sequence: 3, by: 6, at: '2025-03-26T00:00:00.000Z', entries: 3 };
    expect(await whole(records)).toMatchObject({ ok: true, entries: 3, broken: null, keyedFrom: 4, cut: said });
    expect(await whole(records, kept)).toMatchObject({ ok: true, headFound: true });
    expect(await whole(records, first)).toMatchObject({ ok: true, headFound: true });
    expect(await whole(records, '0'.repeat(64))).toMatchObject({ ok: false, headFound: false });
    expect(await cut()).toEqual({ ...due, due: 0 });
    expect((await records.audit.head())!.sequence).toBe(6);
  });

  test('a second cut takes the entry of the first one too, and says how many went in all', async () => {
    const { records, to, note, cut } = await dated();
    await note(4);
    to('2026-01-01T00:00:00.000Z');
    expect((await cut()).due).toBe(4);
    await note(2);
    to('2028-01-01T00:00:00.000Z');
    expect((await cut()).due).toBe(3);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 1, cut: { sequence: 7, by: 8, entries: 7 } });
    await note(1);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 2 });
  });

  test('a cut that ended early holds at every point, and the next one goes on', async () => {
    const { records, to, note, cut } = await dated();
    await note(5);
    to('2026-01-01T00:00:00.000Z');
    const before = '2025-01-01T00:00:00.000Z';
    expect(await records.audit.cut({ before, stream: undefined })).toBe(5);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 6, cut: null });
    expect(await records.audit.dropCut(2)).toBe(2);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 1, cut: { sequence: 5, entries: 5 } });
    expect(await cut(true)).toMatchObject({ due: 0 });
    await cut();
    expect(await records.audit.dropCut(9)).toBe(0);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 1 });
  });

  test('what the receiver of the audit stream has not yet stays', async () => {
    const { records, to, note, cut } = await dated();
    await note(4);
    to('2026-01-01T00:00:00.000Z');
    expect((await cut(false, 'receiver')).due).toBe(0);
    await records.audit.sent('receiver', 3);
    expect((await cut(false, 'receiver')).due).toBe(3);
    expect(await whole(records)).toMatchObject({ ok: true, entries: 2, cut: { sequence: 3 } });
    const { entries } = await records.audit.unsent('receiver', 10);
    expect(entries.map(({ sequence }) => sequence)).toEqual([4, 5]);
  });

  test('an empty log and one that is young are left as they are', async () => {
    const { records, note, cut } = await dated();
    expect((await cut()).due).toBe(0);
    await note(1);
    expect((await cut()).due).toBe(0);
    expect((await records.audit.head())!.sequence).toBe(1);
  });
}
