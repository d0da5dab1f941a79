import { alertsOfEntity, isDelisted, type NewAlert, newAlert, OPEN_ALERT } from '../../alerts/alert-rules.ts';
import { type DecidedAlert, outgrown, type RememberedDismissal, settles } from '../../alerts/decision-basis.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import type { SubjectFacts } from '../../domain/customer.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { decidedOf, type StoredDecided } from '../rows/alerts.ts';
import { packed } from '../rows/packed.ts';
import { type AlertsChanged, type Sighting, seenOf } from '../rows/sightings.ts';
import { eventInserter } from './alert-events.ts';
import { matchReader, SUBJECT_FACTS } from './alert-match.ts';
import { alertMemory } from './alert-memory.ts';
import { alertNews } from './alert-news.ts';
import type { Connection } from './connection.ts';
import { customerStates } from './customer-states.ts';

/** One match of a sighting. */
interface Met {
  readonly sighting: Sighting;
  readonly place: number;
  match(): EvidencedMatch;
  /** The customer as it is now; null without one. */
  readonly who: SubjectFacts | null;
  /** Remembered dismissals of the subject. */
  dismissals(): readonly RememberedDismissal[];
}

/** `settled`: opened and dismissed at once, since another alert of the subject was. */
type Became = 'opened' | 'settled' | 'reopened' | 'seen';

/** What an alert is found by; of a customer's, the second line is what the customer is found by. */
const FOLDED = `:found || coalesce((SELECT folded FROM customers WHERE customers.id = :customerId), '')`;

/** Opens alerts and brings those that are known up to date, inside the transaction of the caller. */
export function alertSightings(db: Connection) {
  const known = knownAlerts(db);
  const whoOf = customerFacts(db);
  const memory = alertMemory(db);
  const open = opener(db);
  const seeAgain = updater(db);
  const { follow } = customerStates(db);
  const news = alertNews(db);
  const delist = delister(db);
  const insertReview = db.prepare(
    `INSERT INTO alerts (account_id, verification_id, score, folded, created_at, updated_at)
     VALUES (:accountId, :id, :score,
       '  ' || char(10) || (SELECT folded FROM verifications WHERE verifications.id = :id), :at, :at)`,
  );
  const see = (sighting: Sighting): Omit<AlertsChanged, 'delisted'> => {
    const there = known(sighting);
    const who = whoOf(sighting.customerId);
    const matches = once(() => JSON.parse(sighting.evidence) as EvidencedMatch[]);
    const dismissals = once(() => memory.of(sighting.accountId, sighting.subject));
    const met = new Set<number>();
    const meet = (place: number): { readonly id: number; readonly became: Became } => {
      const one: Met = { sighting, place, who, match: () => matches()[place]!, dismissals };
      const free = there.filter(({ id }) => !met.has(id));
      const [alert, ...others] = alertsOfEntity(free, sighting.entries[place]!);
      if (!alert) return open(one);
      for (const { id } of [alert, ...others]) met.add(id);
      return { id: alert.id, became: seeAgain(alert, others, one) ? 'reopened' : 'seen' };
    };
    // The worst match first, so that the newest alert of a record is its best match.
    const seen = sighting.scores.map((_, place) => sighting.scores.length - 1 - place).map(meet);
    const ids = (...wanted: Became[]) => seen.filter(({ became }) => wanted.includes(became)).map(({ id }) => id);
    news.opened(sighting.accountId, ids('opened', 'reopened'), sighting.at);
    return { opened: ids('opened'), reopened: ids('reopened') };
  };
  return {
    /** The matches of a new record. The caller sees to the state of the customer. */
    see,
    /** What monitoring found for a customer; `gone` are the keys of the entries that left their lists. */
    differ: (sighting: Sighting & { customerId: number }, gone: readonly string[]): AlertsChanged => {
      const seen = see(sighting);
      const left = new Set(gone);
      const delisted = known(sighting).filter((alert) => isDelisted(alert, left));
      for (const alert of delisted) delist(alert.id, sighting.at);
      follow(sighting.customerId, sighting.at);
      return { ...seen, delisted: delisted.map(({ id }) => id) };
    },
    /** A verification that waits for a person. */
    review: (id: number, accountId: number, score: number, at: string): void => {
      news.opened(accountId, [Number(insertReview.run({ id, accountId, score, at }).lastInsertRowid)], at);
    },
  };
}

