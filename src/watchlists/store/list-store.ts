import { randomBytes } from 'node:crypto';
import { createReadStream, type Dirent, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntryKind, ListEntry } from '../../domain/list-entry.ts';
import { syncFolder } from '../../durable-file.ts';
import { TouchstoneError } from '../../errors.ts';

/** A file of a list as it is kept: `raw/<stored>`, gzip. */
export interface StoredFile {
  readonly name: string;
  readonly stored: string;
  /** Of the decompressed content. */
  readonly sha256: string;
  /** Size decompressed. */
  readonly bytes: number;
  /** Where it was downloaded, and what the server said for conditional requests. */
  readonly url?: string;
  readonly etag?: string;
  readonly lastModified?: string;
}

/** What is known of a list besides its entries. */
export interface ListMetadata {
  readonly source: string;
  /** SHA-256 of the file, or of the lines `<sha256>  <name>` in order of the names where there are several. */
  readonly sha256: string;
  /** ISO date-time of the download or import. */
  readonly fetched: string;
  /** `READER_VERSION` of the program that read the files. */
  readonly reader?: number;
  /** As the list states it. */
  readonly published?: string;
  readonly entries: number;
  readonly names: number;
  readonly kinds: Readonly<Partial<Record<EntryKind, number>>>;
  readonly skipped: number;
  /** Where and why, of the first lines or entries that were left out. */
  readonly skippedFirst: readonly { readonly where: string; readonly why: string }[];
  readonly files: readonly StoredFile[];
}

const METADATA = 'list.json';
const ENTRIES = 'entries.jsonl';
const RAW = 'raw';
const INCOMING = '.incoming-';
const KEPT = 2;
const CHUNK_BYTES = 1 << 22;

/** A folder that a list's files come into before the list is accepted. */
export interface IncomingFolder {
  readonly folder: string;
  /** Path of its parsed entries. */
  readonly entries: string;
  /** Path of a raw file inside it. */
  rawPath(stored: string): string;
  discard(): Promise<void>;
}

/**
 * The parsed lists on disk: `<root>/<source>/<time>-<sha>/` with `list.json`, `entries.jsonl` and the raw files. A
 * folder comes into being whole, by a rename. Which of them is in force is for the published snapshot to say.
 */
