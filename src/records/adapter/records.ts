import { subjectKey } from '../../alerts/subject-key.ts';
import { entryKey } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { matchView } from '../../domain/match.ts';
import { nameKey } from '../../domain/name-key.ts';
import { periodOf } from '../../domain/quota.ts';
import type { NewScreening, Screening } from '../../domain/screening.ts';
import type { AlertRecords } from '../alerts-port.ts';
import { beginWalk, verdictOf } from '../audit-chain.ts';
import { auditKey } from '../audit-keys.ts';
import type {
  AccountRecords,
  AuditRecords,
  Records,
  ScreeningRecords,
  SnapshotRecords,
  VerificationRecords,
} from '../port.ts';
import type { ScreeningRow, StoredEvidence } from '../rows/screenings.ts';
import { searchText } from '../search-text.ts';
import { batchRecords } from './batches.ts';
import { customerRecords } from './customers.ts';
import { idempotencyRecords } from './idempotency.ts';
import { monitoringRecords } from './monitoring.ts';
import { type Store, topicOf } from './store.ts';
import { userRecords } from './users.ts';
import { webhookRecords } from './webhooks.ts';

/** Matches that are stored beside the record itself, for lists; all of them are in the evidence. */
const LISTED_MATCHES = 10;

/** The master keys as they are now, the one in use first. */
type MasterSecrets = () => Promise<readonly string[]>;

/** The records in a database; `now` dates what is written. */
export function recordsOf(database: Store, now: () => Date, secrets: MasterSecrets): Records {
  return {
    accounts: accountRecords(database, now),
    alerts: alertRecords(database, now),
    batches: batchRecords(database, now, screeningRow),
    customers: customerRecords(database, now, screeningRow),
    idempotency: idempotencyRecords(database, now),
    monitoring: monitoringRecords(database, now),
    users: userRecords(database, now),
    screenings: screeningRecords(database, now),
    verifications: verificationRecords(database, now),
    snapshots: snapshotRecords(database, now),
    webhooks: webhookRecords(database, now),
    audit: auditRecords(database, now, secrets),
    confirmsKeys: database.confirmsKeys,
    counts: (accountId, from) => database.pages.call('counts', accountId, from),
    usage: (accountId, from, to) => database.pages.call('usage', accountId, from, to),
    nodes: database.nodes,
    leads: (work) => database.leads(work),
    alone: (work, options, run) => database.alone(work, options, run),
    notReady: () => database.notReady(),
    get queueLength() {
      return database.writer.pending;
    },
    backup: (file) => database.maintenance.call('maintenance.copy', file),
    checkIntegrity: () => database.maintenance.call('maintenance.integrity'),
    keepUpCopies: () => database.keepUpCopies(),
    afterRestore: ({ backup, resume }, actor) =>
      database.write('afterRestore', backup, resume, now().toISOString(), actor),
    suspended: () => database.reader.call('suspended', now().toISOString()),
    close: () => database.close(),
  };
}

function accountRecords(database: Store, now: () => Date): AccountRecords {
  return {
    ...topicOf(database, 'accounts'),
    resumeKeys: (id, actor) => database.write('keys.resume', id, now().toISOString(), actor),
    touch: (keyId) => database.countUse(keyId),
  };
}

function screeningRecords(database: Store, now: () => Date): ScreeningRecords {
  return {
    create: (screening) => database.write('screenings.create', screeningRow(screening, now())),
    get: async (accountId, id) => {
      const stored = await database.reader.call('screenings.get', accountId, id);
      return stored && publicView(stored);
    },
    evidence: async (accountId, id) => {
      const stored = await database.reader.call('screenings.get', accountId, id);
      if (!stored) return undefined;
      const { evidence, notes, ...view } = stored;
      return { ...view, matches: parse<EvidencedMatch[]>(evidence), notes: parse<string[]>(notes) };
    },
    ofVerification: (accountId, id) => database.reader.call('screenings.ofVerification', accountId, id),
    list: (accountId, limit) => database.reader.call('screenings.list', accountId, limit),
    filtered: (accountId, query) => database.pages.call('filtered.screenings', accountId, query),
    page: (accountId, query) => database.pages.call('pages.screenings', accountId, query),
    delete: async (id, actor) => {
      const deleted = await database.write('screenings.delete', id, now().toISOString(), actor);
      if (deleted) await database.erase();
      return deleted;
    },
  };
}

