import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { ListEntry } from '../../src/domain/list-entry.ts';
import { TouchstoneError } from '../../src/errors.ts';
import { localFile, memoryFile, textChunks } from '../../src/watchlists/formats/list-file.ts';
import type { ListFile, ParseReport, Source } from '../../src/watchlists/source.ts';

/** What a parser made of files, for tests. */
export interface Reading {
  readonly entries: readonly ListEntry[];
  readonly published: string | undefined;
  readonly skipped: readonly string[];
}

export async function readAll(source: Source, ...files: readonly ListFile[]): Promise<Reading> {
  const skipped: string[] = [];
  const report: ParseReport = { skip: (where, why) => skipped.push(`${where}: ${why}`) };
  const entries = await Array.fromAsync(source.parse(files, report));
  return { entries, published: report.published, skipped };
}

/** The whole content of a file as one text. */
export async function wholeText(file: ListFile): Promise<string> {
  return (await Array.fromAsync(textChunks(file))).join('');
}

/** How many entries there are of each kind. */
export function kinds({ entries }: Reading): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** A file of the shared public lists, undefined where they are not beside the project. */
export function sharedFile(path: string): ListFile | undefined {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const file = join(resolve(root, process.env.TOUCHSTONE_BENCH_DATA ?? '../shared'), 'lists', path);
  return existsSync(file) ? localFile(file) : undefined;
}

export const NO_SHARED_LISTS = 'the shared public lists are not beside the project (TOUCHSTONE_BENCH_DATA)';

/**
 * Cuts, repeats and overwrites the fixture (a file's path, or its content) at random. The parser must read what is
 * left, or refuse it as `list-unusable`. Every entry that it yields has an id and a name.
 */
export async function survivesDamage(source: Source, fixture: string | Buffer): Promise<void> {
  const whole = typeof fixture === 'string' ? await readFile(fixture) : fixture;
  const at = fc.nat(whole.length);
  const damage = fc.record({
    from: at,
    to: at,
    put: fc.oneof(fc.constant(''), fc.string(), fc.string({ unit: 'binary' })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      let bytes = whole;
      for (const { from, to, put } of damages) {
        bytes = Buffer.concat([
          bytes.subarray(0, Math.min(from, to)),
          Buffer.from(put),
          bytes.subarray(Math.max(from, to)),
        ]);
      }
      await readsOrRefuses(source, memoryFile('damaged', bytes));
    }),
    { numRuns: 60 },
  );
}

async function readsOrRefuses(source: Source, file: ListFile): Promise<void> {
  try {
    const { entries } = await readAll(source, file);
    for (const { id, names } of entries)
      if (!id || !names[0]?.full) throw new Error(`entry ${id} has no id or no name`);
  } catch (error) {
    if (!(error instanceof TouchstoneError) || error.code !== 'list-unusable') throw error;
  }
}
