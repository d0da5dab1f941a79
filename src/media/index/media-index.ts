import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { TouchstoneError } from '../../errors.ts';
import { isMissing, unwritable } from '../../file-failure.ts';
import type { MediaEvent } from '../events.ts';
import { packed, unpacked } from './event-body.ts';
import { FORM, TABLES } from './index-tables.ts';
import { keysOfName, type NamedKind, nameNumber, wordNumber } from './name-keys.ts';

/** A name of the news that a key leads to. */
export interface FoundName {
  readonly number: number;
  readonly text: string;
}

/** A day of one source: `2026-03-01 gdelt`. */
export interface IndexedDay {
  readonly day: string;
  /** What its file was known by when it was put in. */
  readonly state: string;
  /** Files of the source, articles in them, and bytes on disk. */
  readonly files: number;
  readonly articles: number;
  readonly bytes: number;
}

/** What the index holds. */
export interface IndexTotals {
  readonly events: number;
  readonly persons: number;
  readonly organizations: number;
}

/** Event as the index stores it: `row` rises with everything that is added or changed. */
export interface StoredEvent {
  readonly row: number;
  readonly event: MediaEvent;
}

type Kept = { readonly row: number; readonly body: Buffer };
type KeptOfDay = Kept & { readonly id: string };
/** Names by their number, each with the rows of the events that mention it. */
type Mentioned = Map<number, { readonly text: string; readonly kind: NamedKind; readonly rows: number[] }>;
type KeyedName = [key: number, size: number, number: number, text: string];

/** Of the sync, and of each thread that searches. */
const [WRITING_KIB, READING_KIB] = [32_768, 16_384];
/**
 * The names of the news with their events, in a file of SQLite. It is made of the day files alone, so a damaged one is
 * removed and made again. One process writes, a day in one transaction, while others read.
 */
export class MediaIndex {
  readonly #db: Database.Database;

