import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type EntryFacts, entryKey } from '../../domain/list-entry.ts';
import type { SnapshotEntity } from '../../domain/snapshot.ts';
import { replaceFile } from '../../durable-file.ts';

/** Deltas that are kept: a month of daily lists. */
const KEPT_DELTAS = 30;
/** Digests that are kept: those of snapshots that a next one may follow. */
const KEPT_DIGESTS = 3;

/** What became of an entity. `before`, `entries`: as it was and is; `sources`: ids of its lists. */
export type DeltaLine =
  | { readonly op: 'ADD' | 'MOD'; readonly entries: readonly EntryFacts[]; readonly before: readonly string[] }
  | { readonly op: 'DEL'; readonly key: string; readonly before: readonly string[] };

/** By the key of an entity's first entry: SHA-256 of what the lists say, and the ids of these. */
type Digests = Readonly<Record<string, readonly [digest: string, ...sources: string[]]>>;

/**
 * Writes what is different from the snapshot before into `<id>.delta`, and what the next one needs into `<id>.digests`.
 * Without the digests of the one before no delta is written: it would tell every entity as new. Removes old ones.
 */
export async function writeDelta(
  directory: string,
  { id, before }: { readonly id: string; readonly before: string | undefined },
  entities: readonly SnapshotEntity[],
): Promise<void> {
  const now: Record<string, readonly [string, ...string[]]> = {};
  for (const { entries } of entities) {
    const digest = createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
    now[entryKey(entries[0]!)] = [digest, ...sourcesOf(entries)];
  }
  const known = before === undefined ? undefined : await digestsOf(directory, before);
  if (known) {
    const lines = [...changes(known, entities, now)].map((line) => `${JSON.stringify(line)}\n`);
    await replaceFile(join(directory, `${id}.delta`), lines.join(''));
  }
  await replaceFile(join(directory, `${id}.digests`), JSON.stringify(now));
  await keepNewest(directory, '.delta', KEPT_DELTAS);
  await keepNewest(directory, '.digests', KEPT_DIGESTS);
}

function* changes(known: Digests, entities: readonly SnapshotEntity[], now: Digests): Generator<DeltaLine> {
  for (const { entries } of entities) {
    const key = entryKey(entries[0]!);
    const [digest, ...before] = known[key] ?? [];
    if (digest === now[key]![0]) continue;
    yield { op: digest === undefined ? 'ADD' : 'MOD', entries, before };
  }
  for (const [key, [, ...before]] of Object.entries(known)) if (!now[key]) yield { op: 'DEL', key, before };
}

export function sourcesOf(entries: readonly Pick<EntryFacts, 'source'>[]): string[] {
  return [...new Set(entries.map(({ source }) => source))];
}

/** Undefined where they are not there: another version, or another node, published that snapshot. */
async function digestsOf(directory: string, id: string): Promise<Digests | undefined> {
  const text = await readFile(join(directory, `${id}.digests`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Digests);
}

async function keepNewest(directory: string, end: string, count: number): Promise<void> {
  for (const name of (await namesOf(directory, end)).slice(0, -count)) {
    await rm(join(directory, `${name}${end}`), { force: true });
  }
}

async function namesOf(directory: string, end: string): Promise<string[]> {
  const files = await readdir(directory).catch(() => []);
  return files.flatMap((file) => (file.endsWith(end) ? [file.slice(0, -end.length)] : [])).sort();
}

/** The deltas of a directory of snapshots. */
export class SnapshotDeltas {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Ids of the snapshots that have one, the oldest first. */
  ids(): Promise<string[]> {
    return namesOf(this.#directory, '.delta');
  }

  /** Line by line, in no order that means anything. */
  async *lines(id: string): AsyncGenerator<DeltaLine> {
    const file = createReadStream(join(this.#directory, `${id}.delta`), 'utf8');
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield JSON.parse(line) as DeltaLine;
    }
  }
}
