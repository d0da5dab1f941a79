import {
  alertsOfEntity,
  isDelisted,
  type KnownAlert,
  type NewAlert,
  newAlert,
  OPEN_ALERT,
  reopening,
} from '../../alerts/alert-rules.ts';
import type { Dismissal } from '../../alerts/dismissals.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { packed } from '../rows/packed.ts';
import { type AlertsChanged, type Sighting, seenOf } from '../rows/sightings.ts';
import { eventInserter } from './alert-events.ts';
import { matchReader } from './alert-match.ts';
import { alertMemory } from './alert-memory.ts';
import { alertNews } from './alert-news.ts';
import type { Connection } from './connection.ts';
import { customerStates } from './customer-states.ts';

/** One match of a sighting. */
interface Met {
  readonly sighting: Sighting;
  readonly place: number;
  match(): EvidencedMatch;
  /** Remembered dismissals of the subject. */
  dismissals(): readonly Dismissal[];
}

/** `settled`: opened and dismissed at once, since another alert of the subject was. */
type Became = 'opened' | 'settled' | 'reopened' | 'seen';

/** What an alert is found by; of a customer's, the second line is what the customer is found by. */
const FOLDED = `:found || coalesce((SELECT folded FROM customers WHERE customers.id = :customerId), '')`;

/** Opens alerts and brings those that are known up to date, inside the transaction of the caller. */
export function alertSightings(db: Connection) {
  const known = knownAlerts(db);
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
    const matches = once(() => JSON.parse(sighting.evidence) as EvidencedMatch[]);
    const dismissals = once(() => memory.of(sighting.accountId, sighting.subject));
    const met = new Set<number>();
    const meet = (place: number): { readonly id: number; readonly became: Became } => {
      const one: Met = { sighting, place, match: () => matches()[place]!, dismissals };
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
  type Stored = Omit<KnownAlert, 'entries'> & { readonly entries: string };
  const columns = 'SELECT id, state, entries, fingerprint FROM alerts';
  const ofSubject = db.prepare<[number, string], Stored>(`${columns} WHERE account_id = ? AND subject = ?`);
  const ofCustomer = db.prepare<[number], Stored>(`${columns} WHERE customer_id = ?`);
  return ({ accountId, subject, customerId }: Sighting): KnownAlert[] =>
    (customerId === null ? ofSubject.all(accountId, subject) : ofCustomer.all(customerId)).map((row) => ({
      ...row,
      entries: JSON.parse(row.entries) as string[],
    }));
}

/** Opens the alert of an entity that the subject had none for. */
function opener(db: Connection): (met: Met) => { readonly id: number; readonly became: 'opened' | 'settled' } {
  const reader = matchReader(db);
  const record = recorder(db);
  const event = eventInserter(db);
  const insert = db.prepare(
    `INSERT INTO alerts (account_id, subject, customer_id, score, state, remembered, changed, entries, sources, folded,
       fingerprint, opened_in, case_id, created_at, updated_at)
     VALUES (:accountId, :subject, :customerId, :score, :state, :remembered, :changed, :entries, :sources,
       ${FOLDED}, :fingerprint, :openedIn,
       coalesce((SELECT coalesce(case_id, id) FROM alerts WHERE customer_id = :customerId LIMIT 1),
         (SELECT coalesce(case_id, id) FROM alerts WHERE account_id = :accountId AND subject = :subject LIMIT 1)),
       :at, :at)`,
  );
  const begin = ({ match, dismissals }: Met): { alert: NewAlert; dismissed: string | null } => {
    // Evidence is large, and almost nobody was dismissed before: it is parsed for those alone.
    if (dismissals().length === 0) return { alert: OPEN_ALERT, dismissed: null };
    const alert = newAlert(match().facts, dismissals(), (id) => reader()(id)?.match.facts ?? []);
    return { alert, dismissed: alert.state === 'dismissed' ? fingerprint(match().facts) : null };
  };
  return (met) => {
    const { accountId, subject, customerId, screeningId, at } = met.sighting;
    const { alert, dismissed } = begin(met);
    const { lastInsertRowid } = insert.run({
      ...{ accountId, subject: customerId === null ? subject : null },
      ...{ state: alert.state, remembered: alert.remembered ? 1 : 0, changed: JSON.stringify(alert.changed) },
      ...{ fingerprint: dismissed, openedIn: screeningId, at, ...seenOf(met.sighting, met.place) },
    });
    const id = Number(lastInsertRowid);
    record(id, met);
    if (!alert.remembered) return { id, became: 'opened' };
    event(id, { at, kind: 'remembered' });
    return { id, became: 'settled' };
  };
}

/** Brings an alert up to date whose entity was found again; true where it was opened again. */
function updater(db: Connection): (alert: KnownAlert, others: readonly KnownAlert[], met: Met) => boolean {
  const reader = matchReader(db);
  const record = recorder(db);
  const event = eventInserter(db);
  const fold = folder(db);
  const update = db.prepare(
    `UPDATE alerts SET score = :score, entries = :entries, sources = :sources, folded = ${FOLDED}, remembered = state = 'dismissed',
       updated_at = :at WHERE id = :id`,
  );
  const reopen = db.prepare(
    `UPDATE alerts SET state = 'open', revision = revision + 1, remembered = 0, fingerprint = NULL, changed = :changed
     WHERE id = :id`,
  );
  const dropProposal = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  return (alert, others, met) => {
    const { id } = alert;
    const { at } = met.sighting;
    const opening = reopening(
      alert,
      () => met.match().facts,
      () => reader()(id)?.match.facts ?? [],
    );
    for (const other of others) fold(other.id, id);
    update.run({ id, at, ...seenOf(met.sighting, met.place) });
    record(id, met);
    if (!opening) return false;
    reopen.run({ id, changed: JSON.stringify(opening.changed) });
    dropProposal.run(id);
    event(id, { at, kind: opening.kind });
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
    `UPDATE alerts SET state = 'delisted', revision = revision + 1, remembered = 0, fingerprint = NULL, changed = '[]',
       updated_at = ? WHERE id = ?`,
  );
  const dropProposal = db.prepare('DELETE FROM alert_proposals WHERE alert_id = ?');
  return (id, at) => {
    close.run(at, id);
    dropProposal.run(id);
    event(id, { at, kind: 'delisted' });
    news.decided(id, at, { actor: 'service', reason: 'delisted', comment: null });
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
