import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { Lists } from '../lists.ts';
import type { Source } from '../source.ts';
import { type IncomingFolder, type ListMetadata, storedEntries } from '../store/list-store.ts';
import type { ParsedList } from './list-parser.ts';

/** A list that lost more than this share of its entries is taken for a broken one. */
const MAX_LOSS = 1 / 5;
/** The ids of fewer entries are no ground to judge by. */
const ENOUGH_IDS = 10;

/**
 * Throws `list-unusable` for a list that must not replace the one in force. It has no entries, fewer than it states,
 * over a fifth fewer than before, or it is a sample. Or it lacks over a fifth of the ids in force.
 * `force` allows all but the first.
 */
export async function checkList(
  lists: Pick<Lists, 'entriesOf'>,
  list: ReadList,
  inForce: ListMetadata | undefined,
  force: boolean,
): Promise<void> {
  const { source, parsed } = list;
  if (parsed.entries === 0) {
    throw unusable(`${parsed.fileNames}: no entries of the ${source.name} could be read.`);
  }
  const reason = force ? undefined : (doubt(parsed, inForce) ?? (await doubtfulIds(lists, list, inForce)));
  if (!reason) return;
  throw unusable(say('list-file.doubtful', { files: parsed.fileNames, why: reason }));
}

/** A list that was read, its entries still in the incoming folder. */
interface ReadList {
  readonly source: Source;
  readonly incoming: IncomingFolder;
  readonly parsed: ParsedList;
}

function doubt(list: ParsedList, inForce: Pick<ListMetadata, 'entries'> | undefined): string | undefined {
  const { entries: count, declared, partial, skipped } = list;
  if (partial) return partial.replace(/\.\s*$/, '');
  if (declared !== undefined && count + skipped < declared) {
    return say('list-file.fewer-than-stated', { declared, count: count + skipped });
  }
  if (inForce && count < inForce.entries * (1 - MAX_LOSS)) {
    return say('list-file.shrunk', { count, before: inForce.entries });
  }
  return undefined;
}

/** Entries that keep their number and get other ids would take every decision about them along. */
async function doubtfulIds(
  lists: Pick<Lists, 'entriesOf'>,
  { source, incoming, parsed }: ReadList,
  inForce: ListMetadata | undefined,
): Promise<string | undefined> {
  if (!inForce || inForce.entries < ENOUGH_IDS) return undefined;
  const ids = new Set<string>();
  const read = storedEntries(incoming.entries, { source: source.id, entries: parsed.entries });
  for await (const batch of read) for (const { id } of batch) ids.add(id);
  let gone = 0;
  for await (const batch of lists.entriesOf(inForce)) for (const { id } of batch) if (!ids.has(id)) gone++;
  if (gone <= inForce.entries * MAX_LOSS) return undefined;
  return say('list-file.ids-replaced', { gone, before: inForce.entries });
}

/** A sentence where the list states an older publication date than the one in force. */
export function olderThan(
  list: Pick<ParsedList, 'published'>,
  inForce: Pick<ListMetadata, 'published'> | undefined,
): string | undefined {
  if (!list.published || !inForce?.published) return undefined;
  if (!(Date.parse(list.published) < Date.parse(inForce.published))) return undefined;
  return `it was published on ${day(list.published)}, before the list in force (${day(inForce.published)})`;
}

const day = (date: string): string => date.slice(0, 10);

function unusable(message: string): TouchstoneError {
  return new TouchstoneError('list-unusable', message);
}
