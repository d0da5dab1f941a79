import { type CsvRow, csvOfText } from '../../csv/read.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { textChunks } from './list-file.ts';

interface CsvOptions {
  readonly delimiter?: string;
  /** WHATWG label. Default: as `textChunks` finds it. */
  readonly encoding?: string;
}

/** The longest row, in bytes. Some entries have thousands of names and addresses in one row. */
const MAX_ROW = 1 << 20;

/** Streams the rows of a CSV file, blank ones left out, cells trimmed; rows may have different lengths. */
export async function* csvRows(
  file: ListFile,
  { delimiter = ',', encoding }: CsvOptions = {},
): AsyncGenerator<Pick<CsvRow, 'line' | 'cells'>> {
  const refuse = (problem: unknown) =>
    new TouchstoneError('list-unusable', say('list-file.not-csv', { file: file.name, problem: String(problem) }));
  for await (const page of csvOfText(textChunks(file, encoding), { delimiter, maxRow: MAX_ROW, refuse })) yield* page;
}
