import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence, TouchstoneError } from '../errors.ts';
import { fileFailure, unwritable } from '../file-failure.ts';
import { withFileLock } from '../file-lock.ts';
import { checkManifest } from '../inference/manifest.ts';
import { CATALOGUE, type CatalogueModel, LIVENESS_MODEL, type PublishedFile } from './catalogue.ts';

/** `damaged`: its files are not those that were installed. */
export type ModelState = 'installed' | 'damaged' | 'not installed';

export interface ModelStoreOptions {
  /** Directory of all models, inside the data directory. */
  readonly directory: string;
  /** The models of the catalogue; tests bring their own. */
  readonly catalogue?: readonly CatalogueModel[];
  /** Address under which the published files lie instead of their own. */
  readonly mirror?: string | undefined;
  /** How a retry of a download waits; tests bring their own. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** The installed models of the catalogue, each in a directory of its own. */
export class ModelStore {
  readonly #options: ModelStoreOptions;
  readonly catalogue: readonly CatalogueModel[];

  constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.catalogue = options.catalogue ?? CATALOGUE;
  }

  async state({ name, purpose }: CatalogueModel): Promise<ModelState> {
    const manifest = join(this.#directory(name), 'manifest.json');
    if (!(await exists(manifest))) return 'not installed';
    return checkManifest(manifest, purpose).then(
      () => 'installed',
      () => 'damaged',
    );
  }

  /**
   * Fetches the published files, or takes them from `from`, checks and converts them, and puts the model in force. A
   * running service takes it up by itself. Throws `usage` with a sentence; what was in force then stays.
   */
  async install(name: string, from?: string): Promise<CatalogueModel> {
    const model = this.#find(name);
    const lock = join(this.#options.directory, 'install.lock');
    await withFileLock(lock, 'Another process installs a model; try again later.', () => this.#install(model, from));
    return model;
  }

  async #install(model: CatalogueModel, from: string | undefined): Promise<void> {
    const target = this.#directory(model.name);
    const fresh = `${target}.${randomUUID()}`;
    try {
      await mkdir(fresh, { recursive: true });
      for (const file of model.files) {
        const bytes = from === undefined ? await this.#downloaded(file) : await localFile(file, from);
        await writeFile(join(fresh, file.becomes), assembled(bytes, await readFile(file.plan, 'utf8')));
      }
      await copyFile(model.manifest, join(fresh, 'manifest.json'));
      // What came out must be what the manifest names.
      await checkManifest(join(fresh, 'manifest.json'), model.purpose);
      await replace(target, fresh);
    } catch (error) {
      throw refusal(error, target);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }

  /** False where it was not installed. */
  async remove(name: string): Promise<boolean> {
    const directory = this.#directory(this.#find(name).name);
    const isThere = await exists(directory);
    await rm(directory, { recursive: true, force: true }).catch((error) => {
      throw refusal(error, directory);
    });
    return isThere;
  }

  #find(name: string): CatalogueModel {
    const found = this.catalogue.find((model) => model.name === name);
    if (found) return found;
    const known = this.catalogue.map((model) => model.name).join(', ');
    throw new TouchstoneError('usage', `The catalogue has no model "${name}". It has: ${known}.`);
  }

  #directory(name: string): string {
    return join(this.#options.directory, name);
  }

  async #downloaded(file: PublishedFile): Promise<Uint8Array> {
    const { directory, mirror, pause } = this.#options;
    const url = mirror === undefined ? file.url : `${mirror.replace(/\/+$/, '')}/${encodeURIComponent(file.name)}`;
    let bytes: Uint8Array;
    try {
      const { download } = await import('../inference/download.ts');
      bytes = await download({
        url,
        part: join(directory, `${file.sha256}.part`),
        most: file.bytes,
        isWanted: (found: Uint8Array) => sha256(found) === file.sha256,
        ...(pause && { pause }),
      });
    } catch (cause) {
      const way = 'Behind a proxy set HTTPS_PROXY; without a network use --from DIR';
      const reason = `${file.name} could not be downloaded from ${url}: ${sentence(cause)}. ${way}.`;
      throw new TouchstoneError('usage', reason, { cause });
    }
    return checked(bytes, file, url);
  }
}

async function localFile(file: PublishedFile, directory: string): Promise<Uint8Array> {
  const path = join(directory, file.name);
  let bytes: Uint8Array;
  try {
    const { size } = await stat(path);
    // A file of another size is another file; it need not be read.
    bytes = size === file.bytes ? await readFile(path) : new Uint8Array();
  } catch (cause) {
    throw new TouchstoneError('usage', `${path} cannot be read: ${fileFailure(cause)}.`, { cause });
  }
  return checked(bytes, file, path);
}

/**
 * The ONNX file of a network whose weights were published in another form. Each line of `plan` has bytes of the file in
 * base64. Then it says where the next ones stand in the published file: offset and length, in bytes.
 */
function assembled(published: Uint8Array, plan: string): Uint8Array {
  const parts = plan
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [own = '', offset, length] = line.split('\t');
      const start = Number(offset);
      return [Buffer.from(own, 'base64'), published.subarray(start, start + Number(length))];
    });
  return Buffer.concat(parts);
}

function checked(bytes: Uint8Array, file: PublishedFile, where: string): Uint8Array {
  if (sha256(bytes) === file.sha256) return bytes;
  throw new TouchstoneError(
    'usage',
    `${where} is not the published ${file.name}: its SHA-256 is not ${file.sha256}. Nothing was installed.`,
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts a directory in the place of another one, which goes. */
async function replace(target: string, fresh: string): Promise<void> {
  const old = `${target}.${randomUUID()}`;
  if (await exists(target)) await rename(target, old);
  await rename(fresh, target);
  await rm(old, { recursive: true, force: true });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function refusal(error: unknown, path: string): unknown {
  return error instanceof TouchstoneError ? error : unwritable(path, error, 'unwritable');
}

/**
 * - `bundled`: the two models that come with Touchstone.
 * - `installed`: the installed model stands beside them.
 * - `damaged`: a model is installed, but its files are not what they were.
 * - `own`: the operator's own model.
 */
export type LivenessInUse = 'off' | 'own' | 'bundled' | 'installed' | 'damaged';

/** Which evidence liveness rests on. `directory`: where models are installed. */
export async function livenessInUse(liveness: 'on' | 'off' | object, directory: string): Promise<LivenessInUse> {
  if (liveness === 'off') return 'off';
  if (liveness !== 'on') return 'own';
  const state = await new ModelStore({ directory }).state(CATALOGUE.find(({ name }) => name === LIVENESS_MODEL)!);
  return state === 'not installed' ? 'bundled' : state;
}
