import { Engine } from './engine.ts';
import { snapshotFiles } from './index/build.ts';
import { readIndexFile } from './index/format.ts';

/** A snapshot for this thread alone. Throws `damaged`. */
export async function openSnapshot(directory: string, id: string): Promise<Engine> {
  const files = snapshotFiles(directory, id);
  return Engine.open(await readIndexFile(files.index), files.facts);
}
