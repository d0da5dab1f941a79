import { isDelisted } from '../../alerts/alert-rules.ts';
import type { DecidedAlert } from '../../alerts/decision-basis.ts';
import type { SubjectFacts } from '../../domain/customer.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { CUSTOMER_FACTS, factsOf, type StoredFacts, seenMatches } from './alert-match.ts';
import { dismissalsOfSubjects, ofSubjects, subjectList, subjectOf } from './alert-memory.ts';
import { insertSteps, type NewStep, tellDecided, tellOpened } from './alert-notes.ts';
import { type Known, type Meeting, planMeetings } from './alert-plan.ts';
import { store } from './alert-store.ts';
import { followStates } from './customer-states.ts';
import type { AlertsChanged, Sighting } from './sightings.ts';

/** An alert as a sighting finds it: `seenAs` is JSON of the customer's `SubjectFacts`. */
type StoredAlert = Omit<DecidedAlert, 'entries' | 'peak' | 'subject'> & {
  readonly accountId: number;
  /** Of an alert without a customer. */
  readonly subject: string | null;
  readonly customerId: number | null;
  readonly entries: string;
  readonly score: number;
  readonly peak: number | null;
  readonly seenAs: string | null;
};
type OfCustomer = Sighting & { readonly customerId: number };

/** Opens alerts and brings those that are known up to date. Their accounts are locked. Answers in the same order. */
export async function seeAll(
  tx: Transaction,
  sightings: readonly Sighting[],
): Promise<Omit<AlertsChanged, 'delisted'>[]> {
  const changed: Omit<AlertsChanged, 'delisted'>[] = [];
  // What one sighting opens the next one of the same subject has to know.
  let rest = sightings.map((sighting, place) => ({ sighting, place }));
  while (rest.length > 0) {
    const subjects = new Set<string>();
    const round = rest.filter(({ sighting }) => !subjects.has(owner(sighting)) && subjects.add(owner(sighting)));
    const seen = await seeOnce(
      tx,
      round.map(({ sighting }) => sighting),
    );
    for (const [index, { place }] of round.entries()) changed[place] = seen[index]!;
    rest = rest.filter((one) => !round.includes(one));
  }
  return changed;
}

/** What monitoring found for customers; `gone` are the keys of the entries that left their lists. */
export async function differAll(
  tx: Transaction,
  sightings: readonly OfCustomer[],
  gone: readonly string[],
): Promise<AlertsChanged[]> {
  const seen = await seeAll(tx, sightings);
  const delisted = await delist(tx, sightings, new Set(gone));
  await followStates(
    tx,
    sightings.map(({ customerId }) => customerId),
  );
  return sightings.map(({ customerId }, index) => ({ ...seen[index]!, delisted: delisted.get(customerId) ?? [] }));
}

/** A verification that waits for a person. */
export async function openReview(tx: Transaction, id: number, accountId: number, score: number): Promise<void> {
  const { at } = tx;
  const alert = await tx.value<number>(
    `INSERT INTO alerts (account_id, verification_id, score, folded, created_at, updated_at)
     VALUES (:accountId, :id, :score,
       '  ' || chr(10) || (SELECT folded FROM verifications WHERE verifications.id = :id), :at, :at) RETURNING id`,
    { id, accountId, score, at },
  );
  await tellOpened(tx, accountId, [alert!], at);
}

async function seeOnce(tx: Transaction, sightings: readonly Sighting[]): Promise<Omit<AlertsChanged, 'delisted'>[]> {
  const plans = await plansOf(tx, sightings);
  const ids = await store(tx, plans.flat());
  const changed = plans.map((plan) => ({
    opened: plan.filter((one) => one.opened && !one.opened.remembered).map((one) => ids.get(one)!),
    reopened: plan.filter((one) => one.again?.opening).map((one) => one.again!.id),
  }));
  for (const [index, { accountId, at }] of sightings.entries()) {
    const waiting = new Set([...changed[index]!.opened, ...changed[index]!.reopened]);
    const inOrder = plans[index]!.map((one) => ids.get(one)!).filter((id) => waiting.has(id));
    await tellOpened(tx, accountId, inOrder, at);
  }
  return changed;
}

/** What each sighting does. Few need the facts that an alert was decided on: then these are read, and planned again. */
async function plansOf(sql: Sql, sightings: readonly Sighting[]): Promise<Meeting[][]> {
  const known = await knownOf(sql, sightings);
  const facts = new Map<number, readonly EntryFacts[]>();
  for (;;) {
    const missing = new Set<number>();
    const factsOfAlert = (id: number) => {
      if (!facts.has(id)) missing.add(id);
      return facts.get(id) ?? [];
    };
    const plans = sightings.map((sighting) => planMeetings(sighting, { ...known(sighting), factsOf: factsOfAlert }));
    if (missing.size === 0) return plans;
    const seen = await seenMatches(sql, [...missing]);
    for (const id of missing) facts.set(id, seen.get(id)?.match.facts ?? []);
  }
}

