import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../source.ts';
import { writeSynced } from '../store/list-store.ts';

const SHOWN = 'terms-shown.json';

/** The terms of the sources that restrict use and whose terms were not told yet; from now on they count as told. */
export async function restrictionsToShow(sources: readonly Source[], folder: string): Promise<string[]> {
  const restricted = sources.filter((source) => source.restriction !== undefined);
  if (restricted.length === 0) return [];
  const path = join(folder, SHOWN);
  const shown = await alreadyShown(path);
  const fresh = restricted.filter((source) => shown[source.id] !== source.restriction);
  if (fresh.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const all = { ...shown, ...Object.fromEntries(fresh.map(({ id, restriction }) => [id, restriction])) };
    await writeSynced(path, [JSON.stringify(all, null, 2)]);
  }
  return fresh.map(({ name, restriction }) => `${name}: ${restriction}`);
}

/** A file that cannot be read means that the terms are told once more. */
async function alreadyShown(path: string): Promise<Record<string, unknown>> {
  return readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as Record<string, unknown>)
    .catch(() => ({}));
}
