import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { Screening, ScreeningEvidence } from '../../domain/screening.ts';
import { alertOpener } from './alerts.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { jsonList } from './json-list.ts';
import { quotaSpender } from './quota.ts';

/**
 * Fast, and a third larger than the best: JSON of matches repeats itself much. It is short, and the memory that the
 * default clears for each record takes longer than compressing.
 */
const COMPRESSION = { level: 1, memLevel: 6 };

/** A screening on its way into the database, matches as JSON. */
export interface ScreeningRow extends Omit<Screening, 'id' | 'matches'> {
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** Sentences about the lists, JSON. */
  readonly notes: string;
  readonly folded: string;
  /** Views of the best ten, JSON. */
  readonly matches: string;
  readonly qualifying: number;
  readonly snapshot: string;
  readonly engine: string;
  readonly durationMs: number;
  /** Every match with its evidence, JSON; undefined where nothing matched. */
  readonly evidence: string | undefined;
  /** Of every match, best first. */
  readonly scores: readonly number[];
  /** See `alerts/subject-key.ts`; empty where nothing matched. */
  readonly subject: string;
  readonly period: string;
}

type StoredScreening = Omit<Screening, 'matches'> & { matches: string };
/** With all matches, JSON. */
export type StoredEvidence = Omit<ScreeningEvidence, 'matches' | 'notes'> & { evidence: string; notes: string };

const VIEW = `screenings.id, screenings.name, entity_type AS entityType, date_of_birth AS dateOfBirth,
  min_score AS minScore, match_count AS matchCount, highest_score AS highestScore, screenings.created_at AS createdAt`;

export function screeningWrites(db: Connection) {
  const audit = auditAppender(db);
  const spend = quotaSpender(db);
  const alerts = alertOpener(db);
  const insert = db.prepare(
    `INSERT INTO screenings (account_id, key_id, user_id, name, folded, entity_type, date_of_birth, min_score, match_count,
       highest_score, matches, qualifying, snapshot, engine, duration_ms, notes, created_at)
     VALUES (:accountId, :keyId, :userId, :name, :folded, :entityType, :dateOfBirth, :minScore, :matchCount,
       :highestScore, :matches, :qualifying, :snapshot, :engine, :durationMs, :notes, :createdAt)`,
  );
  const insertEvidence = db.prepare('INSERT INTO screening_evidence (screening_id, matches) VALUES (?, ?)');
  const remove = db.prepare<[number], { accountId: number }>(
    'DELETE FROM screenings WHERE id = ? RETURNING account_id AS accountId',
  );
  return {
    'screenings.create': (row: ScreeningRow): CreateResult<{ id: number; createdAt: string }> => {
      const remaining = spend(row.accountId, row.period);
      if (remaining === undefined) return { kind: 'exhausted' };
      const { evidence, scores, subject, period: _, ...columns } = row;
      const id = Number(insert.run(columns).lastInsertRowid);
      if (evidence) {
        insertEvidence.run(id, deflateRawSync(evidence, COMPRESSION));
        alerts.ofScreening({ id, accountId: row.accountId, subject, scores, evidence, createdAt: row.createdAt });
      }
      return { kind: 'created', record: { id, createdAt: row.createdAt }, remaining };
    },
    'screenings.delete': (id: number, at: string, actor: Actor): boolean => {
      const removed = remove.get(id);
      if (!removed) return false;
      const { accountId } = removed;
      audit({ at, actor, action: 'screening.deleted', subject: `screening:${id}`, accountId, details: {} });
      return true;
    },
  };
}

export function screeningReads(db: Connection) {
  const one = db.prepare<[number, number], Omit<StoredEvidence, 'evidence'> & { evidence: Buffer | null }>(
    `SELECT ${VIEW}, qualifying, snapshot, engine, notes, user_id AS userId, keys.name AS keyName,
       screening_evidence.matches AS evidence
     FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id
       LEFT JOIN keys ON keys.id = key_id
     WHERE screenings.id = ? AND screenings.account_id = ?`,
  );
  const list = db.prepare<[number, number], StoredScreening>(
    `SELECT ${VIEW}, matches FROM screenings WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
  );
  return {
    'screenings.get': (accountId: number, id: number): StoredEvidence | undefined => {
      const row = one.get(id, accountId);
      return row && { ...row, evidence: row.evidence ? inflateRawSync(row.evidence).toString() : '[]' };
    },
    'screenings.list': (accountId: number, limit: number): Uint8Array =>
      jsonList(list.iterate(accountId, limit), listedScreening),
  };
}

/** `ListedScreening` of the API. The matches are in that form already, as JSON. */
function listedScreening(row: StoredScreening): string {
  const { id, name, entityType, dateOfBirth, matchCount, highestScore, createdAt, matches } = row;
  const hasMatch = matchCount > 0;
  const members = JSON.stringify({ id, name, entityType, hasMatch, matchCount, highestScore, createdAt });
  const born = dateOfBirth === null ? '' : `,"dateOfBirth":${JSON.stringify(dateOfBirth)}`;
  return `${members.slice(0, -1)},"matches":${matches}${born}}`;
}
