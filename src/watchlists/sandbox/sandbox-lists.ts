import type { ListEntry } from '../../domain/list-entry.ts';
import { SANDBOX_CHANGES, type SandboxChange } from '../../domain/sandbox-change.ts';
import type { PublishedSnapshot } from '../../domain/snapshot.ts';
import { SANDBOX_LISTS, type SandboxLists, type StarterList, standInLists } from '../starter/starter-lists.ts';

/** The list of the sandbox that changes. */
export const CHANGING_SOURCE = 'eu-fsf';

/** Which lists follow, by those in force. A second `change` brings the former facts back. */
const NEXT: Readonly<Record<SandboxLists, Partial<Readonly<Record<SandboxChange, SandboxLists>>>>> = {
  sandbox: { add: 'sandbox-added', fail: 'sandbox' },
  'sandbox-added': { change: 'sandbox-changed', remove: 'sandbox', fail: 'sandbox-added' },
  'sandbox-changed': { change: 'sandbox-added', remove: 'sandbox', fail: 'sandbox-changed' },
};

/** The lists behind a change; undefined where it cannot come now. */
export function listsBehind(lists: SandboxLists, change: SandboxChange): SandboxLists | undefined {
  return NEXT[lists][change];
}

/** The changes that can come now. */
export function changesOf(lists: SandboxLists): SandboxChange[] {
  return SANDBOX_CHANGES.filter((change) => NEXT[lists][change] !== undefined);
}

/** The lists that a snapshot of the sandbox has. Those without a change where it has none of them, or others. */
export function sandboxListsOf(snapshot: Pick<PublishedSnapshot, 'sources'> | undefined): SandboxLists {
  const inForce = snapshot?.sources.find(({ source }) => source === CHANGING_SOURCE)?.sha256;
  return SANDBOX_LISTS.find((kind) => changingList(kind)?.sha256 === inForce) ?? 'sandbox';
}

/** The entry that comes, changes and goes. */
export function changingEntry(lists: SandboxLists): ListEntry {
  const always = new Set(changingList('sandbox')?.entries.map(({ id }) => id));
  const listed = changingList(lists === 'sandbox' ? 'sandbox-added' : lists)!;
  return listed.entries.find(({ id }) => !always.has(id))!;
}

function changingList(kind: SandboxLists): StarterList | undefined {
  return standInLists(kind).find(({ source }) => source === CHANGING_SOURCE);
}