/** Those of a customer, or of a subject without one. */
function knownAlerts(db: Connection) {
  const columns = `SELECT id, state, entries, fingerprint, coalesce(decided_score, score) AS decidedScore,
    max(score, coalesce(peak, 0)) AS peak, seen_as AS subject,
    (SELECT decision FROM alert_proposals WHERE alert_id = alerts.id) AS proposed,
    (SELECT four_eyes FROM accounts WHERE accounts.id = account_id) AS fourEyes FROM alerts`;
  const ofSubject = db.prepare<[number, string], StoredDecided>(`${columns} WHERE account_id = ? AND subject = ?`);
  const ofCustomer = db.prepare<[number], StoredDecided>(`${columns} WHERE customer_id = ?`);
  return ({ accountId, subject, customerId }: Sighting): DecidedAlert[] =>
    (customerId === null ? ofSubject.all(accountId, subject) : ofCustomer.all(customerId)).map(decidedOf);
}

/** Who a customer is now. */
function customerFacts(db: Connection): (customerId: number | null) => SubjectFacts | null {
  const one = db.prepare<[number], string>(`SELECT ${SUBJECT_FACTS} FROM customers WHERE id = ?`).pluck();
  return (customerId) => (customerId === null ? null : (JSON.parse(one.get(customerId)!) as SubjectFacts));
}

/** Opens the alert of an entity that the subject had none for. */
function opener(db: Connection): (met: Met) => { readonly id: number; readonly became: 'opened' | 'settled' } {
  const reader = matchReader(db);
  const record = recorder(db);
  const event = eventInserter(db);
  const insert = db.prepare(
    `INSERT INTO alerts (account_id, subject, customer_id, score, state, remembered, changed, entries, sources, folded,
       fingerprint, decided_score, seen_as, opened_in, case_id, created_at, updated_at)
     VALUES (:accountId, :subject, :customerId, :score, :state, :remembered, :changed, :entries, :sources,
       ${FOLDED}, :fingerprint, iif(:state = 'dismissed', :score, NULL), :seenAs, :openedIn,
       coalesce((SELECT coalesce(case_id, id) FROM alerts WHERE customer_id = :customerId LIMIT 1),
         (SELECT coalesce(case_id, id) FROM alerts WHERE account_id = :accountId AND subject = :subject LIMIT 1)),
       :at, :at)`,
  );
  const begin = ({ sighting, place, who, match, dismissals }: Met): { alert: NewAlert; dismissed: string | null } => {
    // Evidence is large, and almost nobody was dismissed before: it is parsed for those alone.
    const found = { score: sighting.scores[place]!, subject: who };
    const holding = dismissals().filter((dismissal) => settles(dismissal, found));
    if (holding.length === 0) return { alert: OPEN_ALERT, dismissed: null };
    const alert = newAlert(match().facts, holding, (id) => reader()(id)?.match.facts ?? []);
    return { alert, dismissed: alert.state === 'dismissed' ? fingerprint(match().facts) : null };
  };
  return (met) => {
    const { accountId, subject, customerId, screeningId, at } = met.sighting;
    const { alert, dismissed } = begin(met);
    const { lastInsertRowid } = insert.run({
      accountId,
      subject: customerId === null ? subject : null,
      state: alert.state,
      remembered: alert.remembered ? 1 : 0,
      changed: JSON.stringify(alert.changed),
      fingerprint: dismissed,
      openedIn: screeningId,
      at,
      ...seenOf(met.sighting, met.place, met.who),
    });
    const id = Number(lastInsertRowid);
    record(id, met);
    if (!alert.remembered) return { id, became: 'opened' };
    event(id, { at, kind: 'remembered' });
    return { id, became: 'settled' };
  };
}

