import { pipeline, Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { sentence, TouchstoneError } from '../../../errors.ts';
import { beyond, MAX_JSON } from '../../formats/bounds.ts';
import { memoryFile } from '../../formats/list-file.ts';
import type { ListFile } from '../../source.ts';

/** JSON files as they are and those inside of tars, each with its whole path as name. */
export async function* jsonFiles(files: readonly ListFile[]): AsyncIterable<ListFile> {
  for (const file of files) {
    if (await isTar(file)) yield* members(file);
    else yield file;
  }
}

/** POSIX.1-1988 and later mark a tar by `ustar` at byte 257 of the first header. */
async function isTar(file: ListFile): Promise<boolean> {
  let head = Buffer.alloc(0);
  for await (const chunk of file.bytes()) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= 262) break;
  }
  return head.toString('latin1', 257, 262) === 'ustar';
}

async function* members(file: ListFile): AsyncIterable<ListFile> {
  const archive = extract();
  // An error of the file destroys the archive with it, and a reader that stops early destroys the file's stream.
  pipeline(Readable.from(file.bytes(), { objectMode: false }), archive, () => {});
  try {
    for await (const member of archive) {
      const { type, name } = member.header;
      const isWanted = type === 'file' && name.endsWith('.json');
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of member as AsyncIterable<Uint8Array>) {
        if (!isWanted) continue;
        size += chunk.length;
        if (size > MAX_JSON) throw beyond({ name: `${file.name} (${name})` }, 'whole', 'member', MAX_JSON);
        chunks.push(chunk);
      }
      if (isWanted) yield memoryFile(name, Buffer.concat(chunks));
    }
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    throw new TouchstoneError('list-unusable', `${file.name} is not a complete tar: ${sentence(error)}.`, {
      cause: error,
    });
  }
}
