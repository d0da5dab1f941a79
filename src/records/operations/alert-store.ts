import type { SubjectFacts } from '../../domain/customer.ts';
import { say } from '../../sentences.ts';
import { RowList, type Sql } from '../sql.ts';
import { insertSteps, type NewStep } from './alert-notes.ts';
import type { Meeting } from './alert-plan.ts';
import { insertEvidence } from './evidence.ts';
import { seenOf } from './sightings.ts';

/** What an alert is found by; of a customer's, the second line is what the customer is found by. */
const FOLDED = `:found || coalesce((SELECT folded FROM customers WHERE customers.id = :customerId), '')`;

/** Writes down what became of matches, in a statement for each kind of change; answers the alert of each. */
export async function store(sql: Sql, meetings: readonly Meeting[]): Promise<Map<Meeting, number>> {
  const again = meetings.filter((one) => one.again);
  for (const { again: alert } of again) for (const other of alert!.folded) await fold(sql, other, alert!.id);
  await update(sql, again);
  await reopen(
    sql,
    again.flatMap(({ again: one, who, sighting: { at } }) => {
      return one!.opening ? [{ id: one!.id, changed: one!.opening.changed, who, at }] : [];
    }),
  );
  for (const one of again.filter(({ again: seen }) => seen!.lapsed)) {
    await dropProposal(sql, one.again!.id, one.sighting.at, one.again!.lapsed!.changed);
  }
  const opened = meetings.filter((one) => one.opened);
  const made = await open(sql, opened);
  const ids = new Map(meetings.map((one) => [one, one.again?.id ?? made[opened.indexOf(one)]!]));
  await record(sql, ids);
  await insertSteps(
    sql,
    meetings.flatMap((one) => stepOf(one, ids.get(one)!)),
  );
  return ids;
}

function stepOf({ sighting, place, again, opened }: Meeting, alertId: number): NewStep[] {
  const { at, origin, news } = sighting;
  if (opened?.remembered) return [{ alertId, at, kind: 'remembered' }];
  if (opened && origin) {
    const { run } = origin;
    const because = origin.reason === 'engine' ? [say('change.other-engine')] : (news?.[place] ?? []);
    const comment = [say('change.opened-by-run', { run }), ...because].join('\n');
    return [{ alertId, at, kind: 'opened', comment, run }];
  }
  // A change of an own list is no run.
  if (opened && news) return [{ alertId, at, kind: 'opened', comment: news[place]?.join('\n') || null }];
  if (!again?.opening) return [];
  const { kind, changed } = again.opening;
  const byRun = origin ? [say('change.reopened-by-run', { run: origin.run })] : [];
  const comment = [...byRun, ...changed].join('\n') || null;
  return [{ alertId, at, kind, comment, run: origin?.run ?? null }];
}

async function open(sql: Sql, meetings: readonly Meeting[]): Promise<number[]> {
  if (meetings.length === 0) return [];
  const rows = meetings.map(({ sighting, place, who, opened }) => {
    const { accountId, subject, customerId, screeningId: openedIn, at } = sighting;
    const { state, remembered, changed, dismissed } = opened!;
    return {
      accountId,
      subject: customerId === null ? subject : null,
      openedIn,
      at,
      state,
      remembered,
      changed: JSON.stringify(changed),
      fingerprint: dismissed,
      ...seenOf(sighting, place, who),
    };
  });
  const ids = await sql.column<number>(sql.either(OPEN), new RowList(rows));
  return ids.sort((one, other) => one - other);
}

const GIVEN = `given (accountId bigint, subject text, customerId bigint, score double precision, state text,
  remembered boolean, changed text, entries text, sources text, found text, fingerprint text, seenAs text,
  openedIn bigint, at timestamptz)`;
/**
 * Alerts of one customer, or of one subject, are one case, which has the id of the first of them. PostgreSQL opens all
 * in one statement, which finds none of its own: there the least of the new ids is the case's.
 */
const openAs = (id: string, from: string, first: string) => `
  INSERT INTO alerts (id, account_id, subject, customer_id, score, state, remembered, changed, entries, sources, folded,
    fingerprint, decided_score, seen_as, opened_in, case_id, created_at, updated_at)
  SELECT ${id}, :accountId, :subject, :customerId, :score, :state, :remembered, :changed::json, :entries::json, :sources,
    ${FOLDED}, :fingerprint, CASE WHEN :state = 'dismissed' THEN :score END, :seenAs::json, :openedIn,
    coalesce(
      (SELECT coalesce(case_id, id) FROM alerts WHERE alerts.customer_id = :customerId LIMIT 1),
      (SELECT coalesce(case_id, id) FROM alerts WHERE account_id = :accountId AND alerts.subject = :subject LIMIT 1),
      ${first}),
    :at, :at
  FROM ${from} RETURNING id`;
