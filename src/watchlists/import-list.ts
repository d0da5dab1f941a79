import type { Actor } from '../domain/actor.ts';
import { TouchstoneError } from '../errors.ts';
import type { Lists } from './lists.ts';
import { sourceById } from './registry.ts';
import { readableFile, takeIn } from './store/intake.ts';
import { checkList, olderThan } from './sync/checks.ts';
import { type ImportResult, keepList, readList, refuseInSandbox, resultOf } from './sync/incoming-list.ts';
import { publicationDay } from './sync/publication-date.ts';
import { restrictionsToShow } from './sync/terms-notice.ts';

interface ImportOptions {
  readonly force?: boolean;
  /** `YYYY-MM-DD`. */
  readonly published?: string;
  /** Whom the audit log names; the operator where nobody is given. */
  readonly actor?: Actor;
}

/**
 * Replaces the source's list by these files, which are the whole list together. `published` is their day of
 * publication, for lists that do not state it.
 * Throws `list-unusable` where they must not replace it, `usage` for missing files, and `busy` where another import
 * does not end. The list in force then stays.
 */
export async function importList(
  lists: Lists,
  sourceId: string,
  paths: readonly string[],
  { force = false, published, actor = 'operator' }: ImportOptions = {},
): Promise<ImportResult> {
  refuseInSandbox(lists.config);
  const source = sourceById(sourceId);
  if (paths.length === 0) throw new TouchstoneError('usage', 'Name the files of the list.');
  if (published !== undefined) publicationDay(published, lists.now());
  for (const path of paths) await readableFile(path);
  return lists.exclusively(async (held) => {
    const incoming = await lists.store.incoming(source.id);
    try {
      const inForce = (await lists.inForce()).get(source.id);
      const files = await takeIn(source, paths, incoming);
      const parsed = await readList({ source, incoming, files }, lists.now(), published);
      await checkList(lists, { source, incoming, parsed }, inForce, force);
      for (const text of await restrictionsToShow([source], lists.store.root)) lists.notice(text);
      if (published && parsed.published !== published) {
        lists.notice(`${source.name} says itself that it was published on ${parsed.published}; that date counts.`);
      }
      const older = olderThan(parsed, inForce);
      if (older) lists.notice(`${source.name}: ${older}; it is imported as you asked.`);
      const list = await keepList(lists, { source, incoming, files }, parsed);
      const snapshot = await lists.publish([list], actor, held);
      await lists.recordOutcome(source.id, { error: null });
      return { snapshot: snapshot.id, sources: [resultOf(source.id, list, null)] };
    } finally {
      await incoming.discard();
    }
  });
}
