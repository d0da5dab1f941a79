import { finished } from 'node:stream/promises';
import { CsvError, type Parser, parse } from 'csv-parse';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';

/** One row under the header. */
export interface CsvRow {
  /** Line of the file where it ends; the header is usually line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The longest row, in bytes: a quote that never ends must not take the whole file in. */
const MAX_ROW = 64 * 1024;
/** The header is looked for in so many characters. */
const MAX_HEADER = 2 * 1024;
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a CSV file with its header: comma, semicolon or tab, UTF-8 or UTF-16, with or without a byte order mark. Yields
 * the rows that each chunk completes. Blank rows are left out, and cells are trimmed. With `strict`, bytes that are no
 * text are refused; without it they become U+FFFD. Throws `validation` for a file that is not CSV.
 */
export async function* csvPages(
  chunks: AsyncIterable<Uint8Array>,
  { strict }: { readonly strict: boolean },
): AsyncGenerator<readonly CsvRow[]> {
  let page: CsvRow[] = [];
  let parser: Parser | undefined;
  let ended: Promise<void> | undefined;
  const begin = (header: string): Parser => {
    parser = openParser(header, (row) => page.push(row));
    ended = finished(parser.resume());
    // Heard below; a file that fails while it is fed must not go unheard before that.
    ended.catch(() => {});
    return parser;
  };
  try {
    for await (const text of headerFirst(decoded(chunks, strict))) {
      (parser ?? begin(text)).write(text);
      if (parser!.destroyed) break;
      const complete = page;
      page = [];
      yield complete;
    }
    parser?.end();
    await ended;
    yield page;
  } catch (error) {
    parser?.destroy();
    if (error instanceof CsvError) throw invalid('file.not-csv', { problem: error.message });
    throw error;
  }
}

function openParser(header: string, take: (row: CsvRow) => void): Parser {
  return parse({
    delimiter: delimiterOf(header),
    bom: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW,
    // Each row is handed over as it is parsed: a stream of rows would hold the event loop for as long as it had some.
    on_record: (cells: string[], { lines }) => {
      take({ line: lines, cells });
      return null;
    },
  });
}

/** The separator that stands most often in the header: spreadsheets of many countries write semicolons. */
function delimiterOf(text: string): string {
  const header = text.slice(0, MAX_HEADER).split('\n', 1)[0]!;
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Joins the beginning until it holds the whole header. */
async function* headerFirst(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let beginning: string | undefined = '';
  for await (const text of texts) {
    if (beginning === undefined) {
      yield text;
      continue;
    }
    beginning += text;
    if (beginning.length < MAX_HEADER && !beginning.includes('\n')) continue;
    yield beginning;
    beginning = undefined;
  }
  if (beginning) yield beginning;
}

async function* decoded(chunks: AsyncIterable<Uint8Array>, strict: boolean): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const decode = (bytes?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(bytes ?? new Uint8Array()), { fatal: strict, ignoreBOM: true });
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw invalid('file.not-utf8');
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  const rest = decode();
  if (rest) yield rest;
}

/** By the byte order mark, or by the zero byte beside the first letter: a header begins with a Latin letter. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
