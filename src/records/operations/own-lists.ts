import type { Actor } from '../../domain/actor.ts';
import {
  contentText,
  EVERYBODY,
  KEPT_AFTER_END_DAYS,
  type ListOwner,
  MAX_OWN_LISTS,
  type NewOwnEntry,
  type OwnList,
  type OwnListHead,
  type OwnListsState,
  type SearchedOwnLists,
} from '../../domain/own-list.ts';
import { erasing, ofAccount, prepared } from '../operation.ts';
import { searchText } from '../search-text.ts';
import { RowList, shifted } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { ownListReads } from './own-list-reads.ts';

const DAY_MS = 86_400_000;

/** `taken`: a list of everybody, or of an account, has the name. `full`: no more lists may be made. */
export type PutOwnList =
  | { readonly kind: 'created' | 'changed' | 'unchanged'; readonly list: OwnList }
  | { readonly kind: 'taken' }
  | { readonly kind: 'full' };

/** What entries did to a list. `full`: the owner would have too many; nothing was stored. */
export type PutOwnEntries =
  | { readonly kind: 'stored'; readonly added: number; readonly changed: number }
  | { readonly kind: 'missing' | 'full' };

interface EntryRow {
  readonly entry: string;
  readonly content: string;
  readonly folded: string;
  readonly until: string | null;
}

/** Entries on their way into a list. */
interface EntriesToPut {
  readonly owner: ListOwner;
  readonly list: string;
  readonly entries: readonly NewOwnEntry[];
  /** Of all lists of the owner together. */
  readonly most: number;
  readonly actor: Actor | null;
}

interface RowsToPut extends Omit<EntriesToPut, 'entries'> {
  /** The owner, as operations of accounts are told it. */
  readonly accountId: number;
  readonly rows: readonly EntryRow[];
}

/** Counts of an import, for the audit log. */
export interface OwnListImport {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly refused: number;
}

function rowOf({ id: entry, content }: NewOwnEntry): EntryRow {
  const { name, otherNames, identifiers, until } = content;
  const folded = searchText(name, ...otherNames, entry, ...identifiers.map(({ value }) => value));
  return { entry, content: contentText(content), folded, until };
}