/** What a sighting is of: a customer, or a subject without one. */
function owner({ customerId, ...subject }: Pick<Sighting, 'customerId' | 'accountId' | 'subject'>): string {
  return customerId === null ? subjectOf(subject) : `${customerId}`;
}

async function knownOf(
  sql: Sql,
  sightings: readonly Sighting[],
): Promise<(sighting: Sighting) => Omit<Known, 'factsOf'>> {
  const alerts = await alertsOf(sql, sightings);
  const dismissals = await dismissalsOfSubjects(sql, sightings);
  const customers = await factsOfCustomers(sql, sightings);
  return (sighting) => ({
    alerts: alerts.get(owner(sighting)) ?? [],
    who: sighting.customerId === null ? null : customers.get(sighting.customerId)!,
    dismissals: dismissals.get(subjectOf(sighting)) ?? [],
  });
}

/** Who the customers of sightings are now, by their ids. */
async function factsOfCustomers(sql: Sql, sightings: readonly Sighting[]): Promise<Map<number, SubjectFacts>> {
  const ids = sightings.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  if (ids.length === 0) return new Map();
  const rows = await sql.all<StoredFacts & { readonly id: number }>(
    `SELECT id, ${CUSTOMER_FACTS} FROM customers WHERE id = ANY($1::bigint[])`,
    ids,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, factsOf(facts)]));
}

const COLUMNS = `SELECT id, account_id, alerts.subject, customer_id, state, entries, fingerprint,
  coalesce(decided_score, score) AS decided_score, score, peak, seen_as,
  (SELECT decision FROM alert_proposals WHERE alert_id = alerts.id) AS proposed,
  (SELECT four_eyes FROM accounts WHERE accounts.id = account_id) AS four_eyes`;
const OF_CUSTOMERS = `${COLUMNS} FROM alerts WHERE customer_id = ANY($1::bigint[])`;
const OF_SUBJECTS = `${COLUMNS} ${ofSubjects('alerts')}`;

/** By their owners. */
async function alertsOf(sql: Sql, sightings: readonly Sighting[]): Promise<Map<string, DecidedAlert[]>> {
  const customers = sightings.flatMap(({ customerId }) => (customerId === null ? [] : [customerId]));
  const subjects = sightings.filter(({ customerId }) => customerId === null);
  const rows = [
    ...(customers.length > 0 ? await sql.all<StoredAlert>(OF_CUSTOMERS, customers) : []),
    ...(subjects.length > 0 ? await sql.all<StoredAlert>(OF_SUBJECTS, subjectList(subjects)) : []),
  ];
  return new Map(
    [...Map.groupBy(rows, ({ subject, ...row }) => owner({ ...row, subject: subject ?? '' }))].map(([of, alerts]) => [
      of,
      alerts.map(decidedOf),
    ]),
  );
}

function decidedOf({ entries, score, peak, seenAs, ...row }: StoredAlert): DecidedAlert {
  return {
    ...row,
    entries: JSON.parse(entries) as string[],
    peak: Math.max(score, peak ?? 0),
    subject: seenAs === null ? null : (JSON.parse(seenAs) as SubjectFacts),
  };
}

/** Closes alerts whose entities have left their lists; answers their ids by customer. */
async function delist(
  tx: Transaction,
  sightings: readonly OfCustomer[],
  gone: ReadonlySet<string>,
): Promise<Map<number, number[]>> {
  const delisted = new Map<number, number[]>();
  if (gone.size === 0) return delisted;
  const known = await alertsOf(tx, sightings);
  for (const { customerId, at, origin } of sightings) {
    const closed = (known.get(`${customerId}`) ?? []).filter((alert) => isDelisted(alert, gone)).map(({ id }) => id);
    if (closed.length === 0) continue;
    delisted.set(customerId, closed);
    await tx.run(
      `UPDATE alerts SET state = 'delisted', revision = revision + 1, remembered = false, fingerprint = NULL,
         decided_score = NULL, changed = '[]', updated_at = $1 WHERE id = ANY($2::bigint[])`,
      at,
      closed,
    );
    await tx.run('DELETE FROM alert_proposals WHERE alert_id = ANY($1::bigint[])', closed);
    await insertSteps(
      tx,
      closed.map((alertId): NewStep => ({ alertId, at, kind: 'delisted', run: origin?.run ?? null })),
    );
    for (const id of closed) await tellDecided(tx, id, { actor: 'service', reason: 'delisted', comment: null });
  }
  return delisted;
}
