import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { invalid, Refusal } from '../wire/failure.ts';

/** Of all files of a list together. The longest official file is far shorter, and more would fill small disks. */
const MAX_BYTES = 1024 ** 3;
/** EveryPolitician has a file for each legislature. */
const MAX_FILES = 500;
const MAX_NAME = 100;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/**
 * Writes the files of a form into the folder as they arrive, and answers their paths. Each has a folder of its own.
 * Throws a Refusal.
 */
export async function receiveFiles(request: IncomingMessage, folder: string): Promise<string[]> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const parser = parserOf(request);
  const ending = new AbortController();
  const written: Promise<string>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      let received = 0;
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > MAX_BYTES) reject(tooLarge());
      });
      parser.on('file', (_field, file, name) => {
        const writing = write(file, join(folder, String(written.length)), name, ending.signal);
        writing.catch(reject);
        written.push(writing);
      });
      parser.on('filesLimit', () => reject(invalid([say('refusal.import-too-many', { most: MAX_FILES })])));
      parser.on('error', () => reject(malformed()));
      parser.on('finish', resolve);
      request.on('close', () => request.complete || reject(malformed()));
      request.pipe(parser);
    });
    const paths = await Promise.all(written);
    if (paths.length === 0) throw invalid([say('refusal.import-no-file')]);
    return paths;
  } catch (error) {
    request.unpipe(parser);
    // What still comes is read and dropped, so that the answer finds a client that listens.
    request.resume();
    ending.abort();
    await Promise.allSettled(written);
    throw asRefusal(error);
  }
}

async function write(file: Readable, folder: string, name: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, plainName(name));
  await mkdir(folder);
  await pipeline(file, createWriteStream(path), { signal });
  return path;
}

/**
 * A file's name in letters of our own, at most 100 bytes long: every file system takes it, and no terminal obeys it.
 * The digits stay, because they may tell the day of publication.
 */
export function plainName(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const plain = last.replace(/[^A-Za-z0-9._ -]+/g, '_').slice(-MAX_NAME);
  return plain.replace(/^[._ -]+/, '').trimEnd() || 'list';
}

function parserOf({ headers }: IncomingMessage): InstanceType<typeof Busboy> {
  if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw malformed();
  const limits = { files: MAX_FILES, fields: 0, headerPairs: 100, headerSize: 16 * 1024 };
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch {
    throw malformed();
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (FULL.has(code ?? '')) return new TouchstoneError('unwritable', say('refusal.disk-full'), { cause: error });
  // What the file system did not say, the reader of the form said.
  return syscall === undefined ? malformed() : error;
}

function tooLarge(): Refusal {
  return new Refusal(413, 'envelope', 'The body is too large.', [say('refusal.import-too-large')], {
    connection: 'close',
  });
}

function malformed(): Refusal {
  return new Refusal(400, 'envelope', 'Validation failed.', [say('refusal.import-form')], { connection: 'close' });
}
