import type { Config } from '../../config.ts';
import { TouchstoneError } from '../../errors.ts';
import { Channel, Interrupted } from '../../threads/channel.ts';
import { launchChild } from '../../threads/child-process.ts';
import { beyond } from '../formats/bounds.ts';
import type { Lists } from '../lists.ts';
import type { Source } from '../source.ts';
import { listHash } from '../store/intake.ts';
import type { IncomingFolder, ListMetadata, StoredFile } from '../store/list-store.ts';
import { namesOf, type ParsedList, READER_VERSION } from './list-parser.ts';
import type { ParserOperations } from './parser-process.ts';
import { dated } from './publication-date.ts';

/** What an import or a sync did. */
export interface ImportResult {
  /** Id of the snapshot in force afterwards. */
  readonly snapshot: string;
  readonly sources: readonly SourceResult[];
}

interface SourceResult {
  readonly source: string;
  /** Of the list in force afterwards; 0 where the source has no real list. */
  readonly entries: number;
  readonly names: number;
  readonly skipped: number;
  readonly error: string | null;
}

/** Files of a list that are in a folder of the store, before anybody knows whether the list can be used. */
interface IncomingList {
  readonly source: Source;
  readonly incoming: IncomingFolder;
  readonly files: readonly StoredFile[];
}

/** Memory of the process that parses, in MiB, beside what it takes at rest. Official lists take 150. */
const MEMORY_MIB = 448;
/** Far longer than any list takes. */
const MINUTES = 20;

/** Files of strangers are parsed apart, so that one which takes its process down takes nothing else with it. */
const parser = new Channel<ParserOperations>(
  launchChild(new URL('./parser-process.ts', import.meta.url), undefined, {
    flags: [`--max-old-space-size=${MEMORY_MIB}`],
  }),
  { maxAtOnce: 1, limitMs: MINUTES * 60_000 },
);

/**
 * Parses the files of a list in another process, which writes its entries into the incoming folder. `published` is the
 * operator's date. Throws `list-unusable` with one sentence for whatever cannot be used.
 */
export async function readList(
  { source, incoming, files }: IncomingList,
  now: Date,
  published?: string,
): Promise<ParsedList> {
  const stored = files.map((file) => ({ name: file.name, path: incoming.rawPath(file.stored) }));
  try {
    return dated(await parser.call('parse', source.id, stored, incoming.entries), files, now, published);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const list = { name: namesOf(files) };
    throw error.late ? beyond(list, 'whole', 'time', MINUTES) : beyond(list, 'whole', 'memory', MEMORY_MIB);
  }
}

/** Makes an incoming list one of the store, and tells the operator what was skipped. `fetched`: now by default. */
export async function keepList(
  lists: Lists,
  { source, incoming, files }: IncomingList,
  { entries, names, kinds, skipped, skippedFirst, published }: ParsedList,
  fetched = lists.now().toISOString(),
): Promise<ListMetadata> {
  const list: ListMetadata = {
    source: source.id,
    sha256: listHash(files),
    fetched,
    reader: READER_VERSION,
    ...(published !== undefined && { published }),
    entries,
    names,
    kinds,
    skipped,
    skippedFirst,
    files,
  };
  await lists.store.keep(incoming, list);
  const [example] = skippedFirst;
  if (example) {
    const what = skipped === 1 ? '1 line or entry was' : `${skipped} lines or entries were`;
    const file = lists.store.metadataFile(list);
    lists.notice(`${source.id}: ${what} skipped, such as ${example.where}: ${example.why}. Reasons: ${file}`);
  }
  return list;
}

export function resultOf(source: string, list: ListMetadata | undefined, error: string | null): SourceResult {
  return { source, entries: list?.entries ?? 0, names: list?.names ?? 0, skipped: list?.skipped ?? 0, error };
}

export function refuseInSandbox({ environment }: Config): void {
  if (environment !== 'sandbox') return;
  throw new TouchstoneError(
    'usage',
    'The sandbox has a fixed list of invented entries; it takes and fetches no other.',
  );
}
