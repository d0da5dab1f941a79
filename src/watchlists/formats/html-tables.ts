import { Parser } from 'htmlparser2';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { tidy } from '../entries/values.ts';
import type { ListFile } from '../source.ts';
import { beyond, MAX_DEPTH, MAX_ITEMS, MAX_TEXT } from './bounds.ts';
import { textChunks } from './list-file.ts';

/** One row of a table in a web page. */
export interface HtmlRow {
  /** Number of the table in the page, from 1 on, and of the row in the table. */
  readonly table: number;
  readonly row: number;
  /** White space folded; blank cells are empty. */
  readonly cells: readonly string[];
}

interface OpenTable {
  readonly number: number;
  rows: number;
  cells: string[] | undefined;
  text: string | undefined;
}

/** Elements that part words. */
const BREAKS = new Set(['br', 'p', 'div', 'li', 'ul', 'ol', 'hr']);
const CELLS = new Set(['td', 'th']);

/**
 * Streams the rows of all tables of a web page, those of a table inside another one for themselves. A page beyond a
 * bound of `bounds.ts`, or one that breaks off, is `list-unusable`.
 */
export async function* htmlRows(file: ListFile): AsyncIterable<HtmlRow> {
  const open: OpenTable[] = [];
  let tables = 0;
  let items = 0;
  let ready: HtmlRow[] = [];
  let isWhole = false;
  const add = (text: string) => {
    const table = open.at(-1);
    if (table?.text === undefined) return;
    table.text += text;
    if (table.text.length > MAX_TEXT) throw beyond(file, 'whole', 'text', MAX_TEXT);
  };
  const endCell = (table: OpenTable) => {
    if (table.text !== undefined) table.cells?.push(tidy(table.text) ?? '');
    table.text = undefined;
  };
  const endRow = (table: OpenTable) => {
    endCell(table);
    if (table.cells?.length) ready.push({ table: table.number, row: ++table.rows, cells: table.cells });
    table.cells = undefined;
  };
  const parser = new Parser({
    onopentagname(name) {
      if (++items > MAX_ITEMS) throw beyond(file, 'whole', 'items', MAX_ITEMS);
      const table = open.at(-1);
      if (name === 'table') {
        if (open.length >= MAX_DEPTH) throw beyond(file, 'whole', 'depth', MAX_DEPTH);
        open.push({ number: ++tables, rows: 0, cells: undefined, text: undefined });
      } else if (table && name === 'tr') {
        endRow(table);
        table.cells = [];
      } else if (table && CELLS.has(name)) {
        endCell(table);
        table.cells ??= [];
        table.text = '';
      } else if (BREAKS.has(name)) add(' ');
    },
    ontext: add,
    onclosetag(name, isImplied) {
      if (name === 'html' && !isImplied) isWhole = true;
      const table = open.at(-1);
      if (!table) return;
      if (name === 'table') {
        endRow(table);
        open.pop();
      } else if (name === 'tr') endRow(table);
      else if (CELLS.has(name)) endCell(table);
      else if (BREAKS.has(name)) add(' ');
    },
  });
  for await (const chunk of textChunks(file)) {
    parser.write(chunk);
    yield* ready;
    ready = [];
  }
  if (!isWhole) throw new TouchstoneError('list-unusable', say('list-file.page-cut', { file: file.name }));
}
