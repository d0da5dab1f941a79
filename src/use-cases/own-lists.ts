import type { Actor } from '../domain/actor.ts';
import {
  contentText,
  type ListOwner,
  MAX_OWN_ENTRIES,
  type NewOwnEntry,
  type OwnEntryContent,
  type OwnList,
} from '../domain/own-list.ts';
import { TouchstoneError } from '../errors.ts';
import type { OwnListRow } from '../own-lists/list-rows.ts';
import type { OwnListImport, Records } from '../records/port.ts';
import { say } from '../sentences.ts';

/** Entries of one transaction. */
const PAGE_ENTRIES = 500;
/** A list that loses more than this share of its entries, or of their ids, is taken for a mistake. */
const MAX_LOSS = 1 / 5;
/** From so many on, reading the names of more before they are compiled is worth a thread. */
const MANY_ENTRIES = 5_000;
/** The ids of fewer entries are no ground to judge by. */
const ENOUGH_ENTRIES = 10;

export interface OwnListPorts {
  readonly records: Pick<Records, 'ownLists'>;
  /** Which of some names leave nothing to compare, in their order. */
  incomparable(names: readonly Pick<OwnEntryContent, 'name' | 'entityType'>[]): Promise<readonly boolean[]>;
  /** Lets searches see at once what changed. */
  wake(): Promise<void>;
  /** Names that come into an owner's lists soon, to be read meanwhile. */
  foresee(owner: ListOwner, names: readonly Pick<OwnEntryContent, 'name' | 'entityType'>[]): void;
  /** Lets searches see at once what a file brought. */
  imported(owner: ListOwner): Promise<void>;
}

/** A row that is no entry. `row`: its number in the file, from 1 on. */
interface RefusedRow {
  readonly row: number;
  readonly reason: string;
}

/** What a file did to a list, or would do. */
export interface OwnListImported extends Omit<OwnListImport, 'refused'> {
  readonly refused: readonly RefusedRow[];
}

export interface OwnFile {
  readonly rows: AsyncIterable<readonly OwnListRow[]> | Iterable<readonly OwnListRow[]>;
  /** `replace`: what is not in the file leaves the list. */
  readonly mode: 'replace' | 'add';
  /** Takes a file that lacks much of the list. */
  readonly force: boolean;
  /** Tells what would change, and changes nothing. */
  readonly preview: boolean;
}

/** What a file says. */
interface ReadFile {
  readonly read: number;
  readonly entries: ReadonlyMap<string, OwnEntryContent>;
  readonly refused: readonly RefusedRow[];
  /** Ids of rows that were refused: what the list has of them stays. */
  readonly refusedIds: ReadonlySet<string>;
}

/**
 * Stores an entry; answers whether it is new. Throws `validation` for a name that leaves nothing to compare,
 * `not-found` without the list, and `full`.
 */
export async function putOwnEntry(
  ports: OwnListPorts,
  { owner, list }: { readonly owner: ListOwner; readonly list: string },
  entry: NewOwnEntry,
  actor: Actor,
): Promise<'added' | 'changed' | 'unchanged'> {
  const [problem] = await problemsOf(ports, [entry.content]);
  if (problem) throw new TouchstoneError('validation', problem);
  const { added, changed } = await put(ports, { owner, list }, [entry], MAX_OWN_ENTRIES, actor);
  await ports.wake();
  return added > 0 ? 'added' : changed > 0 ? 'changed' : 'unchanged';
}

/**
 * Imports a file into a list. Entries come before others leave, so that no search in between finds less than before or
 * after. Throws `not-found` without the list, `list-unusable` for a file that lacks much of it, and `full`.
 */
export async function importOwnList(
  ports: OwnListPorts,
  target: { readonly owner: ListOwner; readonly list: string },
  { rows, mode, force, preview }: OwnFile,
  actor: Actor,
): Promise<OwnListImported> {
  const { ownLists } = ports.records;
  const found = await ownLists.get(target.owner, target.list);
  if (!found) throw new TouchstoneError('not-found', say('refusal.no-own-list', { list: target.list }));
  // Of a file with the rows that the list has already, few names will be compiled.
  const file = await readFile(ports, rows, (names, before) => {
    if (!preview && before >= Math.max(MANY_ENTRIES, found.entries)) ports.foresee(target.owner, names);
  });
  if (file.entries.size === 0) throw new TouchstoneError('list-unusable', say('refusal.own-list-empty'));
  const known = await contentsOf(ports, target);
  const removed =
    mode === 'add' ? [] : [...known.keys()].filter((id) => !file.entries.has(id) && !file.refusedIds.has(id));
  if (!force) checkLoss(known.size, file.entries.size, removed.length, mode);
  const fresh = [...file.entries].filter(([id, content]) => known.get(id) !== contentText(content));
  const added = fresh.filter(([id]) => !known.has(id)).length;
  await checkRoom(ports, target.owner, added - removed.length);
  const counts = { read: file.read, added, changed: fresh.length - added, removed: removed.length };
  if (preview) return { ...counts, refused: file.refused };
  // While a page is stored the next one is made ready.
  let storing: Promise<unknown> = Promise.resolve();
  for (let at = 0; at < fresh.length; at += PAGE_ENTRIES) {
    const page = fresh.slice(at, at + PAGE_ENTRIES).map(([id, content]) => ({ id, content }));
    const before = storing;
    storing = put(ports, target, page, 2 * MAX_OWN_ENTRIES, null);
    storing.catch(() => {});
    await before;
  }
  await storing;
  for (let at = 0; at < removed.length; at += PAGE_ENTRIES) {
    await ownLists.removeEntries(target.owner, target.list, removed.slice(at, at + PAGE_ENTRIES), null);
  }
  await ownLists.imported(target.owner, target.list, { ...counts, refused: file.refused.length }, actor);
  await ports.imported(target.owner);
  return { ...counts, refused: file.refused };
}

