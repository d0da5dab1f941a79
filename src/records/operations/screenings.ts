import { subjectKey } from '../../alerts/subject-key.ts';
import { type EvidencedMatch, type MatchView, matchView } from '../../domain/match.ts';
import { nameKey } from '../../domain/name-key.ts';
import { type CreateResult, periodOf } from '../../domain/quota.ts';
import type { NewScreening, ScreenedHolder, Screening, ScreeningEvidence } from '../../domain/screening.ts';
import type { EventContent } from '../../domain/webhook-events.ts';
import { TouchstoneError } from '../../errors.ts';
import { ofAccount, ofAccounts, prepared } from '../operation.ts';
import { searchText } from '../search-text.ts';
import { RowList, type Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { seeAll } from './alert-sightings.ts';
import { deletionOf } from './deletion.ts';
import { insertEvidence } from './evidence.ts';
import { identifiersOf } from './identifiers.ts';
import { joined, keepListNotes, LIST_NOTES, listNotesAt, parted } from './list-notes.ts';
import { findingsOf } from './sightings.ts';

/** What became of a new record. */
export type Created = CreateResult<{ id: number; createdAt: string }>;

/** What became of the records of one request. */
export type CreatedTogether =
  | { readonly kind: 'created'; readonly records: readonly StoredRecord[] }
  | { readonly kind: 'exhausted'; readonly left: number };

interface StoredRecord {
  readonly id: number;
  readonly createdAt: string;
  /** Units that are left after it. */
  readonly remaining: number;
}

/** Matches that are stored beside the record itself, for lists; all of them are in the evidence. */
const LISTED_MATCHES = 10;

/** Screenings of accounts. Of another account none is found. */
export const screeningWrites = {
  /**
   * Record and quota unit in one transaction; `exhausted` stores and spends nothing. Throws `key-refused` where the key
   * was to be confirmed and cannot be used any more.
   */
  'screenings.create': prepared(
    (screening: NewScreening): [PreparedScreening] => [preparedScreening(screening)],
    ofAccount(async (tx: Transaction, screening: PreparedScreening): Promise<Created> => {
      const [created] = await createScreenings(tx, [screeningRow(screening, tx.at)]);
      return created!;
    }),
  ),
  /**
   * Records of one request with their units, all or none: `exhausted` stores and spends nothing where the units `left`
   * are too few. All are of one account. Throws `key-refused` as `create` does.
   */
  'screenings.createAll': prepared(
    (screenings: readonly NewScreening[]): [readonly PreparedScreening[]] => [screenings.map(preparedScreening)],
    ofAccounts(
      (screenings) => screenings.map(({ accountId }) => accountId),
      async (tx: Transaction, screenings: readonly PreparedScreening[]): Promise<CreatedTogether> => {
        const rows = screenings.map((screening) => screeningRow(screening, tx.at));
        const [first] = rows;
        if (!first) return { kind: 'created', records: [] };
        const left = await tx.quota.left(first.columns.accountId, first.period);
        if (left < rows.length) return { kind: 'exhausted', left };
        const created = await createScreenings(tx, rows);
        const records = created.flatMap((one) => {
          return one.kind === 'created' ? [{ ...one.record, remaining: one.remaining }] : [];
        });
        return { kind: 'created', records };
      },
    ),
  ),
  /** False where there is none. */
  'screenings.delete': deletionOf('screening'),
};

/** Throws `key-refused` where a key cannot be used at an instant. */
async function confirmKey(tx: Transaction, id: string | null, at: string): Promise<void> {
  const usable = await tx.value(
    `SELECT 1 FROM keys
     WHERE id = :id AND revoked_at IS NULL AND suspended_at IS NULL AND coalesce(expires_at > :at, TRUE)`,
    { id, at },
  );
  if (usable === undefined) throw new TouchstoneError('key-refused', 'The API key was withdrawn.');
}

/** A screening on its way to the database. */
export type PreparedScreening = ReturnType<typeof preparedScreening>;

/** With its matches as the JSON that is stored: objects would take the thread that stores a tenth longer. */
export function preparedScreening(screening: NewScreening) {
  const {
    matches,
    notes = [],
    aboutLists = 0,
    userId = null,
    verificationId = null,
    reference = null,
    identifiers = [],
  } = screening;
  const { accountId, keyId, name, entityType, dateOfBirth, minScore, qualifying, snapshot, engine } = screening;
  const words = parted(notes, aboutLists);
  return {
    accountId,
    /** By the names of their columns. */
    columns: {
      accountId,
      keyId,
      userId,
      verificationId,
      name,
      folded: searchText(name),
      nameKey: nameKey(name),
      entityType,
      dateOfBirth,
      minScore,
      matchCount: matches.length,
      highestScore: matches.reduce((highest, { score }) => Math.max(highest, score), 0),
      matches: JSON.stringify(matches.slice(0, LISTED_MATCHES).map(matchView)),
      qualifying,
      snapshot,
      engine,
      durationMs: screening.durationMs,
      notes: words.notes,
      reference,
      identifiers: identifiers.length > 0 ? JSON.stringify(identifiers) : null,
    },
    listNotes: words.listNotes,
    /** Whether the key is looked at again in the transaction. */
    confirmKey: screening.confirmKey ?? false,
    subject: matches.length > 0 ? subjectKey(screening) : '',
    ...findingsOf(screening),
  };
}

type ScreeningRow = ReturnType<typeof screeningRow>;

/** At an instant, ISO 8601. */
export function screeningRow(screening: PreparedScreening, at: string, customerId: number | null = null) {
  const listNotes = screening.listNotes === null ? null : listNotesAt(screening.listNotes, at);
  const columns = { ...screening.columns, customerId, createdAt: at, aboutLists: listNotes?.digest ?? null };
  return { ...screening, columns, listNotes, period: periodOf(new Date(at)) };
}

/** As nodes of before read it: with all of its words. */
function withWords({ columns, listNotes, ...row }: ScreeningRow): ScreeningRow {
  const notes = JSON.stringify(joined(columns.notes, listNotes?.notes ?? null));
  return { ...row, columns: { ...columns, notes, aboutLists: null }, listNotes: null };
}

/** Spends a unit for each, and stores those that got one, in one statement each for all of them. */
export async function createScreenings(tx: Transaction, rows: readonly ScreeningRow[]): Promise<Created[]> {
  const paid: { readonly row: ScreeningRow; readonly remaining: number }[] = [];
  const outcomes: (() => Created)[] = [];
  for (const row of rows) {
    const { accountId, keyId, createdAt } = row.columns;
    if (row.confirmKey) await confirmKey(tx, keyId, createdAt);
    const remaining = await tx.quota.spend(accountId, row.period, createdAt);
    if (remaining === undefined) {
      outcomes.push(() => ({ kind: 'exhausted' }));
      continue;
    }
    const place = paid.push({ row, remaining }) - 1;
    outcomes.push(() => ({ kind: 'created', record: { id: ids[place]!, createdAt }, remaining }));
  }
  const ids = await insertScreenings(
    tx,
    paid.map(({ row }) => row),
  );
  return outcomes.map((outcome) => outcome());
}

/** Stores records whose units are spent, with their alerts; answers their ids. */
export async function insertScreenings(tx: Transaction, rows: readonly ScreeningRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  if (rows.some(({ columns }) => columns.customerId !== null)) await tx.lockShared('customerScreenings');
  const stored = tx.writer.namesListNotes ? rows : rows.map(withWords);
  const [given] = await Promise.all([
    tx.column<number>(INSERT, new RowList(stored.map(({ columns }) => columns))),
    keepListNotes(
      tx,
      stored.map(({ listNotes }) => listNotes),
    ),
  ]);
  const ids = given.sort((one, other) => one - other);
  const matched = rows.flatMap((row, place) => (row.scores.length > 0 ? [{ ...row, id: ids[place]! }] : []));
  if (matched.length === 0) return ids;
  await insertEvidence(
    tx,
    'screenings',
    matched.map(({ id, evidence: json }) => ({ id, json })),
  );
  for (const { id, columns } of matched) {
    await tx.outbox.write(columns.accountId, 'screening.matched', columns.createdAt, () => matchedEvent(id, columns));
  }
  await seeAll(
    tx,
    matched.map(
      ({ id, columns: { accountId, customerId, createdAt: at }, subject, scores, names, entries, evidence }) => {
        return { accountId, customerId, subject, screeningId: id, scores, names, entries, evidence, at };
      },
    ),
  );
  return ids;
}

/** In the order of the rows, and so are the ids. A verification that was deleted meanwhile is left out. */
const INSERT = `INSERT INTO screenings (account_id, key_id, user_id, customer_id, verification_id, name, folded, name_key,
    entity_type, date_of_birth, min_score, match_count, highest_score, matches, qualifying, snapshot, engine, duration_ms,
    notes, about_lists, caller_reference, identifiers, created_at)
  SELECT :accountId, :keyId, :userId, :customerId,
    (SELECT verifications.id FROM verifications WHERE verifications.id = :verificationId), :name, :folded, :nameKey,
    :entityType, :dateOfBirth, :minScore, :matchCount, :highestScore, :matches::json, :qualifying, :snapshot, :engine,
    :durationMs, :notes::json, :aboutLists, :reference, :identifiers::json, :createdAt
  FROM given (accountId bigint, keyId text, userId bigint, customerId bigint, verificationId bigint, name text,
    folded text, nameKey text, entityType text, dateOfBirth text, minScore double precision, matchCount integer,
    highestScore double precision, matches text, qualifying integer, snapshot text, engine text,
    durationMs double precision, notes text, aboutLists text, reference text, identifiers text,
    createdAt timestamptz)
  ORDER BY ordinality RETURNING id`;

function matchedEvent(id: number, row: ScreeningRow['columns']): EventContent<'screening.matched'> {
  const { name, dateOfBirth, entityType, matchCount, highestScore, matches, reference } = row;
  const called = reference === null ? {} : { reference };
  const address = `/api/Screening/${id}`;
  const links = { screening: address, explanation: `${address}/explanation` };
  return {
    data: { screeningId: id, ...called, entityType, matchCount, highestScore, links },
    details: { name, dateOfBirth, matches: JSON.parse(matches) as MatchView[] },
    subject: { screeningId: id },
  };
}

const VIEW = `screenings.id, screenings.name, screenings.entity_type, screenings.date_of_birth, screenings.min_score,
  match_count, highest_score, screenings.created_at, caller_reference AS reference`;

export const screeningReads = {
  /** Undefined where the account has no such screening. */
  'screenings.get': ofAccount(async (sql: Sql, accountId: number, id: number) => {
    const row = await sql.one<Omit<Screening, 'matches'> & { evidence: Uint8Array | null }>(
      `SELECT ${VIEW}, screening_evidence.matches AS evidence
       FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id
       WHERE screenings.id = :id AND screenings.account_id = :accountId`,
      { id, accountId },
    );
    if (!row) return undefined;
    const { evidence, ...columns } = row;
    return { ...columns, matches: (await matchesOf(sql, evidence)).map(matchView) };
  }),
  /** The whole record with all matches. */
  'screenings.evidence': ofAccount(async (sql: Sql, accountId: number, id: number) => {
    type Row = Omit<ScreeningEvidence, 'matches' | 'notes' | 'identifiers'> & {
      evidence: Uint8Array | null;
      notes: string;
      listNotes: string | null;
      identifiers: string | null;
    };
    const row = await sql.one<Row>(
      `SELECT ${VIEW}, qualifying, snapshot, engine, notes, ${LIST_NOTES}, identifiers, user_id, verification_id, keys.name AS key_name,
           screening_evidence.matches AS evidence
         FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id
           LEFT JOIN keys ON keys.id = key_id
         WHERE screenings.id = :id AND screenings.account_id = :accountId`,
      { id, accountId },
    );
    if (!row) return undefined;
    const { evidence, notes, listNotes, identifiers, ...columns } = row;
    return {
      ...columns,
      matches: await matchesOf(sql, evidence),
      identifiers: identifiersOf(identifiers),
      notes: joined(notes, listNotes),
    };
  }),
  /** The last screening of the name that a verification's document gave; undefined where it was not screened. */
  'screenings.ofVerification': ofAccount((sql: Sql, accountId: number, verificationId: number) =>
    sql.one<ScreenedHolder>(
      `SELECT id, match_count, created_at FROM screenings WHERE verification_id = :verificationId AND account_id = :accountId
         ORDER BY id DESC LIMIT 1`,
      { verificationId, accountId },
    ),
  ),
};

async function matchesOf(sql: Sql, evidence: Uint8Array | null): Promise<EvidencedMatch[]> {
  return evidence ? (JSON.parse(await sql.unpacked(evidence)) as EvidencedMatch[]) : [];
}
