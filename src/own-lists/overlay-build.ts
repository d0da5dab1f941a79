import { dayOf } from '../domain/date-of-birth.ts';
import { type ListedOwnEntry, type ListOwner, ownSource } from '../domain/own-list.ts';
import type { ListedPlace, Records } from '../records/port.ts';
import { accountedBytes, bytesOf, type Overlay, type Part } from '../screening/beside/part.ts';
import type { Channel } from '../threads/channel.ts';
import type { BuilderOperations, Compiled } from './builder.ts';

/** Entries that are read and handed over at a time, so that nothing else waits long. */
const PAGE_ENTRIES = 1_000;
/** So many changes, or this share of all, stand beside what was compiled before; with more all is compiled again. */
const MAX_CHANGES = 1_000;
const MAX_CHANGED_SHARE = 0.1;

/** Own lists of one owner, compiled. */
export interface BuiltOverlay {
  /** Everything up to this version of the owner's lists is in it. */
  readonly version: number;
  /** Of which rarities and weights are. */
  readonly snapshot: string;
  readonly overlay: Overlay;
  readonly bytes: number;
  /** Lets V8 know of them (`accountedBytes`). */
  readonly accounted: ArrayBuffer | undefined;
  /** All as it was at an earlier version, beside which changes are compiled. */
  readonly base: { readonly part: Part; readonly version: number; readonly entries: number };
}

export interface BuildPorts {
  readonly records: Pick<Records, 'ownLists'>;
  readonly builder: Builder;
  /** Compiles so many entries: where these are many, on a thread that ends with the work and gives its memory back. */
  withBuilder<T>(entries: number, work: (builder: Builder) => Promise<T>): Promise<T>;
  readonly now: () => Date;
}

export type Builder = Pick<Channel<BuilderOperations>, 'call'>;

export interface BuildGoal {
  readonly owner: ListOwner;
  readonly version: number;
  readonly snapshot: string;
}

let lastPart = 0;
let lastBuild = 0;

/** Compiles the lists of an owner: only what changed since `before`, where that is little. */
export async function buildOverlay(
  ports: BuildPorts,
  goal: BuildGoal,
  before: BuiltOverlay | undefined,
): Promise<BuiltOverlay> {
  const known = before?.snapshot === goal.snapshot ? before.base : undefined;
  const most = known && Math.max(MAX_CHANGES, known.entries * MAX_CHANGED_SHARE);
  const changes = known && (await read(ports, goal.owner, { since: known.version, most: most! }));
  if (known && changes) return beside(ports, goal, known, changes);
  const base = await compiled(ports, goal);
  return beside(ports, goal, base, []);
}

/** Undefined where there are more than `most`. */
async function read(
  { records, now }: BuildPorts,
  owner: ListOwner,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<ListedOwnEntry[] | undefined> {
  const entries = await records.ownLists.changes(owner, { today: dayOf(now()), since, limit: Math.ceil(most) + 1 });
  return entries.length > most ? undefined : entries;
}

async function compiled(ports: BuildPorts, { owner, version }: BuildGoal): Promise<BuiltOverlay['base']> {
  const { records, now } = ports;
  const today = dayOf(now());
  return ports.withBuilder(await records.ownLists.count(owner, today), async (builder) => {
    const build = ++lastBuild;
    let entries = 0;
    let after: ListedPlace | undefined;
    let adding = Promise.resolve();
    try {
      for (;;) {
        const page = await records.ownLists.listed(owner, { today, after, limit: PAGE_ENTRIES });
        // While a page is compiled the next one is read.
        await adding;
        if (page.length > 0) adding = builder.call('add', build, page);
        adding.catch(() => {});
        entries += page.length;
        if (page.length < PAGE_ENTRIES) break;
        after = page.at(-1)!;
      }
      await adding;
      return { part: numbered(await builder.call('finish', build)), version, entries };
    } catch (error) {
      await builder.call('drop', build).catch(() => {});
      throw error;
    }
  });
}

/** The base with what changed since, and without what was changed or removed. */
async function beside(
  { records, builder, now }: BuildPorts,
  { owner, version, snapshot }: BuildGoal,
  base: BuiltOverlay['base'],
  changes: readonly ListedOwnEntry[],
): Promise<BuiltOverlay> {
  const today = dayOf(now());
  const changed = changes.map(({ list, entry }) => `${ownSource(list)}:${entry}`);
  let marked = changes.length > 0 ? await builder.call('mark', base.part, changed, false) : undefined;
  const left = marked?.left ?? base.entries;
  if ((await records.ownLists.count(owner, today)) !== left + changes.length) {
    const others = new Set(changed);
    const keys = await records.ownLists.keys(owner, today);
    marked = await builder.call(
      'mark',
      base.part,
      keys.filter((key) => !others.has(key)),
      true,
    );
  }
  const parts: Part[] = [];
  if ((marked?.left ?? base.entries) > 0) parts.push({ ...base.part, ...(marked && { gone: marked.gone }) });
  if (changes.length > 0) {
    const build = ++lastBuild;
    await builder.call('add', build, changes);
    parts.push(numbered(await builder.call('finish', build)));
  }
  const bytes = [base.part, ...parts.slice(1)].reduce((sum, part) => sum + bytesOf(part), 0);
  return { version, snapshot, overlay: parts, bytes, accounted: accountedBytes(bytes), base };
}

function numbered(part: Compiled): Part {
  lastPart += 1;
  return { ...part, id: lastPart };
}
