import type { EntryKind, ListEntry } from '../../domain/list-entry.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { Lacking } from '../formats/layout.ts';
import { beginning, otherKind } from '../formats/list-file.ts';
import type { ListFile, ParseReport, Source } from '../source.ts';

/** Goes up when the same files give other entries: a sync then reads them again, also where they did not change. */
export const READER_VERSION = 3;

/** A list as its parser read it. */
export interface ParsedList {
  readonly fileNames: string;
  readonly entries: readonly ListEntry[];
  readonly names: number;
  readonly kinds: Readonly<Partial<Record<EntryKind, number>>>;
  readonly skipped: number;
  readonly skippedFirst: readonly { readonly where: string; readonly why: string }[];
  readonly published?: string;
  readonly declared?: number;
  readonly partial?: string;
}

const SKIPS_NAMED = 20;
const NAMES_SHOWN = 3;

/** Parses the files of a list. Throws `list-unusable` with one sentence for whatever the parser could not use. */
export async function readList(source: Source, files: readonly ListFile[]): Promise<ParsedList> {
  const fileNames = namesOf(files);
  const skippedFirst: { where: string; why: string }[] = [];
  let skipped = 0;
  const lacking = new Lacking();
  const report: ParseReport = {
    skip: (where, why, lacks) => {
      skipped++;
      if (lacks !== undefined) lacking.add(lacks);
      if (skippedFirst.length < SKIPS_NAMED) skippedFirst.push({ where, why });
    },
  };
  const entries: ListEntry[] = [];
  const kinds: Partial<Record<EntryKind, number>> = {};
  let names = 0;
  try {
    await refuseOtherKinds(source, files, fileNames);
    for await (const entry of source.parse(files, report)) {
      entries.push(entry);
      names += entry.names.length;
      kinds[entry.kind] = (kinds[entry.kind] ?? 0) + 1;
    }
  } catch (error) {
    if (error instanceof TouchstoneError) throw lacking.refusal(fileNames, entries.length) ?? error;
    throw new TouchstoneError('list-unusable', `${fileNames} cannot be read as ${source.name}: ${sentence(error)}.`, {
      cause: error,
    });
  }
  const changed = lacking.refusal(fileNames, entries.length);
  if (changed) throw changed;
  const { published, declared, partial } = report;
  return {
    fileNames,
    entries,
    names,
    kinds,
    skipped,
    skippedFirst,
    ...(published !== undefined && { published }),
    ...(declared !== undefined && { declared }),
    ...(partial !== undefined && { partial }),
  };
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

function namesOf(files: readonly ListFile[]): string {
  const names = files.slice(0, NAMES_SHOWN).map((file) => file.name);
  const more = files.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
