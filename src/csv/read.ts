import { finished } from 'node:stream/promises';
import { CsvError, type Parser, parse } from 'csv-parse';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';
import { decoded, NotText } from '../text/decode.ts';

/** One row that is not blank. */
export interface CsvRow {
  /** Line of the file where it begins, from 1. */
  readonly line: number;
  /** Trimmed. A line end inside a cell is `\n`. */
  readonly cells: readonly string[];
  /** The lines that it takes up, each divided at the delimiter alone, where there are several. */
  readonly lines?: readonly (readonly string[])[];
}

export interface CsvShape {
  /** Undefined: comma, semicolon or tab, as the first line has it; `sep=;` alone in the first line names another. */
  readonly delimiter?: string | undefined;
  /** The longest row, in bytes: a quotation mark that is never closed must not take the whole file in. */
  readonly maxRow: number;
  /** The most lines, blank ones as well. Default: any number. */
  readonly maxLines?: number;
  /** The error for a file that is no text, or no CSV: then `problem` is a phrase that names the row. */
  readonly refuse: (problem: string | NotText) => Error;
}

/** Of a file of names, in bytes. */
const MAX_ROW = 64 * 1024;
/** The header is looked for in so many characters. */
const MAX_HEADER = 2 * 1024;
const LINE_END = /\r\n?/g;
const DELIMITERS = [',', ';', '\t'];
/** How Excel names the delimiter of a file; when it saves such a file again, it fills the line with delimiters. */
const SEPARATOR = /^"?sep=(.)\1*"?[^\S\t\n]*(?=\n)/i;

/**
 * Reads a file that people send: CSV with a header, in UTF-8 or UTF-16, with or without a byte order mark. With
 * `strict`, bytes that are no text are refused; without it they become U+FFFD. Throws `validation` for what is not CSV.
 */
export function csvPages(
  chunks: AsyncIterable<Uint8Array>,
  { strict }: { readonly strict: boolean },
): AsyncGenerator<readonly CsvRow[]> {
  const refuse = (problem: string | NotText) =>
    problem instanceof NotText ? invalid('file.not-utf8') : invalid('file.not-csv', { problem });
  return csvOfText(decoded(chunks, { broken: strict ? 'refuse' : 'mark' }), { maxRow: MAX_ROW, refuse });
}

/**
 * Reads CSV (RFC 4180). CRLF, LF and CR each end a row outside quotation marks, in any mixture. A quotation mark inside
 * a cell that begins with none is an ordinary sign. Blank rows are left out; rows may have different lengths.
 * Yields the rows that each chunk completes. Throws what `refuse` gives for a file that is no CSV.
 */
export async function* csvOfText(texts: AsyncIterable<string>, shape: CsvShape): AsyncGenerator<readonly CsvRow[]> {
  const rows = new Rows(shape);
  const { maxLines = Number.POSITIVE_INFINITY } = shape;
  try {
    for await (const text of texts) {
      if (!rows.write(text)) break;
      if (rows.line > maxLines) throw shape.refuse(say('csv.too-many-lines', { most: maxLines }));
      const page = rows.take();
      if (page.length > 0) yield page;
    }
    const rest = await rows.end();
    if (rest.length > 0) yield rest;
  } catch (error) {
    if (error instanceof CsvError) throw shape.refuse(rows.problem(error));
    throw error instanceof NotText ? shape.refuse(error) : error;
  } finally {
    rows.close();
  }
}

/** The rows that a parser has completed. */
class Rows {
  readonly #shape: CsvShape;
  /** Until it holds the whole header. */
  #beginning: string | undefined = '';
  #endsInReturn = false;
  #parser: Parser | undefined;
  #ended: Promise<void> | undefined;
  #page: CsvRow[] = [];
  /** Where the last row ended. */
  #line = 0;
  /** The line that was reached, and the characters in it so far. */
  #lineBefore = 0;
  #sinceLine = 0;

  constructor(shape: CsvShape) {
    this.#shape = shape;
  }