function screeningRow(screening: NewScreening, at: Date): ScreeningRow {
  const { matches, evidence, notes = [], userId = null, verificationId = null, ...columns } = screening;
  return {
    ...columns,
    userId,
    verificationId,
    confirmKey: screening.confirmKey ?? false,
    customerId: null,
    notes: JSON.stringify(notes),
    folded: searchText(screening.name),
    nameKey: nameKey(screening.name),
    subject: matches.length > 0 ? subjectKey(screening) : '',
    scores: matches.map(({ score }) => score),
    names: matches.map(({ name }) => name),
    matchCount: matches.length,
    highestScore: matches.reduce((highest, { score }) => Math.max(highest, score), 0),
    matches: JSON.stringify(matches.slice(0, LISTED_MATCHES).map(matchView)),
    evidence: matches.length > 0 ? evidence : undefined,
    createdAt: at.toISOString(),
    period: periodOf(at),
  };
}

/** The record without what only an auditor needs. */
function publicView(stored: StoredEvidence): Screening {
  const { id, name, entityType, dateOfBirth, minScore, matchCount, highestScore, createdAt } = stored;
  const matches = parse<EvidencedMatch[]>(stored.evidence).map(matchView);
  return { id, name, entityType, dateOfBirth, minScore, matchCount, highestScore, createdAt, matches };
}

function parse<T>(json: string): T {
  return JSON.parse(json) as T;
}

function verificationRecords(database: Store, now: () => Date): VerificationRecords {
  return {
    reserve: () => database.write('verifications.reserve'),
    create: (verification) => {
      const at = now();
      const { fullName, documentNumber } = verification.extractedData;
      const folded = searchText(fullName, documentNumber);
      const key = nameKey(fullName ?? '');
      const row = { ...verification, folded, nameKey: key, createdAt: at.toISOString(), period: periodOf(at) };
      return database.write('verifications.create', row);
    },
    get: (accountId, id) => database.reader.call('verifications.get', accountId, id),
    evidence: (accountId, id) => database.reader.call('verifications.evidence', accountId, id),
    list: (accountId, limit) => database.reader.call('verifications.list', accountId, limit),
    filtered: (accountId, query) => database.pages.call('filtered.verifications', accountId, query),
    page: (accountId, query) => database.pages.call('pages.verifications', accountId, query),
    createdAt: (ids) => database.reader.call('verifications.createdAt', ids),
    delete: async (id, actor) => {
      const deleted = await database.write('verifications.delete', id, now().toISOString(), actor);
      if (deleted) await database.erase();
      return deleted;
    },
  };
}

function alertRecords(database: Store, now: () => Date): AlertRecords {
  const pages = () => database.pages;
  return {
    page: (accountId, query) => pages().call('alerts.page', accountId, query),
    count: (accountId, filter) => pages().call('alerts.count', accountId, filter),
    get: (accountId, id) => pages().call('alerts.get', accountId, id),
    ofScreening: (accountId, id) => pages().call('alerts.ofScreening', accountId, id),
    ofVerification: (accountId, id) => pages().call('alerts.ofVerification', accountId, id),
    open: (accountId) => pages().call('alerts.open', accountId),
    step: (action, wanted) => database.write('alerts.step', action, now().toISOString(), wanted),
    answerProposal: (action, answer) => database.write('alerts.answerProposal', action, now().toISOString(), answer),
    assign: (action, change) => database.write('alerts.assign', action, now().toISOString(), change),
    claim: (action, query) => database.write('alerts.claim', action, now().toISOString(), query),
    comment: (action, comment) => database.write('alerts.comment', action, now().toISOString(), comment),
    applyDifference: (customerId, { matches, gone }) => {
      const found = {
        scores: matches.map(({ score }) => score),
        names: matches.map(({ name }) => name),
        entries: matches.map((match) => match.entries.map(entryKey)),
        evidence: JSON.stringify(matches),
      };
      return database.write('alerts.applyDifference', customerId, now().toISOString(), found, gone);
    },
  };
}

function snapshotRecords(database: Store, now: () => Date): SnapshotRecords {
  return {
    publish: (snapshot, actor) => database.write('snapshots.publish', snapshot, now().toISOString(), actor),
    current: (engine) => database.reader.call('snapshots.current', engine ?? null),
    get: (id) => database.reader.call('snapshots.get', id),
    newest: (limit) => database.reader.call('snapshots.newest', limit),
    states: () => database.reader.call('snapshots.states'),
    recordState: (state) => database.write('snapshots.state', state, now().toISOString()),
  };
}

function auditRecords(database: Store, now: () => Date, secrets: MasterSecrets): AuditRecords {
  const keys = async () => (await secrets()).map(auditKey);
  return {
    append: (entry) => database.write('audit.append', { ...entry, at: now().toISOString() }),
    head: () => database.reader.call('audit.head'),
    page: (accountId, query) => database.pages.call('audit.page', accountId, query),
    verify: async (head) => {
      let walk = beginWalk(head);
      for (;;) {
        const batch = await database.maintenance.call('audit.walk', walk, await keys());
        if (batch.isLast) return verdictOf(batch.walk, batch.hasKeys);
        walk = batch.walk;
      }
    },
    followKeys: async () => database.useAuditKeys(await keys()),
  };
}