/** Own lists and their entries. Of another owner none is found. Every change raises the owner's version. */
export const ownListWrites = {
  /** Makes a list or changes what is said of it. Audited. */
  'ownLists.put': ofAccount(
    async (tx: Transaction, owner: ListOwner, list: string, head: OwnListHead, actor: Actor): Promise<PutOwnList> => {
      const before = await ownListReads['ownLists.get'](tx, owner, list);
      if (!before && (await isTaken(tx, owner, list))) return { kind: 'taken' };
      const lists = await tx.value<number>('SELECT count(*)::integer FROM own_lists WHERE owner = $1', owner);
      if (!before && lists! >= MAX_OWN_LISTS) return { kind: 'full' };
      const { title, description, enabled } = head;
      const isSame = before?.title === title && before.enabled === enabled;
      if (isSame && before.description === description) return { kind: 'unchanged', list: before };
      const version = await raised(tx, owner);
      await tx.run(
        `INSERT INTO own_lists (owner, list, title, description, enabled, version, created_at, updated_at)
         VALUES (:owner, :list, :title, :description, :enabled, :version, :at, :at)
         ON CONFLICT (owner, list) DO UPDATE SET title = excluded.title, description = excluded.description,
           enabled = excluded.enabled, version = excluded.version, updated_at = excluded.updated_at`,
        { owner, list, title, description, enabled, version, at: tx.at },
      );
      const now = (await ownListReads['ownLists.get'](tx, owner, list))!;
      // What is found in it is named otherwise, or begins or ends to be found.
      if (before && !isSame)
        await tx.run('UPDATE own_list_entries SET version = $1 WHERE list_id = $2', version, now.id);
      note(tx, actor, `own-list.${before ? 'changed' : 'created'}`, owner, `own-list:${now.id}`);
      return { kind: before ? 'changed' : 'created', list: now };
    },
  ),
  /** With the entries that are left. `entries`: how many it had. False where there is none. Audited. */
  'ownLists.remove': erasing(
    ofAccount(
      async (tx: Transaction, owner: ListOwner, list: string, actor: Actor, entries: number): Promise<boolean> => {
        const found = await ownListReads['ownLists.get'](tx, owner, list);
        if (!found) return false;
        await raised(tx, owner);
        await tx.run('DELETE FROM own_lists WHERE id = $1', found.id);
        note(tx, actor, 'own-list.deleted', owner, `own-list:${found.id}`, { entries });
        return true;
      },
    ),
  ),
  /** Deletes some entries of a list that is being deleted, `most` at most. Answers how many. */
  'ownLists.removeSome': erasing(
    ofAccount(async (tx: Transaction, owner: ListOwner, list: string, most: number): Promise<number> => {
      const found = await ownListReads['ownLists.get'](tx, owner, list);
      if (!found) return 0;
      const removed = await tx.column<number>(
        `DELETE FROM own_list_entries WHERE id IN
           (SELECT id FROM own_list_entries WHERE list_id = $1 ORDER BY id LIMIT $2) RETURNING id`,
        found.id,
        most,
      );
      if (removed.length > 0) await count(tx, found.id, await raised(tx, owner), -removed.length);
      return removed.length;
    }),
  ),
  /** Adds entries or changes them; what is the same stays as it is. With an actor each of them is audited. */
  'ownLists.putEntries': prepared(
    ({ entries, ...rest }: EntriesToPut): [RowsToPut] => [{ ...rest, accountId: rest.owner, rows: entries.map(rowOf) }],
    ofAccount(async (tx: Transaction, { owner, list, rows, most, actor }: RowsToPut): Promise<PutOwnEntries> => {
      const found = await ownListReads['ownLists.get'](tx, owner, list);
      if (!found) return { kind: 'missing' };
      const known = await contentsOf(tx, found.id, rows);
      const fresh = rows.filter(({ entry, content }) => known.get(entry) !== content);
      const added = fresh.filter(({ entry }) => !known.has(entry));
      const all = await tx.value<number>('SELECT sum(entries)::integer FROM own_lists WHERE owner = $1', owner);
      if (all! + added.length > most) return { kind: 'full' };
      if (fresh.length === 0) return { kind: 'stored', added: 0, changed: 0 };
      const version = await raised(tx, owner);
      await store(tx, found, version, fresh);
      await count(tx, found.id, version, added.length);
      if (actor) await noteEntries(tx, actor, { owner, listId: found.id, fresh, known });
      return { kind: 'stored', added: added.length, changed: fresh.length - added.length };
    }),
  ),
  /** False where there was none of them. With an actor each is audited. */
  'ownLists.removeEntries': erasing(
    ofAccount(
      async (
        tx: Transaction,
        owner: ListOwner,
        list: string,
        entries: readonly string[],
        actor: Actor | null,
      ): Promise<boolean> => {
        const found = await ownListReads['ownLists.get'](tx, owner, list);
        if (!found) return false;
        const removed = await tx.column<number>(
          'DELETE FROM own_list_entries WHERE list_id = $1 AND entry = ANY($2::text[]) RETURNING id',
          found.id,
          entries,
        );
        if (removed.length === 0) return false;
        const version = await raised(tx, owner);
        await count(tx, found.id, version, -removed.length);
        for (const id of actor ? removed.sort((a, b) => a - b) : []) {
          note(tx, actor!, 'own-list.entry-deleted', owner, `own-entry:${id}`, { list: found.id });
        }
        return true;
      },
    ),
  ),
  /** Writes down that a file was imported. Audited, with counts alone. */
  'ownLists.imported': ofAccount(
    async (tx: Transaction, owner: ListOwner, list: string, counts: OwnListImport, actor: Actor): Promise<void> => {
      const found = await ownListReads['ownLists.get'](tx, owner, list);
      if (found) note(tx, actor, 'own-list.imported', owner, `own-list:${found.id}`, { ...counts });
    },
  ),
  /**
   * Makes a new version of an owner where entries ended before `today`, `YYYY-MM-DD`. Where none did any more, it
   * deletes entries that ended long before. `most` at a time, so that other writes wait for milliseconds. Answers how
   * many; 0 where nothing is left to do.
   */
  'ownLists.endSome': async (tx: Transaction, today: string, most: number): Promise<number> => {
    const owner = await tx.value<ListOwner>(
      `SELECT owner FROM own_list_entries JOIN own_lists ON own_lists.id = list_id
       WHERE until < $1 AND NOT ended LIMIT 1`,
      today,
    );
    if (owner !== undefined) return endOf(tx, owner, today, most);
    const before = shifted(`${today}T00:00:00.000Z`, -KEPT_AFTER_END_DAYS * DAY_MS).slice(0, 10);
    const lists = await tx.column<number>(
      `DELETE FROM own_list_entries WHERE id IN
         (SELECT id FROM own_list_entries WHERE until < $1 LIMIT $2) RETURNING list_id`,
      before,
      most,
    );
    for (const [id, gone] of Map.groupBy(lists, (listId) => listId)) {
      await tx.run('UPDATE own_lists SET entries = entries - $1 WHERE id = $2', gone.length, id);
    }
    return lists.length;
  },
  /** The customers were compared with all changes up to a version, by this version of the engine. */
  'ownLists.compared': async (
    tx: Transaction,
    { owner, version }: Pick<OwnListsState, 'owner' | 'version'>,
    engine: string,
  ): Promise<void> => {
    const up = 'UPDATE own_list_states SET compared = $1, engine = $2 WHERE owner = $3 AND version >= $1';
    await tx.run(up, version, engine, owner);
  },
};