  /** Makes the file where there is none, and again where it has another form. Throws `unwritable`. */
  static open(file: string): MediaIndex {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const db = new Database(file, { timeout: 60_000 });
      db.pragma('auto_vacuum = INCREMENTAL');
      db.pragma('journal_mode = WAL');
      db.pragma('synchronous = NORMAL');
      db.pragma('secure_delete = ON');
      db.pragma(`cache_size = -${WRITING_KIB}`);
      const index = new MediaIndex(db);
      index.#make();
      return index;
    } catch (error) {
      throw unwritable(file, error);
    }
  }

  /** To read only; undefined where there is none yet, or one of another form. Throws `damaged`. */
  static reading(file: string): MediaIndex | undefined {
    try {
      const db = new Database(file, { readonly: true, fileMustExist: true, timeout: 10_000 });
      db.pragma(`cache_size = -${READING_KIB}`);
      if (db.pragma('user_version', { simple: true }) === FORM) return new MediaIndex(db);
      db.close();
      return undefined;
    } catch (cause) {
      if (isMissing(cause) || (cause as { code?: string }).code === 'SQLITE_CANTOPEN') return undefined;
      throw new TouchstoneError('damaged', `${file} is damaged. Remove it, and sync again.`, { cause });
    }
  }

  private constructor(db: Database.Database) {
    this.#db = db;
  }

  /** In order. */
  days(): IndexedDay[] {
    return this.#all<IndexedDay>('SELECT day, state, files, articles, bytes FROM days ORDER BY day');
  }

  /** Makes a day's events those given. Touches only what is new, otherwise or gone, and answers how many that were. */
  putDay({ day, state, files, articles, bytes }: IndexedDay, events: readonly MediaEvent[]): number {
    const put = this.#db.transaction(() => {
      const before = new Map(
        this.#all<KeptOfDay>('SELECT row, id, body FROM events WHERE day = ?', day).map((one) => [one.id, one]),
      );
      const mentioned: Mentioned = new Map();
      const replaced: Kept[] = [];
      let changed = 0;
      for (const event of events) {
        const body = packed(event);
        const known = before.get(event.id);
        before.delete(event.id);
        if (known?.body.equals(body)) continue;
        if (known) replaced.push(known);
        gather(mentioned, event, this.#add(day, event, body, known));
        changed += 1;
      }
      this.#mention(mentioned);
      // Last, so that no name that stays is removed to be made again.
      for (const one of replaced) this.#forget(one);
      for (const gone of before.values()) this.#remove(gone);
      this.#run(
        `INSERT INTO days VALUES (?, ?, ?, ?, ?) ON CONFLICT (day) DO UPDATE SET state = excluded.state,
           files = excluded.files, articles = excluded.articles, bytes = excluded.bytes`,
        day,
        state,
        files,
        articles,
        bytes,
      );
      return changed + before.size;
    });
    return put.immediate();
  }

  /** Removes a day with all that only it had. */
  removeDay(day: string): void {
    const remove = this.#db.transaction(() => {
      for (const one of this.#all<KeptOfDay>('SELECT row, id, body FROM events WHERE day = ?', day)) this.#remove(one);
      this.#run('DELETE FROM days WHERE day = ?', day);
    });
    remove.immediate();
    this.#db.pragma('incremental_vacuum');
  }

  /** Days with events that mention one of these names. */
  daysNaming(numbers: Iterable<number>): string[] {
    const days = 'SELECT DISTINCT day FROM mentions JOIN events ON events.row = mentions.row WHERE number = ?';
    return [...numbers].flatMap((number) => this.#all<{ day: string }>(days, number).map(({ day }) => day));
  }

  /** Makes the events that mention a name `without` it. They keep their rows: nobody is told of them again. */
  removeNames(numbers: Iterable<number>, without: (event: MediaEvent) => MediaEvent): void {
    const remove = this.#db.transaction(() => {
      for (const number of numbers) {
        const mentioning =
          'SELECT events.row, body FROM mentions JOIN events ON events.row = mentions.row WHERE number = ?';
        for (const { row, body } of this.#all<Kept>(mentioning, number)) {
          const [before, after] = [unpacked(body), without(unpacked(body))];
          const left = new Set([...namesOf(after)].map(([text, kind]) => nameNumber(text, kind)));
          this.#run('UPDATE events SET body = ? WHERE row = ?', packed(after), row);
          for (const [text, kind] of namesOf(before)) {
            if (!left.has(nameNumber(text, kind))) this.#forgetName(text, kind, row);
          }
        }
      }
    });
    remove.immediate();
  }

  /** Names under a key, those of few words first, at most `limit`. */
  namesUnder(key: number, least: number, most: number, limit: number): FoundName[] {
    return this.#all<FoundName>(
      'SELECT number, text FROM names WHERE key = ? AND size BETWEEN ? AND ? LIMIT ?',
      key,
      least,
      most,
      limit,
    );
  }

  /** The newest events that mention a name, those after the row `since` alone. */
  eventsOf(number: number, since: number, limit: number): StoredEvent[] {
    const rows = this.#all<Kept>(
      `SELECT events.row, body FROM mentions JOIN events ON events.row = mentions.row
       WHERE number = ? AND mentions.row > ? ORDER BY mentions.row DESC LIMIT ?`,
      number,
      since,
      limit,
    );
    return rows.map(stored);
  }

  /** An event of several days, the parts in order. */
  parts(id: string): StoredEvent[] {
    return this.#all<Kept>('SELECT row, body FROM events WHERE id = ? ORDER BY day', id).map(stored);
  }

  /** Events after a row, in order. */
  eventsAfter(row: number, limit: number): StoredEvent[] {
    return this.#all<Kept>('SELECT row, body FROM events WHERE row > ? ORDER BY row LIMIT ?', row, limit).map(stored);
  }

  /** The highest row that was ever given. */
  get newestRow(): number {
    return this.#value("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'events'");
  }

  /** The last row before the events of a day or later; the newest where there are none. */
  rowBefore(day: string): number {
    const first = this.#value('SELECT coalesce(min(row), 0) FROM events WHERE day >= ?', day);
    return first === 0 ? this.newestRow : first - 1;
  }

  /** How many different names of a kind have a word. */
  namesWith(word: string, kind: NamedKind): number {
    return this.#value('SELECT names FROM words WHERE word = ?', wordNumber(word, kind));
  }

  totals(): IndexTotals {
    const counts = new Map(
      this.#all<{ name: string; count: number }>('SELECT name, count FROM totals').map(({ name, count }) => [
        name,
        count,
      ]),
    );
    const of = (name: string) => counts.get(name) ?? 0;
    return { events: of('events'), persons: of('person'), organizations: of('organization') };
  }

  /** False where another version of the program made it again, in another form. */
  get isCurrent(): boolean {
    return this.#db.pragma('user_version', { simple: true }) === FORM;
  }

  /** Another number for each file that is made. */
  get identity(): number {
    return this.#db.pragma('application_id', { simple: true }) as number;
  }

  close(): void {
    this.#db.close();
  }

  #make(): void {
    if (this.#db.pragma('user_version', { simple: true }) === FORM) return;
    const drop = this.#db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    this.#db.transaction(() => {
      for (const table of drop.filter((name) => !name.startsWith('sqlite_'))) this.#db.exec(`DROP TABLE ${table}`);
      this.#db.exec(TABLES);
      this.#db.pragma(`application_id = ${1 + Math.floor(Math.random() * 2 ** 31)}`);
      this.#db.pragma(`user_version = ${FORM}`);
    })();
  }

  /** Answers the event's row. Its mentions are the caller's to add, and those of `known` to remove. */
  #add(day: string, event: MediaEvent, body: Buffer, known: Kept | undefined): number {
    if (known) this.#run('DELETE FROM events WHERE row = ?', known.row);
    const { lastInsertRowid } = this.#run('INSERT INTO events (id, day, body) VALUES (?, ?, ?)', event.id, day, body);
    if (!known && this.#rowsOf(event.id) === 1) this.#count('events', 1);
    return Number(lastInsertRowid);
  }

  #remove(gone: KeptOfDay): void {
    this.#run('DELETE FROM events WHERE row = ?', gone.row);
    this.#forget(gone);
    if (this.#rowsOf(gone.id) === 0) this.#count('events', -1);
  }

  /** On so many days an event is told. */
  #rowsOf(id: string): number {
    return this.#value('SELECT count(*) FROM events WHERE id = ?', id);
  }

  /** Adds mentions in the order of each table, so that a page of the file is read and written once. */
  #mention(mentioned: Mentioned): void {
    const keyed: KeyedName[] = [];
    const words = new Map<number, number>();
    const kinds = new Map<NamedKind, number>();
    for (const [number, { text, kind, rows }] of [...mentioned].sort(byNumber)) {
      const isKnown = this.#value('SELECT 1 FROM mentions WHERE number = ? LIMIT 1', number) === 1;
      const found = isKnown ? undefined : keysOfName(text, kind);
      if (found?.keys.length === 0) continue;
      for (const row of rows) this.#run('INSERT OR IGNORE INTO mentions VALUES (?, ?)', number, row);
      if (!found) continue;
      keyed.push(...found.keys.map((key): KeyedName => [key, found.size, number, text]));
      for (const word of new Set(found.words)) countOne(words, wordNumber(word, kind));
      countOne(kinds, kind);
    }
    for (const [kind, names] of kinds) this.#count(kind, names);
    for (const name of keyed.sort(byNumber)) this.#run('INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)', ...name);
    const more = 'INSERT INTO words VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET names = names + excluded.names';
    for (const [word, names] of [...words].sort(byNumber)) this.#run(more, word, names);
  }

  /** Removes the mentions of an event. */
  #forget({ row, body }: Kept): void {
    for (const [text, kind] of namesOf(unpacked(body))) this.#forgetName(text, kind, row);
  }

  /** Removes a mention, and the name where no event mentions it any more. */
  #forgetName(text: string, kind: NamedKind, row: number): void {
    const number = nameNumber(text, kind);
    const { changes } = this.#run('DELETE FROM mentions WHERE number = ? AND row = ?', number, row);
    if (changes === 0 || this.#value('SELECT 1 FROM mentions WHERE number = ? LIMIT 1', number) === 1) return;
    const { keys, size, words } = keysOfName(text, kind);
    for (const key of keys) this.#run('DELETE FROM names WHERE key = ? AND size = ? AND number = ?', key, size, number);
    for (const word of new Set(words)) {
      this.#run('UPDATE words SET names = names - 1 WHERE word = ?', wordNumber(word, kind));
      this.#run('DELETE FROM words WHERE word = ? AND names <= 0', wordNumber(word, kind));
    }
    this.#count(kind, -1);
  }

  #count(name: string, more: number): void {
    this.#run('UPDATE totals SET count = count + ? WHERE name = ?', more, name);
  }

  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  #statement(text: string): Database.Statement<unknown[]> {
    const known = this.#statements.get(text);
    if (known) return known;
    const made = this.#db.prepare<unknown[]>(text);
    this.#statements.set(text, made);
    return made;
  }

  #all<Row>(text: string, ...values: unknown[]): Row[] {
    return this.#statement(text).all(...values) as Row[];
  }

  #run(text: string, ...values: unknown[]): Database.RunResult {
    return this.#statement(text).run(...values);
  }

  /** A number; 0 where there is no row. */
  #value(text: string, ...values: unknown[]): number {
    const row = this.#statement(text).get(...values) as Record<string, number> | undefined;
    return row === undefined ? 0 : (Object.values(row)[0] ?? 0);
  }
}

const byNumber = ([one]: readonly [number, ...unknown[]], [other]: readonly [number, ...unknown[]]): number =>
  one - other;

function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function gather(mentioned: Mentioned, event: MediaEvent, row: number): void {
  for (const [text, kind] of namesOf(event)) {
    const number = nameNumber(text, kind);
    const known = mentioned.get(number);
    if (known) known.rows.push(row);
    else mentioned.set(number, { text, kind, rows: [row] });
  }
}

const stored = ({ row, body }: Kept): StoredEvent => ({ row, event: unpacked(body) });

function* namesOf({ persons, organisations }: MediaEvent): Generator<[string, NamedKind]> {
  for (const name of persons) yield [name, 'person'];
  for (const name of organisations) yield [name, 'organization'];
}