/** Brings an alert up to date whose entity was found again; true where it was opened again. */
function updater(db: Connection): (alert: DecidedAlert, others: readonly DecidedAlert[], met: Met) => boolean {
  const reader = matchReader(db);
  const record = recorder(db);
  const event = eventInserter(db);
  const fold = folder(db);
  // Whom a decision was about stays with it.
  const update = db.prepare(
    `UPDATE alerts SET peak = max(:score, :peak), score = :score, entries = :entries,
       seen_as = iif(state IN ('confirmed', 'dismissed'), coalesce(seen_as, :seenAs), :seenAs), sources = :sources, folded = ${FOLDED}, remembered = state = 'dismissed',
       updated_at = :at WHERE id = :id`,
  );
  const reopen = db.prepare(
    `UPDATE alerts SET state = 'open', revision = revision + 1, remembered = 0, fingerprint = NULL,
       decided_score = NULL, changed = :changed, seen_as = :seenAs WHERE id = :id`,
  );
  const drop = proposalDropper(db);
  return (alert, others, met) => {
    const { id } = alert;
    const { at, scores } = met.sighting;
    const found = { score: scores[met.place]!, subject: met.who, facts: () => met.match().facts };
    const result = outgrown(alert, others, found, () => reader()(id)?.match.facts ?? []);
    for (const other of others) fold(other.id, id);
    const seen = seenOf(met.sighting, met.place, met.who);
    update.run({ id, at, ...seen, peak: Math.max(alert.peak, ...others.map(({ peak }) => peak)) });
    record(id, met);
    if (!result) return false;
    if (result.kind === 'lapsed') {
      drop(id, at, result.changed);
      return false;
    }
    reopen.run({ id, changed: JSON.stringify(result.changed), seenAs: seen.seenAs });
    event(id, { at, kind: result.kind, comment: result.changed.join('\n') || null });
    return true;
  };
}

/** Notes which match of which record saw an alert. A customer's alert also keeps the match itself. */
function recorder(db: Connection): (alertId: number, met: Met) => void {
  const insert = db.prepare('INSERT INTO alert_sightings (screening_id, place, alert_id) VALUES (?, ?, ?)');
  const keep = db.prepare('INSERT OR REPLACE INTO alert_evidence (alert_id, match) VALUES (?, ?)');
  return (alertId, { sighting, place, match }) => {
    if (sighting.screeningId !== null) insert.run(sighting.screeningId, place, alertId);
    if (sighting.customerId !== null) keep.run(alertId, packed(JSON.stringify(match())));
  };
}

/** Makes one alert of two whose entities have become one. */
function folder(db: Connection): (gone: number, kept: number) => void {
  const moves = ['alert_sightings', 'alert_events'].map((table) =>
    db.prepare(`UPDATE ${table} SET alert_id = ? WHERE alert_id = ?`),
  );
  const remove = db.prepare('DELETE FROM alerts WHERE id = ?');
  return (gone, kept) => {
    for (const move of moves) move.run(kept, gone);
    remove.run(gone);
  };
}

/** Closes an alert whose entity has left its list. */
function delister(db: Connection): (id: number, at: string) => void {
  const event = eventInserter(db);
  const news = alertNews(db);
  const close = db.prepare(
    `UPDATE alerts SET state = 'delisted', revision = revision + 1, remembered = 0, fingerprint = NULL,
       decided_score = NULL, changed = '[]', updated_at = ? WHERE id = ?`,
  );
  const dropProposal = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  return (id, at) => {
    close.run(at, id);
    dropProposal.run(id);
    event(id, { at, kind: 'delisted' });
    news.decided(id, at, { actor: 'service', reason: 'delisted', comment: null });
  };
}

/** Ends a proposal whose facts are no longer those that it was made on. `why`: sentences. */
export function proposalDropper(db: Connection): (alertId: number, at: string, why: readonly string[]) => void {
  const event = eventInserter(db);
  const drop = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  const release = db.prepare(
    `UPDATE alerts SET revision = revision + 1, fingerprint = NULL, decided_score = NULL, updated_at = ? WHERE id = ?`,
  );
  return (alertId, at, why) => {
    drop.run(alertId);
    release.run(at, alertId);
    event(alertId, { at, kind: 'lapsed', comment: why.join('\n') || null });
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
