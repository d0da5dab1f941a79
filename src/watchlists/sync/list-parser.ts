import type { EntryKind } from '../../domain/list-entry.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { beyond, sizeLimits } from '../formats/bounds.ts';
import { LackingMembers } from '../formats/layout.ts';
import { beginning, otherKind } from '../formats/list-file.ts';
import type { ListFile, ParseReport, Source } from '../source.ts';
import type { EntriesFile } from '../store/list-store.ts';

/** Goes up when the same files give other entries: a sync then reads them again, also where they did not change. */
export const READER_VERSION = 3;

/** A list as its parser read it; its entries are in a file. */
export interface ParsedList {
  readonly fileNames: string;
  readonly entries: number;
  readonly names: number;
  readonly kinds: Readonly<Partial<Record<EntryKind, number>>>;
  readonly skipped: number;
  readonly skippedFirst: readonly { readonly where: string; readonly why: string }[];
  readonly published: string | undefined;
  readonly declared: number | undefined;
  readonly partial: string | undefined;
}

const SKIPS_NAMED = 20;
const NAMES_SHOWN = 3;

/** Takes entries as they are parsed; `size`: of all so far, as they are stored. */
type EntriesSink = Pick<EntriesFile, 'add' | 'size'>;

/**
 * Parses the files of a list and gives its entries to `sink`. Throws `list-unusable` with one sentence for
 * whatever the parser could not use, and for a list beyond a bound of `bounds.ts`.
 */
export async function parseList(source: Source, files: readonly ListFile[], sink: EntriesSink): Promise<ParsedList> {
  const fileNames = namesOf(files);
  const limits = sizeLimits(source);
  const skippedFirst: { where: string; why: string }[] = [];
  let skipped = 0;
  const lacking = new LackingMembers();
  let entries = 0;
  const report: ParseReport = {
    hold: (held) => {
      if (entries + held > limits.entries) throw beyond({ name: fileNames }, 'whole', 'entries', limits.entries);
    },
    skip: (where, why, lacks) => {
      skipped++;
      if (lacks !== undefined) lacking.add(lacks);
      if (skippedFirst.length < SKIPS_NAMED) skippedFirst.push({ where, why });
      if (skipped > limits.entries) throw beyond({ name: fileNames }, 'whole', 'skipped', limits.entries);
    },
  };
  const kinds: Partial<Record<EntryKind, number>> = {};
  let names = 0;
  try {
    await refuseOtherKinds(source, files, fileNames);
    for await (const entry of source.parse(files, report)) {
      entries++;
      names += entry.names.length;
      kinds[entry.kind] = (kinds[entry.kind] ?? 0) + 1;
      await sink.add(entry);
      if (entries > limits.entries) throw beyond({ name: fileNames }, 'whole', 'entries', limits.entries);
      if (sink.size > limits.stored) throw beyond({ name: fileNames }, 'whole', 'stored', limits.stored);
    }
  } catch (error) {
    if (error instanceof TouchstoneError) throw lacking.refusal(fileNames, entries) ?? error;
    throw new TouchstoneError('list-unusable', `${fileNames} cannot be read as ${source.name}: ${sentence(error)}.`, {
      cause: error,
    });
  }
  const changed = lacking.refusal(fileNames, entries);
  if (changed) throw changed;
  const { published, declared, partial } = report;
  return { fileNames, entries, names, kinds, skipped, skippedFirst, published, declared, partial };
}

/** Spreadsheets (.xlsx, .ods, .xls), archives and PDF are few lists' format, and nothing at all is no list. */
async function refuseOtherKinds(source: Source, files: readonly ListFile[], fileNames: string): Promise<void> {
  const refused = source.xlsx ? /^(%PDF|ÐÏ\x11à)/ : /^(PK\x03\x04|%PDF|ÐÏ\x11à)/;
  let empty = 0;
  for (const file of files) {
    const start = await beginning(file, 4, 'windows-1252');
    if (start === '') empty++;
    if (refused.test(start)) throw otherKind(file, say('list-file.kind-archive'));
  }
  if (empty === files.length)
    throw new TouchstoneError('list-unusable', say('list-file.nothing', { files: fileNames }));
}

/** The names of a list's files, as its refusals give them. */
export function namesOf(files: readonly Pick<ListFile, 'name'>[]): string {
  const names = files.slice(0, NAMES_SHOWN).map((file) => file.name);
  const more = files.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
