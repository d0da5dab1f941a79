import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MATCH_HEADER, matchCells } from '../bulk/results.ts';
import type { MatchView } from '../domain/match.ts';
import { unwritable } from '../file-failure.ts';
import { type Cell, workbook } from '../spreadsheets/workbook.ts';
import { jsonLines } from '../watchlists/formats/json.ts';
import { localFile } from '../watchlists/formats/list-file.ts';
import { type Row, refuseSameFile } from './bulk.ts';

/** Rows of a page of the workbook. */
const PAGE_ROWS = 500;
const HEADER = ['id', 'name', 'entityType', 'dateOfBirth', 'result', 'matches', 'highestScore', 'bestMatch', 'message'];

/** What a line of a screened file says. A row that was refused has `error` and was not asked for. */
interface Line {
  readonly id: string;
  readonly asked?: Pick<Row, 'name' | 'entityType' | 'dateOfBirth'>;
  readonly matches?: readonly MatchView[];
  readonly notes?: readonly string[];
  readonly error?: string;
}

/** Whether results go into a workbook, by the name of their file. */
export const isWorkbook = (path: string): boolean => /\.xlsx$/i.test(path);

/** The same work, with what was asked in its line: a line has the id of a row and not its name. */
export function withAsked(work: (row: Row) => Promise<string>): (row: Row) => Promise<string> {
  return async (row) => {
    const { name, entityType, dateOfBirth } = row;
    return `{"asked":${JSON.stringify({ name, entityType, dateOfBirth })},${(await work(row)).slice(1)}`;
  };
}

/**
 * Writes results as a workbook: as lines first, into a file beside it, since the rows and their matches are two sheets.
 * Throws `usage` where input and output are one file.
 */
export async function throughLines<T>(input: string, output: string, write: (path: string) => Promise<T>): Promise<T> {
  await refuseSameFile(input, output);
  const lines = `${output}.part`;
  try {
    const result = await write(lines);
    const tables = [
      { name: 'Results', header: HEADER, rows: pagesOf(lines, (line) => [resultCells(line)]) },
      { name: 'Matches', header: ['id', 'name', ...MATCH_HEADER], rows: pagesOf(lines, matchRows) },
    ];
    await pipeline(workbook(tables), createWriteStream(output)).catch((cause) => {
      throw unwritable(output, cause);
    });
    return result;
  } finally {
    await rm(lines, { force: true });
  }
}

async function* pagesOf(path: string, rowsOf: (line: Line) => readonly (readonly Cell[])[]) {
  let page: (readonly Cell[])[] = [];
  for await (const { object } of jsonLines(localFile(path))) {
    page.push(...rowsOf(object as unknown as Line));
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  yield page;
}

function resultCells({ id, asked, matches, notes = [], error }: Line): Cell[] {
  const { name, entityType, dateOfBirth } = asked ?? {};
  if (!matches) return [id, name, entityType, dateOfBirth, 'refused', undefined, undefined, undefined, error];
  const [best] = matches;
  const result = best ? 'matched' : 'clear';
  return [id, name, entityType, dateOfBirth, result, matches.length, best?.score ?? 0, best?.name, notes.join(' ')];
}

function matchRows({ id, asked, matches = [] }: Line): Cell[][] {
  return matches.map((match) => [id, asked?.name, ...matchCells(match)]);
}