/**
 * A customer was screened against an older version than there is now, since which customers may have been compared:
 * they are again.
 */
export async function compareAgain(
  tx: Transaction,
  accountId: number,
  searched: SearchedOwnLists = { own: 0, everybody: 0 },
): Promise<void> {
  const again = 'UPDATE own_list_states SET compared = $1 WHERE owner = $2 AND version > $1 AND compared > $1';
  await tx.run(again, searched.own, accountId);
  await tx.run(again, searched.everybody, EVERYBODY);
}

/** The next version of an owner. Writes of one owner wait for each other from here on, whichever node they are on. */
async function raised(tx: Transaction, owner: ListOwner): Promise<number> {
  const version = await tx.value<number>(
    `INSERT INTO own_list_states (owner, version, compared, changed_at) VALUES (:owner, 1, 0, :at)
     ON CONFLICT (owner) DO UPDATE SET version = own_list_states.version + 1, changed_at = excluded.changed_at
     RETURNING version`,
    { owner, at: tx.at },
  );
  await tx.tell('own-lists', String(owner));
  return version!;
}

/** Ends entries of an owner that ended before `today`, `most` at most; how many these are. */
async function endOf(tx: Transaction, owner: ListOwner, today: string, most: number): Promise<number> {
  const version = await raised(tx, owner);
  const ended = await tx.column<number>(
    `UPDATE own_list_entries SET ended = true, version = $1 WHERE id IN
       (SELECT own_list_entries.id FROM own_list_entries JOIN own_lists ON own_lists.id = list_id
        WHERE until < $2 AND NOT ended AND owner = $3 LIMIT $4) RETURNING id`,
    version,
    today,
    owner,
    most,
  );
  return ended.length;
}

/** An account's list and one of everybody never have the same name, since both are the source `own:NAME`. */
async function isTaken(tx: Transaction, owner: ListOwner, list: string): Promise<boolean> {
  const others = owner === EVERYBODY ? 'owner <> $2' : 'owner = $2';
  return (await tx.value(`SELECT 1 FROM own_lists WHERE list = $1 AND ${others}`, list, EVERYBODY)) !== undefined;
}

async function contentsOf(tx: Transaction, listId: number, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  const known = await tx.all<Pick<EntryRow, 'entry' | 'content'>>(
    'SELECT entry, content FROM own_list_entries WHERE list_id = $1 AND entry = ANY($2::text[])',
    listId,
    rows.map(({ entry }) => entry),
  );
  return new Map(known.map(({ entry, content }) => [entry, content]));
}

async function store(tx: Transaction, { id }: OwnList, version: number, rows: readonly EntryRow[]): Promise<void> {
  await tx.run(
    `INSERT INTO own_list_entries (list_id, entry, content, folded, until, version, created_at, updated_at)
     SELECT :listId, :entry, :content, :folded, :until, :version, :at, :at
     FROM given (listId bigint, entry text, content text, folded text, until text, version bigint, at timestamptz)
     ON CONFLICT (list_id, entry) DO UPDATE SET content = excluded.content, folded = excluded.folded,
       until = excluded.until, ended = false, version = excluded.version, updated_at = excluded.updated_at`,
    new RowList(rows.map((row) => ({ ...row, listId: id, version, at: tx.at }))),
  );
}

async function count(tx: Transaction, listId: number, version: number, more: number): Promise<void> {
  await tx.run(
    'UPDATE own_lists SET entries = entries + :more, version = :version, updated_at = :at WHERE id = :listId',
    { more, version, at: tx.at, listId },
  );
}

async function noteEntries(
  tx: Transaction,
  actor: Actor,
  {
    owner,
    listId,
    fresh,
    known,
  }: { owner: ListOwner; listId: number; fresh: readonly EntryRow[]; known: ReadonlyMap<string, string> },
): Promise<void> {
  for (const { entry } of fresh) {
    const one = 'SELECT id FROM own_list_entries WHERE list_id = $1 AND entry = $2';
    const id = await tx.value<number>(one, listId, entry);
    const action = known.has(entry) ? 'own-list.entry-changed' : 'own-list.entry-added';
    note(tx, actor, action, owner, `own-entry:${id}`, { list: listId });
  }
}

function note(
  tx: Transaction,
  actor: Actor,
  action: string,
  owner: ListOwner,
  subject: string,
  details: Readonly<Record<string, number>> = {},
): void {
  tx.audit({ at: tx.at, actor, action, subject, accountId: owner === EVERYBODY ? null : owner, details });
}