const OPEN = {
  postgresql: `WITH numbered AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('alerts', 'id')) AS id, given.* FROM ${GIVEN} ORDER BY ordinality)
    ${openAs(
      'given.id',
      'numbered AS given',
      'nullif(min(given.id) OVER (PARTITION BY :accountId, :customerId, :subject), given.id)',
    )}`,
  sqlite: openAs('NULL', GIVEN, 'NULL'),
};

async function update(sql: Sql, meetings: readonly Meeting[]): Promise<void> {
  if (meetings.length === 0) return;
  const rows = meetings.map(({ again, sighting, place, who }) => {
    const seen = seenOf(sighting, place, who);
    return { id: again!.id, at: sighting.at, peak: Math.max(again!.peak, seen.score), ...seen };
  });
  // Whom a decision was about stays with it.
  await sql.run(
    `UPDATE alerts SET peak = :peak, score = :score,
       seen_as = CASE WHEN alerts.state IN ('confirmed', 'dismissed') THEN coalesce(alerts.seen_as, :seenAs::json)
         ELSE :seenAs::json END, entries = :entries::json, sources = :sources,
       folded = ${FOLDED}, remembered = alerts.state = 'dismissed', updated_at = :at
     FROM given (id bigint, at timestamptz, score double precision, peak double precision, entries text, sources text,
       found text, seenAs text, customerId bigint) WHERE alerts.id = :id`,
    new RowList(rows),
  );
}

/** An alert that opens again: why, sentences, and the customer as it is now; null without one. */
interface Reopened {
  readonly id: number;
  readonly changed: readonly string[];
  readonly who: SubjectFacts | null;
  /** When, ISO 8601: a transaction of several records has no instant of its own. */
  readonly at: string;
}

/** Opens alerts that were decided or delisted. Their histories are the caller's to note. */
export async function reopen(sql: Sql, reopened: readonly Reopened[]): Promise<void> {
  if (reopened.length === 0) return;
  const rows = reopened.map(({ id, changed, who, at }) => ({
    id,
    changed: JSON.stringify(changed),
    seenAs: who && JSON.stringify(who),
    at,
  }));
  await sql.run(
    `UPDATE alerts SET state = 'open', revision = revision + 1, remembered = false, fingerprint = NULL,
       decided_score = NULL, changed = :changed::json, seen_as = :seenAs::json, waiting_since = :at
     FROM given (id bigint, changed text, seenAs text, at timestamptz) WHERE alerts.id = :id`,
    new RowList(rows),
  );
  const ids = rows.map(({ id }) => id);
  for (const table of ['alert_proposals', 'alert_escalations']) {
    await sql.run(`DELETE FROM ${table} WHERE alert_id = ANY($1::bigint[])`, ids);
  }
}

/** Notes which match of which record saw an alert. A customer's alert also keeps the match itself. */
async function record(sql: Sql, ids: ReadonlyMap<Meeting, number>): Promise<void> {
  const seen = [...ids].flatMap(([{ sighting, place }, alertId]) =>
    sighting.screeningId === null ? [] : [{ screeningId: sighting.screeningId, place, alertId }],
  );
  if (seen.length > 0) {
    await sql.run(
      `INSERT INTO alert_sightings (screening_id, place, alert_id) SELECT :screeningId, :place, :alertId
       FROM given (screeningId bigint, place integer, alertId bigint)`,
      new RowList(seen),
    );
  }
  const kept = [...ids].filter(([{ sighting }]) => sighting.customerId !== null);
  if (kept.length === 0) return;
  await insertEvidence(
    sql,
    'alerts',
    kept.map(([one, id]) => ({ id, json: JSON.stringify({ ...one.match(), origin: one.sighting.origin }) })),
  );
}

/** Ends a proposal whose facts are no longer those that it was made on. `why`: sentences. */
export async function dropProposal(sql: Sql, alertId: number, at: string, why: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM alert_proposals WHERE alert_id = $1', alertId);
  await sql.run(
    `UPDATE alerts SET revision = revision + 1, fingerprint = NULL, decided_score = NULL, updated_at = :at
     WHERE id = :alertId`,
    { at, alertId },
  );
  await insertSteps(sql, [{ alertId, at, kind: 'lapsed', comment: why.join('\n') || null }]);
}

/** Makes one alert of two whose entities have become one. */
async function fold(sql: Sql, gone: number, kept: number): Promise<void> {
  await sql.run('UPDATE alert_sightings SET alert_id = $1 WHERE alert_id = $2', kept, gone);
  await sql.run('UPDATE alert_events SET alert_id = $1 WHERE alert_id = $2', kept, gone);
  await sql.run('DELETE FROM alerts WHERE id = $1', gone);
}
