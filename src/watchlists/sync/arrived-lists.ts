import { TouchstoneError } from '../../errors.ts';
import type { Lists } from '../lists.ts';
import type { Source } from '../source.ts';
import { listHash } from '../store/intake.ts';
import type { IncomingFolder, ListMetadata, StoredFile } from '../store/list-store.ts';
import { checkList, olderThan } from './checks.ts';
import { keepList, readList } from './incoming-list.ts';
import { type ParsedList, READER_VERSION } from './list-parser.ts';

/** The files of a list as a sync or a bundle brought them, or why it could not. */
export interface ArrivedList {
  readonly source: Source;
  readonly incoming: IncomingFolder;
  readonly files: readonly StoredFile[];
  readonly error?: unknown;
  /** What another machine knows of it that got the files. */
  readonly origin?: { readonly fetched: string; readonly published?: string };
}

/** Takes the lists that can be used. Answers by source why others cannot. */
export async function takeArrived(
  lists: Lists,
  arrived: readonly ArrivedList[],
  held: () => Promise<void>,
): Promise<Map<string, unknown>> {
  const inForce = await lists.inForce();
  const taken: ListMetadata[] = [];
  const errors = new Map<string, unknown>();
  for (const one of arrived) {
    const { id } = one.source;
    try {
      const list = await takeList(lists, one, inForce.get(id));
      if (list) taken.push(list);
    } catch (error) {
      errors.set(id, error);
    }
  }
  if (taken.length > 0) await lists.publish(taken, 'operator', held);
  return errors;
}

/** Undefined where the list in force is still the current one. */
async function takeList(
  lists: Lists,
  { source, incoming, files, error, origin }: ArrivedList,
  inForce: ListMetadata | undefined,
): Promise<ListMetadata | undefined> {
  if (error) throw error;
  const isSame = inForce?.reader === READER_VERSION && listHash(files) === inForce.sha256;
  if (isSame && inForce.published) return undefined;
  const parsed = await readList({ source, incoming, files }, lists.now(), origin?.published);
  // Of the same files nothing more is known than before.
  if (isSame && parsed.published === undefined) return undefined;
  await checkList(lists, { source, incoming, parsed }, inForce, false);
  const older = olderThan(parsed, inForce) ?? fetchedBefore(origin, parsed, inForce);
  if (older) throw new TouchstoneError('list-unusable', `${source.name}: ${older}; the list in force stays.`);
  return keepList(lists, { source, incoming, files }, parsed, isSame ? undefined : origin?.fetched);
}

/** Of a list that states no date, the day when somebody got it is all that tells which one is older. */
function fetchedBefore(
  origin: ArrivedList['origin'],
  { published }: ParsedList,
  inForce: ListMetadata | undefined,
): string | undefined {
  if (!origin || !inForce || (published && inForce.published)) return undefined;
  if (!(Date.parse(origin.fetched) < Date.parse(inForce.fetched))) return undefined;
  return `it was fetched on ${origin.fetched.slice(0, 10)}, before the list in force (${inForce.fetched.slice(0, 10)})`;
}
