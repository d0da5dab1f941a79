import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EntryKind, ListEntry } from '../../domain/list-entry.ts';
import { TouchstoneError } from '../../errors.ts';
import { isObject } from '../../json-object.ts';
import { SOURCES } from '../registry.ts';

/** The entries that the project ships for one source, until that source has a real list. */
export interface StarterList {
  readonly source: string;
  /** `YYYY-MM-DD` of the newest file that has entries of the source. */
  readonly compiled: string;
  readonly sha256: string;
  readonly entries: readonly ListEntry[];
}

/** The lists that the sandbox may have, all invented: without an entry, with it, and with other facts of it. */
export const SANDBOX_LISTS = ['sandbox', 'sandbox-added', 'sandbox-changed'] as const;
export type SandboxLists = (typeof SANDBOX_LISTS)[number];

/** Small lists that stand in where there is no real one. */
export type StandIn = 'starter' | SandboxLists;

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const STARTER = folder('.');
const SANDBOX = folder('../sandbox/');
const FOLDERS: Readonly<Record<StandIn, readonly string[]>> = {
  starter: [STARTER],
  sandbox: [SANDBOX],
  'sandbox-added': [SANDBOX, folder('../sandbox/added/')],
  'sandbox-changed': [SANDBOX, folder('../sandbox/changed/')],
};
const KINDS: readonly EntryKind[] = ['person', 'organization', 'vessel', 'aircraft', 'unknown'];
const SLUG = /^(?:starter|sandbox):[a-z0-9]+(-[a-z0-9]+)*$/;

/** The starter lists by source, read from all files of the folder. Throws `damaged` for what is not as it must be. */
export function starterLists(of: string = STARTER): StarterList[] {
  return listsIn([of]);
}

/** The lists of a kind, as `starterLists` reads them. */
export function standInLists(kind: StandIn): StarterList[] {
  return listsIn(FOLDERS[kind]);
}

function listsIn(folders: readonly string[]): StarterList[] {
  const bySource = new Map<string, { compiled: string; entries: Map<string, ListEntry> }>();
  for (const path of folders.flatMap(filesIn)) {
    const name = basename(path);
    const { compiled, entries } = readFile(path, name);
    for (const { source, ...entry } of entries) {
      const list = bySource.get(source) ?? { compiled, entries: new Map() };
      bySource.set(source, list);
      if (list.entries.has(entry.id)) throw wrong(name, `${entry.id} stands there twice for ${source}`);
      list.entries.set(entry.id, entry);
      if (compiled > list.compiled) list.compiled = compiled;
    }
  }
  return [...bySource].map(([source, { compiled, entries }]) => {
    const list = [...entries.values()];
    return { source, compiled, entries: list, sha256: createHash('sha256').update(JSON.stringify(list)).digest('hex') };
  });
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/** Every entry of the sandbox as its page shows it, with the one that comes and goes. */
export function sandboxEntries(): { name: string; kind: string; born: string; lists: string }[] {
  return standInLists('sandbox-changed').flatMap(({ source, entries }) =>
    entries.map(({ names, kind, birthDates }) => ({
      name: names.map(({ full }) => full).join(' · '),
      kind,
      born: birthDates?.[0]?.date ?? '',
      lists: source,
    })),
  );
}

interface StarterFile {
  readonly compiled: string;
  readonly entries: readonly (ListEntry & { source: string })[];
}

function readFile(path: string, name: string): StarterFile {
  const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isObject(content) || !Array.isArray(content.entries)) throw wrong(name, 'it has no array "entries"');
  if (typeof content.compiled !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(content.compiled)) {
    throw wrong(name, 'it has no date "compiled"');
  }
  for (const [index, entry] of content.entries.entries()) {
    const fault = faultOf(entry);
    if (fault) throw wrong(name, `entry ${index + 1} ${fault}`);
  }
  return content as unknown as StarterFile;
}

function faultOf(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'is no object';
  if (!SOURCES.some((source) => source.id === entry.source)) return `names the unknown source "${entry.source}"`;
  if (typeof entry.id !== 'string' || !SLUG.test(entry.id)) return `has the id "${entry.id}" and not starter:<slug>`;
  if (!KINDS.includes(entry.kind as EntryKind)) return `is of the unknown kind "${entry.kind}"`;
  const { names } = entry;
  const named = Array.isArray(names) && names.length > 0 && names.every((item) => isObject(item) && item.full);
  return named ? undefined : 'has no names';
}

function wrong(file: string, why: string): TouchstoneError {
  return new TouchstoneError('damaged', `The starter list ${file} is not usable: ${why}.`);
}
