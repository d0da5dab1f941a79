/**
 * Checks every fact of the starter list against the official lists, where these are present:
 *
 * `npm run check:starter`
 *
 * Prints each entry that its list does not have, and each birth date that the list contradicts, and then ends with 1.
 * It also prints what it cannot check. TOUCHSTONE_BENCH_DATA (default ../shared) says where the lists are.
 */
import { sharedList, sharedListPaths } from '../bench/shared-lists.ts';
import type { ListEntry } from '../src/domain/list-entry.ts';
import { sourceById } from '../src/watchlists/registry.ts';
import type { ListFile, Source } from '../src/watchlists/source.ts';
import { starterLists } from '../src/watchlists/starter/starter-lists.ts';

const problems: string[] = [];
for (const { source, entries } of starterLists()) await check(sourceById(source), entries);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function check(source: Source, starters: readonly ListEntry[]): Promise<void> {
  const files = sharedList(source.id);
  if (!files) return console.log(`${source.id}: ${starters.length} entries not checked, the list is not at hand`);
  const listed = await wordsOfNames(source, files);
  const copyDate = /\b20\d{6}\b/.exec(sharedListPaths(source.id)?.join(' ') ?? '')?.[0] ?? '';
  let confirmed = 0;
  let newer = 0;
  for (const starter of starters) {
    const problem = contradiction(
      starter,
      listed.filter(same(starter)).map(({ entry }) => entry),
    );
    if (problem && newerThan(copyDate, starter)) newer++;
    else if (problem) problems.push(`${source.id}: ${starter.names[0]?.full}: ${problem}`);
    else confirmed++;
  }
  console.log(
    `${source.id}: ${confirmed} of ${starters.length} confirmed${newer > 0 ? `, ${newer} listed after the copy at hand` : ''}`,
  );
}

/** `date` is the copy's, `YYYYMMDD`. */
function newerThan(date: string, { listedOn }: ListEntry): boolean {
  return (listedOn ?? '').replaceAll('-', '') > date;
}

interface Listed {
  readonly entry: ListEntry;
  /** The words of each of its names. */
  readonly names: readonly ReadonlySet<string>[];
}

async function wordsOfNames(source: Source, files: readonly ListFile[]): Promise<Listed[]> {
  const listed: Listed[] = [];
  for await (const entry of source.parse(files, { skip: () => {} })) {
    listed.push({ entry, names: entry.names.map(({ full }) => new Set(words(full))) });
  }
  return listed;
}

/** Of the same kind, with a name that has every word of one of the starter's names. */
function same(starter: ListEntry): (listed: Listed) => boolean {
  const wanted = starter.names.map(({ full }) => words(full)).filter(({ length }) => length > 0);
  return ({ entry, names }) =>
    (entry.kind === starter.kind || entry.kind === 'unknown') &&
    names.some((name) => wanted.some((all) => all.every((word) => name.has(word))));
}

function contradiction(starter: ListEntry, listed: readonly ListEntry[]): string | undefined {
  if (listed.length === 0) return 'not on the list under any of its names';
  const born = starter.birthDates?.[0]?.date;
  const dates = listed.flatMap((entry) => entry.birthDates ?? []);
  if (!born || dates.length === 0) return undefined;
  const fits = dates.some(
    ({ date, to }) => born.startsWith(date) || date.startsWith(born) || (to && date <= born && born <= to),
  );
  return fits ? undefined : `born ${born}, the list says ${dates.map(({ date }) => date).join(', ')}`;
}

/** Letters and digits of every word, without diacritics and case. */
function words(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
