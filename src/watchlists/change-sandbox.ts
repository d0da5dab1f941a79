import type { Actor } from '../domain/actor.ts';
import type { ListEntry } from '../domain/list-entry.ts';
import type { SandboxChange } from '../domain/sandbox-change.ts';
import { say } from '../sentences.ts';
import type { Lists } from './lists.ts';
import { CHANGING_SOURCE, changesOf, changingEntry, listsBehind, sandboxListsOf } from './sandbox/sandbox-lists.ts';
import type { SandboxLists } from './starter/starter-lists.ts';

/** The list of the sandbox that changes, as it is in force. */
export interface SandboxListState {
  /** Id of the snapshot. */
  readonly snapshot: string;
  readonly lists: SandboxLists;
  readonly source: string;
  readonly entry: ListEntry;
  /** The changes that can come now. */
  readonly next: readonly SandboxChange[];
}

/**
 * Puts the lists behind a change into force, so that customers are compared and hooks are told as in production. It
 * compiles a dozen entries. Undefined where the change cannot come now.
 */
export async function changeSandbox(
  lists: Lists,
  change: SandboxChange,
  actor: Actor,
): Promise<SandboxListState | undefined> {
  return lists.exclusively(async (held) => {
    const wanted = listsBehind(sandboxListsOf(await lists.records.snapshots.current()), change);
    if (wanted === undefined) return undefined;
    await lists.recordOutcome(CHANGING_SOURCE, { error: null });
    if (change === 'fail') await lists.recordOutcome(CHANGING_SOURCE, { error: say('sandbox.list-failed') });
    else await lists.publish([], actor, held, wanted);
    return sandboxListState(lists);
  });
}

/** The list of the sandbox that changes, as it is now. */
export async function sandboxListState(lists: Pick<Lists, 'records'>): Promise<SandboxListState> {
  const snapshot = await lists.records.snapshots.current();
  const kind = sandboxListsOf(snapshot);
  const entry = changingEntry(kind);
  return { snapshot: snapshot?.id ?? '', lists: kind, source: CHANGING_SOURCE, entry, next: changesOf(kind) };
}
