import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SnapshotEntity, SnapshotSource } from '../../domain/snapshot.ts';
import { syncFolder } from '../../durable-file.ts';
import { ENGINE_VERSION } from '../version.ts';
import type { Compiler } from './compile.ts';
import { assemble } from './format.ts';

const WRITE_BYTES = 1 << 20;
/** A character of a text is so many bytes of UTF-8 at most. */
const MAX_BYTES = 3;

export interface SnapshotInput {
  readonly id: string;
  /** ISO date-time. */
  readonly createdAt: string;
  readonly sources: readonly SnapshotSource[];
  readonly entities: Iterable<SnapshotEntity>;
}

/** Where the two files of a snapshot stand. */
export function snapshotFiles(directory: string, id: string): { index: string; facts: string } {
  return { index: join(directory, `${id}.index`), facts: join(directory, `${id}.facts`) };
}

/** Compiles the entities into `<id>.index` and `<id>.facts`; both are on disk and complete when it resolves. */
export async function buildSnapshot(input: SnapshotInput, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const files = snapshotFiles(directory, input.id);
  // The event loop of a service seldom compiles, and can do without the tables of names.
  const { Compiler } = await import('./compile.ts');
  const exposed = input.sources.filter(({ category }) => category === 'pep').map(({ source }) => source);
  const compiler = new Compiler(new Set(exposed));
  const facts = await writeFile(files.facts, factsOf(input.entities, compiler));
  const { id, createdAt, sources } = input;
  const header = {
    engine: ENGINE_VERSION,
    id,
    createdAt,
    sources,
    legalForms: compiler.legalForms,
    factsBytes: facts.bytes,
    factsCrc: facts.crc,
  };
  const index = new Uint8Array(assemble(header, compiler.sections()));
  await writeFile(files.index, [index]);
}

/** The facts file's content, entity after entity; the compiler learns of each and of where its facts are. */
function* factsOf(entities: Iterable<SnapshotEntity>, compiler: Compiler): Iterable<Uint8Array> {
  let offset = 0;
  let chunk = Buffer.allocUnsafe(WRITE_BYTES);
  let end = 0;
  for (const entity of entities) {
    const text = JSON.stringify(entity.entries);
    const most = text.length * MAX_BYTES;
    if (end + most > chunk.length) {
      yield chunk.subarray(0, end);
      end = 0;
      if (most > chunk.length) chunk = Buffer.allocUnsafe(most);
    }
    const length = chunk.write(text, end);
    compiler.add(entity, { offset, length, crc: crc32(chunk.subarray(end, end + length)) });
    offset += length;
    end += length;
  }
  yield chunk.subarray(0, end);
}

/** Writes beside the file, syncs, then renames: the file is either whole or not there. */
async function writeFile(path: string, chunks: Iterable<Uint8Array>): Promise<{ bytes: number; crc: number }> {
  const unfinished = `${path}.${process.pid}.tmp`;
  const written = { bytes: 0, crc: 0 };
  const file = await open(unfinished, 'w');
  try {
    for (const chunk of chunks) {
      await file.writeFile(chunk);
      written.bytes += chunk.length;
      written.crc = crc32(chunk, written.crc);
    }
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dirname(path));
  return written;
}
