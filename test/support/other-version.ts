import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../rig/service-process.ts';

const PARTS = ['bin', 'src', 'tables', 'openapi.json', 'package.json', 'dashboard/dist', 'capture/dist'];

/** A copy of this program in a folder of its own, whose engine says that it is another version. */
export async function otherVersion(engine: string): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-other-'));
  for (const part of PARTS) await cp(join(PROGRAM, part), join(folder, part), { recursive: true });
  await symlink(join(PROGRAM, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'src', 'screening', 'version.ts');
  const changed = (await readFile(file, 'utf8')).replace(/ENGINE_VERSION = '[^']+'/, `ENGINE_VERSION = '${engine}'`);
  if (!changed.includes(`'${engine}'`)) throw new Error(`${file} names no version of the engine.`);
  await writeFile(file, changed);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