async function put(
  { records }: OwnListPorts,
  { owner, list }: { readonly owner: ListOwner; readonly list: string },
  entries: readonly NewOwnEntry[],
  most: number,
  actor: Actor | null,
): Promise<{ readonly added: number; readonly changed: number }> {
  const stored = await records.ownLists.putEntries({ owner, list, entries, most, actor });
  if (stored.kind === 'stored') return stored;
  throw stored.kind === 'full' ? full() : new TouchstoneError('not-found', say('refusal.no-own-list', { list }));
}

type Names = readonly Pick<OwnEntryContent, 'name' | 'entityType'>[];

/** `foresee` is told the names of each page, and how many entries came before. */
async function readFile(
  ports: OwnListPorts,
  rows: OwnFile['rows'],
  foresee: (names: Names, before: number) => void,
): Promise<ReadFile> {
  const entries = new Map<string, OwnEntryContent>();
  const refused: RefusedRow[] = [];
  const refusedIds = new Set<string>();
  let read = 0;
  let checking: Promise<void> = Promise.resolve();
  for await (const page of rows) {
    // While a page is checked the next one is read.
    await checking;
    checking = take(page);
    checking.catch(() => {});
  }
  await checking;
  async function take(page: readonly OwnListRow[]): Promise<void> {
    const good = page.filter((row) => 'entry' in row);
    const contents = good.map(({ entry }) => entry.content);
    const problems = await problemsOf(ports, contents);
    foresee(contents.flatMap(namesOf), entries.size);
    for (const [place, { row, entry }] of good.entries()) {
      const reason = problems[place];
      if (reason === undefined) entries.set(entry.id, entry.content);
      else refuse(row, entry.id, reason);
    }
    for (const row of page) if ('reason' in row) refuse(row.row, row.id, row.reason);
    read += page.length;
  }
  function refuse(row: number, id: string, reason: string): void {
    refused.push({ row, reason });
    refusedIds.add(id);
  }
  refused.sort((a, b) => a.row - b.row);
  return { read, entries, refused, refusedIds };
}

/** Of each content why nobody could find it, under each of its names; undefined where somebody can. */
async function problemsOf(
  ports: Pick<OwnListPorts, 'incomparable'>,
  contents: readonly OwnEntryContent[],
): Promise<(string | undefined)[]> {
  const names = contents.flatMap((content, place) => namesOf(content).map((one) => ({ ...one, place })));
  const wrong =
    names.length === 0 ? [] : await ports.incomparable(names.map(({ name, entityType }) => ({ name, entityType })));
  const problems: (string | undefined)[] = contents.map(() => undefined);
  for (const [at, { name, place }] of names.entries()) {
    if (wrong[at]) problems[place] ??= say('row.nothing-to-compare', { name });
  }
  return problems;
}

const namesOf = ({ name, otherNames, entityType }: OwnEntryContent) =>
  [name, ...otherNames].map((one) => ({ name: one, entityType }));

/** Contents as texts by their ids. */
async function contentsOf(
  { records: { ownLists } }: OwnListPorts,
  { owner, list }: { readonly owner: ListOwner; readonly list: string },
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let after = ''; ; ) {
    const page = await ownLists.entries(owner, list, { after, limit: PAGE_ENTRIES });
    for (const entry of page) known.set(entry.id, contentText(entry));
    if (page.length < PAGE_ENTRIES) return known;
    after = page.at(-1)!.id;
  }
}

function checkLoss(before: number, count: number, gone: number, mode: OwnFile['mode']): void {
  if (mode === 'add' || before < ENOUGH_ENTRIES) return;
  if (count < before * (1 - MAX_LOSS)) throw doubtful(say('list-file.shrunk', { count, before }));
  if (gone > before * MAX_LOSS) throw doubtful(say('list-file.ids-replaced', { gone, before }));
}

async function checkRoom({ records }: OwnListPorts, owner: ListOwner, more: number): Promise<void> {
  const lists: readonly OwnList[] = await records.ownLists.all(owner);
  const entries = lists.reduce((sum, one) => sum + one.entries, 0);
  if (entries + more > MAX_OWN_ENTRIES) throw full();
}

function doubtful(why: string): TouchstoneError {
  const text = say('refusal.own-list-doubtful', { why: why.replace(/\.$/, '') });
  return new TouchstoneError('list-unusable', `${text[0]!.toUpperCase()}${text.slice(1)}`);
}

function full(): TouchstoneError {
  return new TouchstoneError('full', say('refusal.own-entries-full', { most: MAX_OWN_ENTRIES }));
}

/** Entries that one transaction deletes: few enough that other writes wait for milliseconds. */
const REMOVED_AT_ONCE = 2_000;

/**
 * Deletes a list with its entries, in transactions of a bounded size. One that is interrupted leaves the list with
 * fewer entries, and deleting it again goes on. False where there is none.
 */
export async function removeOwnList(
  { records }: Pick<OwnListPorts, 'records'>,
  { owner, list }: { readonly owner: ListOwner; readonly list: string },
  actor: Actor,
): Promise<boolean> {
  const found = await records.ownLists.get(owner, list);
  if (!found) return false;
  let removed = 0;
  do {
    removed = await records.ownLists.removeSome(owner, list, REMOVED_AT_ONCE);
  } while (removed === REMOVED_AT_ONCE);
  return records.ownLists.remove(owner, list, actor, found.entries);
}
