import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { sentence, TouchstoneError } from '../errors.ts';
import { makeDirectory } from '../file-failure.ts';
import { download } from './download.ts';
import type { CalibrationPoint, ModelEntry, ModelManifest } from './manifest-schema.ts';
import { readShape } from './manifest-schema.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/** Reads and checks a manifest. Throws `usage` with a sentence that names the file and what is wrong in it. */
export async function readManifest(path: string, purpose: ModelManifest['purpose']): Promise<ModelManifest> {
  const file = resolve(path);
  const fail = (what: string, cause?: unknown) =>
    new TouchstoneError('usage', `The model manifest ${file} ${what}.`, cause === undefined ? undefined : { cause });
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw fail('cannot be read', error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail(`is not JSON: ${sentence(error)}`, error);
  }
  const manifest = readShape(value, dirname(file), (what) => fail(what));
  if (manifest.purpose !== purpose) {
    throw fail(`is for ${manifest.purpose}, but a model for ${purpose} is wanted`);
  }
  return manifest;
}

/**
 * Checks that a manifest and its files are what they say. Models with an address are not downloaded. Throws `usage`.
 */
export async function checkManifest(path: string, purpose: ModelManifest['purpose']): Promise<void> {
  const manifest = await readManifest(path, purpose);
  for (const entry of manifest.models) if (entry.file !== undefined) await modelBytes(entry, manifest, '');
}

/**
 * The bytes of a model, checked by their SHA-256. One with an address is downloaded once and kept under its hash in
 * `cache`; after that the network is not asked again. Throws `usage` with a sentence.
 */
export async function modelBytes(entry: ModelEntry, manifest: ModelManifest, cache: string): Promise<Uint8Array> {
  if (entry.file !== undefined) {
    const path = isAbsolute(entry.file) ? entry.file : join(manifest.directory, entry.file);
    return checked(await localBytes(path, manifest), entry, path, manifest);
  }
  const kept = join(cache, `${entry.sha256}.onnx`);
  const earlier = await readFile(kept).catch(() => undefined);
  if (earlier && sha256(earlier) === entry.sha256) return earlier;
  await makeDirectory(cache);
  const bytes = checked(await downloaded(entry, manifest, cache), entry, entry.url!, manifest);
  await keep(kept, bytes);
  return bytes;
}

/** The score of a value by straight lines between points, held at both ends. */
export function calibrated(value: number, points: readonly CalibrationPoint[]): number {
  const [first, last] = [points[0]!, points.at(-1)!];
  if (!(value > first[0])) return first[1];
  if (value >= last[0]) return last[1];
  const next = points.findIndex(([at]) => at > value);
  const [[x0, y0], [x1, y1]] = [points[next - 1]!, points[next]!];
  return y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}

async function localBytes(path: string, { name }: ModelManifest): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new TouchstoneError('usage', `The model file ${path} of "${name}" cannot be read.`, { cause });
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function checked(bytes: Uint8Array, entry: ModelEntry, where: string, { name }: ModelManifest): Uint8Array {
  const found = sha256(bytes);
  if (found === entry.sha256) return bytes;
  throw new TouchstoneError(
    'usage',
    `The model ${where} of "${name}" is not the one its manifest names: SHA-256 ${found} instead of ${entry.sha256}.`,
  );
}

async function downloaded(entry: ModelEntry, { name }: ModelManifest, cache: string): Promise<Uint8Array> {
  const url = entry.url!;
  // Threads that start at once each fetch their own.
  const part = join(cache, `${randomUUID()}.part`);
  try {
    return await download({ url, part, most: MAX_BYTES, isWanted: (bytes) => sha256(bytes) === entry.sha256 });
  } catch (cause) {
    const why = sentence(cause);
    throw new TouchstoneError('usage', `The model of "${name}" could not be downloaded from ${url}: ${why}.`, {
      cause,
    });
  } finally {
    await rm(part, { force: true });
  }
}

/** Written beside and renamed, so that threads which start at once never meet half a file. */
async function keep(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, bytes);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
}
