import type { Actor } from '../../domain/actor.ts';
import type {
  ListedMediaSearch,
  MediaQuestion,
  MediaSearchRecord,
  NewMediaSearch,
} from '../../domain/adverse-media.ts';
import { type CreateResult, periodOf } from '../../domain/quota.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** A name that nobody is to find in the news. */
export interface BarredName {
  readonly name: string;
  /** In small letters with single spaces, by which two writings are one. */
  readonly folded: string;
  readonly reason: string;
}

interface MediaSearchesQuery {
  readonly limit: number;
  /** Below this id. */
  readonly before?: number | undefined;
}

type StoredSearch = ListedMediaSearch & { readonly question: string; readonly found: Uint8Array };
type Found = Pick<MediaSearchRecord, 'events' | 'coverage' | 'notes'>;

const LISTED = 'id, name, entity_type, date_of_birth, score, event_count, created_at';

/** Searches of accounts in the news, and names that are barred from it. Of another account none is found. */
export const mediaWrites = {
  /** Record and quota unit in one transaction; `exhausted` stores and spends nothing. */
  'media.create': ofAccount(
    async (tx: Transaction, search: NewMediaSearch): Promise<CreateResult<{ id: number; createdAt: string }>> => {
      const { accountId, keyId, userId, events, eventCount, coverage, notes, ...asked } = search;
      const remaining = await tx.quota.spend(accountId, periodOf(new Date(tx.at)), tx.at);
      if (remaining === undefined) return { kind: 'exhausted' };
      const id = await tx.value<number>(
        `INSERT INTO media_searches (account_id, key_id, user_id, name, entity_type, date_of_birth, question, score,
           event_count, found, created_at)
         VALUES (:accountId, :keyId, :userId, :name, :entityType, :dateOfBirth, :question, :score, :eventCount, :found, :at)
         RETURNING id`,
        {
          accountId,
          keyId,
          userId,
          name: asked.name,
          entityType: asked.entityType,
          dateOfBirth: asked.dateOfBirth,
          question: JSON.stringify(asked),
          score: events[0]?.score ?? 0,
          eventCount,
          found: await tx.packed(JSON.stringify({ events, coverage, notes } satisfies Found)),
          at: tx.at,
        },
      );
      return { kind: 'created', record: { id: id!, createdAt: tx.at }, remaining };
    },
  ),
  /** False where the name is barred already. Audited, without the name. */
  'media.bar': async (tx: Transaction, { name, folded, reason }: BarredName, by: Actor): Promise<boolean> => {
    const id = await tx.value<number>(
      `INSERT INTO media_barred_names (name, folded, reason, barred_by, created_at)
       VALUES (:name, :folded, :reason, :by, :at) ON CONFLICT (folded) DO NOTHING RETURNING id`,
      { name, folded, reason, by, at: tx.at },
    );
    if (id === undefined) return false;
    tx.audit({
      at: tx.at,
      actor: by,
      action: 'media.name-barred',
      subject: `media-name:${id}`,
      accountId: null,
      details: {},
    });
    return true;
  },
};

export const mediaReads = {
  /** Undefined where the account has no such search. */
  'media.get': ofAccount(async (sql: Sql, accountId: number, id: number): Promise<MediaSearchRecord | undefined> => {
    const row = await sql.one<StoredSearch>(
      `SELECT ${LISTED}, question, found FROM media_searches WHERE id = $1 AND account_id = $2`,
      id,
      accountId,
    );
    if (!row) return undefined;
    const { question, found, ...listed } = row;
    const { events, coverage, notes } = JSON.parse(await sql.unpacked(found)) as Found;
    return { ...listed, asked: JSON.parse(question) as MediaQuestion, events, coverage, notes };
  }),
  /** The id of the name that was barred last; 0 where there is none. It rises with each. */
  'media.newestBarred': async (sql: Sql): Promise<number> =>
    (await sql.value<number | null>('SELECT max(id) AS id FROM media_barred_names')) ?? 0,
  /** Names that are barred, as they are compared. */
  'media.barred': (sql: Sql): Promise<string[]> =>
    sql.column<string>('SELECT folded FROM media_barred_names ORDER BY id'),
};

export const mediaPages = {
  /** Newest first, at most `limit`. */
  'media.page': ofAccount((sql: Sql, accountId: number, { limit, before }: MediaSearchesQuery) =>
    sql.all<ListedMediaSearch>(
      `SELECT ${LISTED} FROM media_searches WHERE account_id = :accountId AND id < :before ORDER BY id DESC LIMIT :limit`,
      { accountId, before: before ?? Number.MAX_SAFE_INTEGER, limit },
    ),
  ),
};
