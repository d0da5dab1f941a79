import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { sentence, TouchstoneError } from '../../errors.ts';
import type { ListFile } from '../source.ts';
import { textChunks } from './list-file.ts';

export interface CsvShape {
  readonly delimiter?: string;
  /** Undefined: quotes are not special. Default `"`. */
  readonly quote?: string | false;
  /** WHATWG label. Default utf-8. */
  readonly encoding?: string;
}

export interface CsvRow {
  /** 1 for the file's first line. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Streams the rows of a CSV file, blank lines left out, cells trimmed; rows may have different lengths. */
export async function* csvRows(file: ListFile, shape: CsvShape = {}): AsyncIterable<CsvRow> {
  const parser = parse({
    delimiter: shape.delimiter ?? ',',
    quote: shape.quote === undefined ? '"' : shape.quote,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    bom: true,
    info: true,
  });
  // An error of the file destroys the parser with it, and a reader that stops early destroys the file's stream.
  pipeline(Readable.from(textChunks(file, shape.encoding)), parser, () => {});
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: ListFile, error: unknown): TouchstoneError {
  if (error instanceof TouchstoneError) return error;
  return new TouchstoneError('list-unusable', `${file.name} is not readable as CSV: ${sentence(error)}.`, {
    cause: error,
  });
}
