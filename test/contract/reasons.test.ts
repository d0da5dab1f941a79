import { beforeAll, describe, expect, test } from 'vitest';
import type { AlertRow, Page } from '../../src/http/dashboard/wire.ts';
import { verification } from '../records/samples.ts';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE } from '../support/un-list.ts';

/** An account that asks for a reason of each decision. */
describe('where an account asks for reasons', () => {
  let bench: Bench;
  let served: Served;
  let account: number;
  let owner: SignedIn;
  let colleague: SignedIn;

  beforeAll(async () => {
    ({ bench, served } = await sharedService());
    account = await bench.account();
    await bench.run('accounts', 'set', String(account), '--require-reason', 'on');
    owner = await SignedIn.invited(bench, served, account, 'owner');
    colleague = await SignedIn.invited(bench, served, account, 'analyst');
    const { key } = await bench.key(account);
    for (const { name } of PEOPLE.slice(0, 4)) await served.screen(key, { name, entityType: 'Individual' });
  });

  const queue = async (query: string) =>
    ((await owner.get(`/alerts?${query}`)).body as Page<AlertRow>).items as AlertRow[];

  async function reviewed(): Promise<AlertRow> {
    await bench.records(async ({ verifications }) => {
      const sample = verification(account, await verifications.reserve());
      const facts = { documentType: 'Passport', documentNumber: 'P7654321', expiryDate: '2020-01-31', country: 'DEU' };
      await verifications.create({ ...sample, extractedData: { ...sample.extractedData, ...facts } });
    });
    return (await queue('kind=review'))[0]!;
  }

  test.each(['confirmed', 'dismissed', 'escalated'])('%s without one is refused with a code', async (decision) => {
    const [alert] = await queue('kind=match&state=open');
    const refused = await owner.post(`/alerts/${alert!.id}/decision`, {
      decision,
      ...(decision === 'escalated' && { to: 'analyst' }),
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: 'reason-required', errors: [{ field: 'reason' }] });
    expect((await queue('kind=match&state=open'))[0]!.revision).toBe(alert!.revision);
  });

  test('several at once need one as well, and none of them is decided', async () => {
    const alerts = (await queue('kind=match&state=open')).slice(0, 2).map(({ id }) => ({ id }));
    const refused = await owner.post('/alerts/decisions', { decision: 'dismissed', alerts });
    expect([refused.status, refused.body.code]).toEqual([400, 'reason-required']);
    const taken = await owner.post('/alerts/decisions', { decision: 'dismissed', reason: 'other-person', alerts });
    expect(taken.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
  });

  test('to undo a decision needs none', async () => {
    const [alert] = await queue('state=dismissed');
    expect((await owner.post(`/alerts/${alert!.id}/undo`, {})).status).toBe(200);
  });

  test('a verification has reasons of its own, and shows its document in the queue', async () => {
    const alert = await reviewed();
    expect(alert.document).toEqual({
      documentType: 'Passport',
      documentNumber: 'P7654321',
      expiryDate: '2020-01-31',
      country: 'DEU',
    });
    const path = `/alerts/${alert.id}/decision`;
    const wrong = await owner.post(path, { decision: 'dismissed', reason: 'other-nationality' });
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('accepted-after-call')]);
    const taken = await owner.post(path, { decision: 'dismissed', reason: 'accepted-after-call' });
    expect(taken.body).toMatchObject({ state: 'dismissed', kind: 'review' });
    expect(await queue('state=dismissed&reason=accepted-after-call')).toHaveLength(1);
    const [match] = await queue('kind=match&state=open');
    const forged = await owner.post(`/alerts/${match!.id}/decision`, { decision: 'confirmed', reason: 'forged' });
    expect(forged.status).toBe(400);
    // Of several, that one alone is left.
    const alerts = [{ id: match!.id }];
    const many = await owner.post('/alerts/decisions', { decision: 'dismissed', reason: 'forged', alerts });
    expect(many.body.results).toMatchObject([{ outcome: 'undecidable' }]);
  });

  test('a proposal that was made without one is refused, and made again', async () => {
    await owner.post('/account', { requireReason: false, fourEyes: true });
    const [alert] = await queue('kind=match&state=open&minScore=85');
    const proposed = await owner.post(`/alerts/${alert!.id}/decision`, { decision: 'dismissed' });
    expect(proposed.body.proposal).toMatchObject({ decision: 'dismissed', reason: null });
    await owner.post('/account', { requireReason: true });
    const accepted = await colleague.post(`/alerts/${alert!.id}/proposal`, { accept: true });
    expect([accepted.status, accepted.body.code]).toEqual([400, 'reason-required']);
    expect((await colleague.post(`/alerts/${alert!.id}/proposal`, { accept: false })).status).toBe(200);
  });

  test('an owner switches it off and on, a new account has it on, and the audit log says so', async () => {
    expect((await owner.post('/account', { requireReason: false })).body.requireReason).toBe(false);
    const [alert] = await queue('kind=match&state=open');
    expect((await owner.post(`/alerts/${alert!.id}/decision`, { decision: 'escalated', to: 'analyst' })).status).toBe(
      200,
    );
    const [entry] = (await owner.get('/audit?action=account.changed')).body.items;
    expect(entry.details).toEqual({ requireReason: false });
    const made = await bench.run<{ requireReason: boolean }>('accounts', 'create', '--name', 'New');
    expect(made.requireReason).toBe(true);
  });
});
