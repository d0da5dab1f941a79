import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say } from '../sentences.ts';
import { Channel, Interrupted } from '../threads/channel.ts';
import { launchChild } from '../threads/child-process.ts';
import type { WorkbookOperations } from './workbook-process.ts';

/** Begins a ZIP archive, as an Excel workbook is one (ECMA-376 part 2). */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Begins a compound file (MS-CFB 2.2): a workbook of Excel 97 to 2003, or one with a password (MS-OFFCRYPTO). */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
/** Media type of an Excel workbook (ECMA-376 part 1, 15.2). */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Media type of a spreadsheet of LibreOffice (ODF 1.3 part 2, 2.2.4). */
export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
/** Media types of what a file of names may be. */
export const TABLE_TYPES = ['text/csv', WORKBOOK_TYPE, ODS_TYPE] as const;
const MAX_BYTES = 64 * 2 ** 20;
/** Of the heap of the process, in MiB: a table streams through it. What cells share lies outside. */
const MEMORY_MIB = 64;
const LIMIT_MS = 300_000;

const reader = new Channel<WorkbookOperations>(
  launchChild(new URL('./workbook-process.ts', import.meta.url), undefined, {
    flags: [`--max-old-space-size=${MEMORY_MIB}`],
  }),
  { maxAtOnce: 1, limitMs: LIMIT_MS },
);

/**
 * The content of a file of names as CSV. A workbook (XLSX, ODS) is recognised by its first bytes and read in another
 * process; any other file is given back as it comes. `sheet`: the name of the sheet with the names; without it the
 * first visible one with a header that fits. Throws `validation` for a workbook that cannot be used, and for a sheet of
 * what is none.
 */
export async function* asCsv(chunks: AsyncIterable<Uint8Array>, sheet?: string): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => iterator };
  let head: Uint8Array = new Uint8Array();
  try {
    while (head.length < ZIP.length) {
      const { done, value } = await iterator.next();
      if (done) break;
      head = head.length === 0 ? value : Buffer.concat([head, value]);
    }
    if (begins(head, COMPOUND)) throw invalid('file.old-workbook');
    if (begins(head, ZIP)) yield* converted(head, rest, sheet);
    else {
      if (sheet !== undefined) throw invalid('workbook.none');
      if (head.length > 0) yield head;
      yield* rest;
    }
  } finally {
    await iterator.return?.();
  }
}

async function* converted(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-workbook-'));
  const [workbook, csv] = [join(folder, 'workbook'), join(folder, 'csv')];
  try {
    await pipeline(bounded(head, rest), createWriteStream(workbook, { mode: 0o600 }));
    const problem = await reader.call('convert', workbook, csv, sheet).catch((error: unknown) => {
      if (error instanceof Interrupted) throw invalid('file.workbook-too-large');
      throw error;
    });
    if (problem !== undefined) throw new TouchstoneError('validation', problem);
    yield* createReadStream(csv) as AsyncIterable<Uint8Array>;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* bounded(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = head.length;
  yield head;
  for await (const chunk of rest) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw invalid('file.workbook-too-large');
    yield chunk;
  }
}

function begins(head: Uint8Array, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, at) => head[at] === byte);
}

function invalid(code: SentenceCode): TouchstoneError {
  return new TouchstoneError('validation', say(code));
}
