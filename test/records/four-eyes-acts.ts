import fc from 'fast-check';
import { expect } from 'vitest';
import { FOUR_EYES_SCORE } from '../../src/alerts/alert-rules.ts';
import type { AlertStep, QueuedAlert } from '../../src/domain/alert.ts';
import type { Customer, CustomerContent } from '../../src/domain/customer.ts';
import type { Records } from '../../src/records/port.ts';
import { CONTENT, Desk, LISTED, RIGHT, scoreOf, WRONG } from './four-eyes-desk.ts';

type Edit = Partial<CustomerContent>;
/** What one person does; with `key` it is done by a key that they hold as well. */
type Act =
  | { readonly kind: 'edit'; readonly edit: Edit; readonly key: boolean }
  | { readonly kind: 'decide'; readonly step: AlertStep; readonly remember: boolean; readonly key: boolean }
  | { readonly kind: 'delete'; readonly key: boolean }
  | { readonly kind: 'answer'; readonly accept: boolean }
  | { readonly kind: 'again' };

const EDIT = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Edit>(WRONG, RIGHT, { dateOfBirth: null }) },
  { weight: 2, arbitrary: fc.constantFrom<Edit>({ name: LISTED }, { name: 'Ivo Mar' }, { name: 'Ada Quill' }) },
  fc.constantFrom<Edit>({ otherNames: [] }, { otherNames: [LISTED] }, { otherNames: ['Ivo M.'] }),
  fc.constantFrom<Edit>({ monitored: false }, { monitored: true }, { minScore: 70 }, { minScore: 90 }),
  fc.constantFrom<Edit>({ categories: ['pep'] }, { categories: CONTENT.categories }),
  fc.constantFrom<Edit>({ entityType: 'Organization' }, { entityType: 'Individual' }),
);
const STEPS = ['dismissed', 'confirmed', 'escalated', 'reopened'] as const;
const key = fc.boolean();
const ACT: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: EDIT, key }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      step: fc.constantFrom<AlertStep>(...STEPS),
      remember: fc.boolean(),
      key,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), accept: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
);

/** Whatever one person and a key do, in any order, a strong match stays open and its customer stays. */
export async function nobodyAloneSettles(records: Records): Promise<void> {
  const acts = fc.array(ACT, { minLength: 3, maxLength: 14 });
  const first = fc.constantFrom<Edit>(WRONG, RIGHT);
  await fc.assert(
    fc.asyncProperty(acts, first, (wanted, content) => play(records, wanted, content)),
    { numRuns: 80 },
  );
}

async function play(records: Records, acts: readonly Act[], first: Edit): Promise<void> {
  const desk = await Desk.open(records);
  const email = `cy-${desk.accountId}@harbour.example`;
  await desk.join('owner', `di-${desk.accountId}@harbour.example`);
  let me = await desk.join('analyst', email);
  await desk.put(first, `user:${me}`);
  // A match that was strong once stays a matter for two.
  let strong = isStrong(await desk.customer(), await desk.alert());
  for (const act of acts) {
    if (act.kind === 'again') {
      await records.users.remove(desk.accountId, me, 'operator');
      me = await desk.join('analyst', email);
    } else await take(desk, act, me);
    const [customer, alert] = [await desk.customer(), await desk.alert()];
    strong ||= isStrong(customer, alert);
    if (strong) {
      expect(customer, JSON.stringify(act)).toBeDefined();
      expect(['open', 'escalated'], JSON.stringify(act)).toContain(alert?.state);
      expect(customer!.state, JSON.stringify(act)).toBe('open');
    }
  }
}

async function take(desk: Desk, act: Exclude<Act, { kind: 'again' }>, me: number): Promise<void> {
  if (act.kind === 'answer') return mine(desk, act.accept, me);
  const by = act.key ? `key:${desk.keyId}` : `user:${me}`;
  if (act.kind === 'edit') await desk.put(act.edit, by);
  else if (act.kind === 'delete') await desk.delete(by);
  else await desk.decide(act.step, act.key ? desk.keyId : me, act.remember && act.step === 'dismissed');
}

/** What a key proposed is left to others: here its holder is the same person, which the service cannot know. */
async function mine(desk: Desk, accept: boolean, me: number): Promise<void> {
  const { proposal } = (await desk.alert()) ?? { proposal: null };
  if (!accept || proposal?.by !== `key:${desk.keyId}`) await desk.answer(accept, me);
  const change = await desk.waiting();
  if (!accept || change?.by !== `key:${desk.keyId}`) await desk.answerChange(accept, me);
}

/** Whether the customer is one with a match from 85 on. */
function isStrong(customer: Customer | undefined, alert: QueuedAlert | undefined): boolean {
  if (!customer) return false;
  const score = scoreOf(customer);
  const isFound = score >= customer.minScore && customer.categories.includes('sanctions');
  return (isFound && score >= FOUR_EYES_SCORE) || (alert !== undefined && alert.score >= FOUR_EYES_SCORE);
}