export class ListStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async incoming(source: string): Promise<IncomingFolder> {
    const folder = join(this.root, source, `${INCOMING}${process.pid}-${randomBytes(4).toString('hex')}`);
    await mkdir(join(folder, RAW), { recursive: true });
    return {
      folder,
      entries: join(folder, ENTRIES),
      rawPath: (stored) => join(folder, RAW, stored),
      discard: () => rm(folder, { recursive: true, force: true }),
    };
  }

  /** Writes metadata into the incoming folder, which has the entries, and makes it a list of the store. */
  async keep(incoming: IncomingFolder, metadata: ListMetadata): Promise<void> {
    await writeSynced(join(incoming.folder, METADATA), [JSON.stringify(metadata, null, 2)]);
    await syncFolder(join(incoming.folder, RAW));
    await syncFolder(incoming.folder);
    await rename(incoming.folder, this.#folder(metadata));
    await syncFolder(join(this.root, metadata.source));
  }

  /** Takes a list over whose entries come from elsewhere: `write` puts them into a file. */
  async adopt(list: ListMetadata, write: (path: string) => Promise<void>): Promise<void> {
    const incoming = await this.incoming(list.source);
    try {
      await write(incoming.entries);
      await writeSynced(join(incoming.folder, METADATA), [JSON.stringify(list, null, 2)]);
      await syncFolder(incoming.folder);
      await rename(incoming.folder, this.#folder(list));
    } finally {
      await incoming.discard();
    }
  }

  /** Where a person finds what was stored about a list, such as the reasons why entries were skipped. */
  metadataFile(list: ListMetadata): string {
    return join(this.#folder(list), METADATA);
  }

  entriesFile(list: ListMetadata): string {
    return join(this.#folder(list), ENTRIES);
  }

  /** Undefined where the store does not have it. */
  async find(list: Pick<ListMetadata, 'source' | 'sha256' | 'fetched'>): Promise<ListMetadata | undefined> {
    const text = await readFile(join(this.#folder(list), METADATA), 'utf8').catch(missing);
    return text === undefined ? undefined : (JSON.parse(text) as ListMetadata);
  }

  /** The entries of a list, in batches. Throws `damaged` where there are not as many as were written. */
  async *entries(list: ListMetadata): AsyncIterable<ListEntry[]> {
    yield* storedEntries(this.entriesFile(list), list);
  }

  /** Whether a raw file of a list is still there. */
  hasRaw(list: ListMetadata, file: StoredFile): boolean {
    return existsSync(this.rawPath(list, file));
  }

  rawPath(list: ListMetadata, file: StoredFile): string {
    return join(this.#folder(list), RAW, file.stored);
  }

  /** Removes what dead processes left behind and all but the newest two lists of each source, never one in force. */
  async collectGarbage(inForce: readonly Pick<ListMetadata, 'source' | 'sha256' | 'fetched'>[]): Promise<void> {
    const keep = new Set(inForce.map((list) => this.#folder(list)));
    for (const source of await folders(this.root)) {
      const names = await folders(join(this.root, source));
      const incoming = names.filter((name) => name.startsWith(INCOMING) && !isAlive(name));
      const lists = names.filter((name) => !name.startsWith('.')).sort();
      const old = lists.slice(0, -KEPT).filter((name) => !keep.has(join(this.root, source, name)));
      for (const name of [...incoming, ...old]) {
        await rm(join(this.root, source, name), { recursive: true, force: true });
      }
    }
  }

  #folder({ source, sha256, fetched }: Pick<ListMetadata, 'source' | 'sha256' | 'fetched'>): string {
    return join(this.root, source, `${fetched.replace(/[-:]/g, '')}-${sha256.slice(0, 16)}`);
  }
}

/** Writes a file and waits until it is on disk. */
export async function writeSynced(path: string, chunks: Iterable<string>): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const chunk of chunks) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Takes entries as they are parsed, one a line. */
export class EntriesFile {
  readonly #file: FileHandle;
  #waiting = '';
  /** How much was added, in characters. */
  size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<EntriesFile> {
    return new EntriesFile(await open(path, 'w'));
  }

  /** Resolves at once unless there is much to write. */
  async add(entry: ListEntry): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    this.#waiting += line;
    this.size += line.length;
    if (this.#waiting.length >= CHUNK_BYTES) await this.#write();
  }

  /** Resolves when all is on disk. */
  async close(): Promise<void> {
    try {
      await this.#write();
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#file.writeFile(text);
  }
}

/** The entries in a file, in batches. Throws `damaged` where there are not as many as the list has. */
export async function* storedEntries(
  path: string,
  list: Pick<ListMetadata, 'source' | 'entries'>,
): AsyncIterable<ListEntry[]> {
  let count = 0;
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const end = (chunk as string).lastIndexOf('\n');
    if (end < 0) {
      rest += chunk;
      continue;
    }
    const batch = parseLines(rest + (chunk as string).slice(0, end), list);
    rest = (chunk as string).slice(end + 1);
    count += batch.length;
    yield batch;
  }
  if (count !== list.entries || rest !== '') throw damaged(list);
}

/** JSON has no raw line break, so the lines can become one array. Parsing that is quicker than parsing each line. */
function parseLines(lines: string, list: Pick<ListMetadata, 'source'>): ListEntry[] {
  try {
    return JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as ListEntry[];
  } catch (error) {
    throw damaged(list, error);
  }
}

function damaged(list: Pick<ListMetadata, 'source'>, cause?: unknown): TouchstoneError {
  const message = `The stored list of ${list.source} is damaged; import or sync it again.`;
  return new TouchstoneError('damaged', message, { cause });
}

async function folders(path: string): Promise<string[]> {
  const found: Dirent[] = (await readdir(path, { withFileTypes: true }).catch(missing)) ?? [];
  return found.filter((item) => item.isDirectory()).map((item) => item.name);
}

function isAlive(incoming: string): boolean {
  const pid = Number(incoming.slice(INCOMING.length).split('-')[0]);
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