  /** False once the parser has failed. */
  write(text: string): boolean {
    if (this.#beginning === undefined) return this.#feed(text);
    this.#beginning += text;
    return this.#beginning.length < MAX_HEADER || this.#begin(this.#beginning);
  }

  /** How many lines were read, blank ones as well. */
  get line(): number {
    return this.#parser?.info.lines ?? 0;
  }

  take(): readonly CsvRow[] {
    const page = this.#page;
    this.#page = [];
    return page;
  }

  async end(): Promise<readonly CsvRow[]> {
    if (this.#beginning) this.#begin(this.#beginning);
    if (this.#endsInReturn) this.#parser?.write('\n');
    this.#parser?.end();
    await this.#ended;
    return this.take();
  }

  close(): void {
    this.#parser?.destroy();
  }

  problem({ code, message }: CsvError): string {
    const line = this.#line + 1;
    if (code === 'CSV_QUOTE_NOT_CLOSED') return say('csv.quote-open', { line });
    if (code === 'CSV_MAX_RECORD_SIZE') return say('csv.row-too-long', { line, most: this.#shape.maxRow / 1024 });
    if (code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE') return say('csv.text-after-quote', { line });
    return message;
  }

  #begin(text: string): boolean {
    this.#beginning = undefined;
    const { delimiter } = this.#shape;
    const begin = text.replace(LINE_END, '\n');
    this.#parser = this.#open(delimiter ?? delimiterOf(begin));
    // An empty first line keeps the numbers of the others.
    const separator = delimiter === undefined ? (SEPARATOR.exec(begin)?.[0].length ?? 0) : 0;
    return this.#feed(text.slice(separator));
  }

  /** CRLF and CR become LF, also where a chunk ends between the two. */
  #feed(text: string): boolean {
    const whole = this.#endsInReturn ? `\r${text}` : text;
    this.#endsInReturn = whole.endsWith('\r');
    const complete = this.#endsInReturn ? whole.slice(0, -1) : whole;
    if (complete) this.#parser!.write(complete.includes('\r') ? complete.replace(LINE_END, '\n') : complete);
    this.#refuseEndless(complete.length);
    return !this.#parser!.destroyed;
  }

  /** The parser counts what stands in quotation marks, and no delimiters. */
  #refuseEndless(length: number): void {
    const { maxRow, refuse } = this.#shape;
    if (this.line > this.#lineBefore) this.#sinceLine = 0;
    else this.#sinceLine += length;
    this.#lineBefore = this.line;
    if (this.#sinceLine > maxRow) {
      throw refuse(say('csv.row-too-long', { line: this.#line + 1, most: maxRow / 1024 }));
    }
  }

  #open(delimiter: string): Parser {
    const parser = parse({
      delimiter,
      record_delimiter: '\n',
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: this.#shape.maxRow,
      // Each row is handed over as it is parsed: a stream of rows would hold the event loop for as long as it had some.
      on_record: (cells: string[], { lines }) => {
        const inside = lines - this.#line > 1 ? linesIn(cells, delimiter) : undefined;
        this.#line = lines;
        this.#page.push(inside ? { line: lines - inside.length + 1, cells, lines: inside } : { line: lines, cells });
        return null;
      },
    });
    this.#ended = finished(parser.resume());
    // Heard by `end`; a file that fails while it is fed must not go unheard before that.
    this.#ended.catch(() => {});
    return parser;
  }
}

/** Undefined where no cell has a line end. */
function linesIn(cells: readonly string[], delimiter: string): string[][] | undefined {
  if (!cells.some((cell) => cell.includes('\n'))) return undefined;
  const lines: string[][] = [[]];
  for (const cell of cells) {
    const [first = '', ...others] = cell.split('\n');
    lines.at(-1)!.push(...(others.length > 0 ? first.split(delimiter) : [first]));
    for (const other of others) lines.push(other.split(delimiter));
  }
  return lines;
}

/** The separator that stands most often in the header: spreadsheets of many countries write semicolons. */
function delimiterOf(text: string): string {
  const named = SEPARATOR.exec(text)?.[1];
  if (named) return named;
  const header = text
    .slice(0, MAX_HEADER)
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)[0]!;
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
