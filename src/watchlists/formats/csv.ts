import { type CsvRow, csvOfText } from '../../csv/read.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { MAX_ITEMS, MAX_TEXT } from './bounds.ts';
import { textChunks } from './list-file.ts';

interface CsvOptions {
  readonly delimiter?: string;
  /** WHATWG label. Default: as `textChunks` finds it. */
  readonly encoding?: string;
}

/** Streams the rows of a CSV file, blank ones left out, cells trimmed; rows may have different lengths. */
export async function* csvRows(
  file: ListFile,
  { delimiter = ',', encoding }: CsvOptions = {},
): AsyncGenerator<Pick<CsvRow, 'line' | 'cells'>> {
  const refuse = (problem: unknown) =>
    new TouchstoneError('list-unusable', say('list-file.not-csv', { file: file.name, problem: String(problem) }));
  const shape = { delimiter, maxRow: MAX_TEXT, maxLines: MAX_ITEMS, refuse };
  for await (const page of csvOfText(textChunks(file, encoding), shape)) yield* page;
}
