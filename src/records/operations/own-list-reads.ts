import type {
  ListedOwnEntry,
  ListOwner,
  OwnEntry,
  OwnEntryContent,
  OwnList,
  OwnListStep,
  OwnListsState,
} from '../../domain/own-list.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import { addWords, Conditions } from './page-query.ts';

const LIST = `id, list, title, description, enabled::boolean AS enabled, entries, version, created_at, updated_at`;
const ENTRY = 'entry, content, version, created_at, updated_at';
/** What is searched on a day. */
const LISTED = `FROM own_list_entries JOIN own_lists ON own_lists.id = list_id
  WHERE owner = :owner AND enabled AND (until IS NULL OR until >= :today)`;

type StoredEntry = Pick<OwnEntry, 'version' | 'createdAt' | 'updatedAt'> & {
  readonly entry: string;
  readonly content: string;
};

/** A page of the entries of a list, by their ids. */
export interface OwnEntriesQuery {
  /** Words that have to stand in a name, the id or a number. */
  readonly name?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Where a page of all that searches find begins: behind this entry of this list. */
export interface ListedPlace {
  readonly listId: number;
  readonly entry: string;
}

/** Sums over all owners: where one of them is another, something changed. */
export interface OwnListsPulse {
  readonly owners: number;
  readonly versions: number;
}

/** A customer with an alert, and the keys of the entity's entries (`entryKey`). */
export interface WatchedOwnEntries {
  readonly customerId: number;
  readonly accountId: number;
  readonly keys: readonly string[];
}

export const ownListReads = {
  /** Undefined where the owner has none of this name. */
  'ownLists.get': ofAccount(
    (sql: Sql, owner: ListOwner, list: string): Promise<OwnList | undefined> =>
      sql.one<OwnList>(`SELECT ${LIST} FROM own_lists WHERE owner = $1 AND list = $2`, owner, list),
  ),
  /** By name. */
  'ownLists.all': ofAccount(
    (sql: Sql, owner: ListOwner): Promise<OwnList[]> =>
      sql.all<OwnList>(`SELECT ${LIST} FROM own_lists WHERE owner = $1 ORDER BY list`, owner),
  ),
  /** Of every owner, for the operator. */
  'ownLists.everyones': (sql: Sql): Promise<(OwnList & { readonly owner: ListOwner })[]> =>
    sql.all(`SELECT owner, ${LIST} FROM own_lists ORDER BY owner, list`),
  /** The version of every owner. */
  'ownLists.versions': (sql: Sql): Promise<Pick<OwnListsState, 'owner' | 'version'>[]> =>
    sql.all('SELECT owner, version FROM own_list_states'),
  /** Undefined where the list has no such entry. */
  'ownLists.entry': ofAccount(
    async (sql: Sql, owner: ListOwner, list: string, id: string): Promise<OwnEntry | undefined> => {
      const row = await sql.one<StoredEntry>(
        `SELECT ${ENTRY} FROM own_list_entries
         WHERE entry = $1 AND list_id = (SELECT id FROM own_lists WHERE owner = $2 AND list = $3)`,
        id,
        owner,
        list,
      );
      return row && entryOf(row);
    },
  ),
  'ownLists.pulse': async (sql: Sql): Promise<OwnListsPulse> => {
    const sums = await sql.one<OwnListsPulse>(
      'SELECT count(*)::integer AS owners, coalesce(sum(version), 0)::bigint AS versions FROM own_list_states',
    );
    return sums!;
  },
};

export const ownListPages = {
  /** What people did to a list, the newest first; undefined where the owner has none of this name. */
  'ownLists.history': ofAccount(
    async (sql: Sql, owner: ListOwner, list: string, limit: number): Promise<OwnListStep[] | undefined> => {
      const id = await sql.value<number>('SELECT id FROM own_lists WHERE owner = $1 AND list = $2', owner, list);
      if (id === undefined) return undefined;
      const steps = await sql.all<Omit<OwnListStep, 'entry'> & { readonly subject: string }>(
        `SELECT sequence, at, actor, action, subject FROM audit
         WHERE account_id = :owner AND action LIKE 'own-list.%'
           AND (subject = :subject OR details::text = :details)
         ORDER BY sequence DESC LIMIT :limit`,
        { owner, subject: `own-list:${id}`, details: JSON.stringify({ list: id }), limit },
      );
      const named = await entriesNamed(sql, id, steps);
      return steps.map(({ subject, ...step }) => ({ ...step, entry: named.get(subject) ?? null }));
    },
  ),
  /** At most `limit`, behind the entry `after`. */
  'ownLists.entries': ofAccount(
    async (sql: Sql, owner: ListOwner, list: string, query: OwnEntriesQuery): Promise<OwnEntry[]> => {
      const { name, after = '', limit } = query;
      const where = new Conditions();
      where.add('list_id = (SELECT id FROM own_lists WHERE owner = $ AND list = $)', owner, list);
      where.add('entry > $', after);
      addWords(where, name);
      const page = `SELECT ${ENTRY} FROM own_list_entries WHERE ${where.sql} ORDER BY entry LIMIT ${where.value(limit)}`;
      return (await sql.all<StoredEntry>(page, ...where.values)).map(entryOf);
    },
  ),
};

/** What searches and monitoring read. */
export const ownListSweeps = {
  /** Owners whose customers are to be compared by this version of the engine; with all entries where by another. */
  'ownLists.behind': (sql: Sql, engine: string): Promise<OwnListsState[]> =>
    sql.all<OwnListsState>(
      `SELECT owner, version, CASE WHEN engine = $1 THEN compared ELSE 0 END AS compared, changed_at
       FROM own_list_states WHERE version > compared OR engine <> $1 ORDER BY owner`,
      engine,
    ),
  /** What searches find that changed after the version `since`; `limit` at most. */
  'ownLists.changes': ofAccount(
    (
      sql: Sql,
      owner: ListOwner,
      { today, since, limit }: { readonly today: string; readonly since: number; readonly limit: number },
    ) =>
      sql.all<ListedOwnEntry>(
        `SELECT list, title, entry, content, own_list_entries.version, own_list_entries.created_at ${LISTED}
           AND own_list_entries.version > :since LIMIT :limit`,
        { owner, today, since, limit },
      ),
  ),
  /** A page of all that searches find: list by list, and in each by the ids. */
  'ownLists.listed': ofAccount(
    async (
      sql: Sql,
      owner: ListOwner,
      {
        today,
        after,
        limit,
      }: { readonly today: string; readonly after: ListedPlace | undefined; readonly limit: number },
    ): Promise<(ListedOwnEntry & ListedPlace)[]> => {
      const lists = await sql.all<{ readonly id: number; readonly list: string; readonly title: string }>(
        'SELECT id, list, title FROM own_lists WHERE owner = $1 AND enabled AND id >= $2 ORDER BY id',
        owner,
        after?.listId ?? 0,
      );
      const page: (ListedOwnEntry & ListedPlace)[] = [];
      for (const { id: listId, list, title } of lists) {
        if (page.length >= limit) break;
        const rows = await sql.all<Omit<ListedOwnEntry, 'list' | 'title'>>(
          `SELECT entry, content, version, created_at FROM own_list_entries
           WHERE list_id = $1 AND entry > $2 AND (until IS NULL OR until >= $3) ORDER BY entry LIMIT $4`,
          listId,
          listId === after?.listId ? after.entry : '',
          today,
          limit - page.length,
        );
        for (const { entry, content, version, createdAt } of rows)
          page.push({ listId, list, title, entry, content, version, createdAt });
      }
      return page;
    },
  ),
  /** How many entries searches find. */
  'ownLists.count': ofAccount(async (sql: Sql, owner: ListOwner, today: string): Promise<number> => {
    return (await sql.value<number>(`SELECT count(*)::integer ${LISTED}`, { owner, today }))!;
  }),
  /** Keys of all that searches find, `own:LIST:ENTRY`. */
  'ownLists.keys': ofAccount(
    (sql: Sql, owner: ListOwner, today: string): Promise<string[]> =>
      sql.column<string>(`SELECT 'own:' || list || ':' || entry AS key ${LISTED}`, { owner, today }),
  ),
  /** Of an owner, or of all accounts for everybody: customers with alerts of own lists that are not delisted. */
  'ownLists.watched': ofAccount(async (sql: Sql, owner: ListOwner): Promise<WatchedOwnEntries[]> => {
    const rows = await sql.all<Omit<WatchedOwnEntries, 'keys'> & { readonly entries: string }>(
      `SELECT customer_id, account_id, entries::text AS entries FROM alerts
       WHERE customer_id IS NOT NULL AND state <> 'delisted' AND strpos(' ' || sources || ' ', ' own ') > 0
         AND (account_id = :owner OR :owner::bigint = 0)`,
      { owner },
    );
    return rows.map(({ entries, ...rest }) => ({ ...rest, keys: JSON.parse(entries) as string[] }));
  }),
};

/** The ids of entries by their subjects in the audit log; those that were deleted are left out. */
async function entriesNamed(
  sql: Sql,
  listId: number,
  steps: readonly { readonly subject: string }[],
): Promise<Map<string, string>> {
  const ids = steps.flatMap(({ subject }) => (subject.startsWith('own-entry:') ? [Number(subject.slice(10))] : []));
  const rows = await sql.all<{ readonly id: number; readonly entry: string }>(
    'SELECT id, entry FROM own_list_entries WHERE list_id = $1 AND id = ANY($2::bigint[])',
    listId,
    ids,
  );
  return new Map(rows.map(({ id, entry }) => [`own-entry:${id}`, entry]));
}

function entryOf({ entry: id, content, version, createdAt, updatedAt }: StoredEntry): OwnEntry {
  return { id, ...(JSON.parse(content) as OwnEntryContent), version, createdAt, updatedAt };
}
