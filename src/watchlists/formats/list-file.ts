import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { decoded, NotText } from '../../text/decode.ts';
import type { ListFile } from '../source.ts';

const GZIP_MAGIC = [0x1f, 0x8b];

/** A local file as a list file; gzip is recognised by its first bytes. */
export function localFile(path: string, name = basename(path)): ListFile {
  return { name: name.replace(/\.gz$/i, ''), bytes: () => guarded(name, readDecompressed(path)) };
}

/** Content that is already in memory, as a list file. */
export function memoryFile(name: string, content: string | Uint8Array): ListFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    name,
    bytes: async function* () {
      yield bytes;
    },
  };
}

async function* readDecompressed(path: string): AsyncIterable<Uint8Array> {
  const head = await firstBytes(path);
  const stream = createReadStream(path, { highWaterMark: 1 << 18 });
  if (!GZIP_MAGIC.every((byte, index) => head[index] === byte)) return yield* stream;
  // A pipe does not forward errors: the reader has to hear of both streams.
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  stream.on('error', (error) => gunzip.destroy(error));
  // A reader that has seen enough hears no more errors, and one that nobody hears would end the process.
  gunzip.on('error', () => stream.destroy());
  try {
    yield* stream.pipe(gunzip);
  } finally {
    stream.destroy();
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const chunk of createReadStream(path, { end: 1 })) return chunk as Uint8Array;
  return new Uint8Array();
}

async function* guarded(name: string, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw new TouchstoneError('list-unusable', `${name} cannot be read: ${sentence(error)}.`, { cause: error });
  }
}

/**
 * The content as text in chunks, without byte order mark. Undefined `encoding`, a WHATWG label: as the file has or
 * declares it, Windows-1252 where it is not UTF-8. A file that is damaged or that declares what nobody knows is
 * `list-unusable`, so that no letter is ever replaced.
 */
export async function* textChunks(file: ListFile, encoding?: string): AsyncGenerator<string> {
  try {
    yield* decoded(file.bytes(), { encoding, broken: 'windows-1252' });
  } catch (error) {
    if (!(error instanceof NotText)) throw error;
    throw new TouchstoneError(
      'list-unusable',
      say('list-file.not-text', { file: file.name, encoding: error.encoding }),
    );
  }
}

/** The first `length` characters, to tell formats apart; what is no text in them is U+FFFD. */
export async function beginning(file: ListFile, length = 4096, encoding?: string): Promise<string> {
  let text = '';
  for await (const chunk of decoded(file.bytes(), { encoding, broken: 'mark' })) {
    text += chunk;
    if (text.length >= length) break;
  }
  return text.slice(0, length);
}

/** Whether the file is a ZIP archive by its first bytes; Excel workbooks (XLSX) are. */
export async function isZip(file: ListFile): Promise<boolean> {
  return (await beginning(file, 4, 'windows-1252')) === 'PK\x03\x04';
}

/** The refusal of a file that is of another kind than its list. `what`: a phrase that says which kind it is. */
export function otherKind(file: ListFile, what: string): TouchstoneError {
  return new TouchstoneError('list-unusable', say('list-file.other-kind', { file: file.name, what }));
}
