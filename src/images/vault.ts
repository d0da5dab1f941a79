import { join } from 'node:path';
import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { withFileLock } from '../file-lock.ts';
import { ownerNames } from '../object-store/owner.ts';
import { Trouble, type TroubleListener } from '../trouble.ts';
import { DiskImages } from './disk.ts';
import { rewrap, seal, unseal } from './encryption.ts';
import { readMasterKeys, rotateKeyFile } from './master-keys.ts';
import { IMAGES_FOLDER, openImages } from './open-images.ts';
import { IMAGE_KINDS, type ImageKind, type ImageStore } from './port.ts';

/** What a rotation of the master key has done. */
export interface Rotation {
  /** Images whose key is wrapped under the new master key. */
  readonly changed: number;
  /** A sentence for each image that could not be opened. */
  readonly damaged: readonly string[];
}

export type BothImages = Readonly<Record<'document' | 'selfie', Uint8Array>>;

/** The images of verifications, sealed before they leave the process. */
export class ImageVault {
  readonly #store: ImageStore;
  readonly #config: Config;
  readonly #trouble: Trouble;
  /** Resolves once the store is known to be ours. */
  #ours: Promise<void> | undefined;
  /** The last `check` failed. */
  #isAway = false;

  /** `told` hears when the store takes no more images, and when it does again. */
  constructor(
    config: Config,
    store: ImageStore = new DiskImages(join(config.dataDir, IMAGES_FOLDER)),
    told: TroubleListener = { failed: () => {}, over: () => {} },
  ) {
    this.#config = config;
    this.#store = store;
    this.#trouble = new Trouble(told);
  }

  /** The images where the settings say. Throws `usage` where there are no credentials for a bucket. */
  static async open(config: Config, told?: TroubleListener): Promise<ImageVault> {
    return new ImageVault(config, await openImages(config), told);
  }

  /** Why no image can be stored now, a sentence; undefined where nothing is known to be wrong. */
  get trouble(): string | undefined {
    return this.#trouble.error?.message;
  }

  /** Looks whether the store is there, so that `trouble` is true also while nobody stores anything. */
  async check(): Promise<void> {
    try {
      await this.#store.available();
    } catch (error) {
      this.#isAway = true;
      this.#trouble.failed(error as Error);
      return;
    }
    // A store that answers may still refuse what it is given: then the next image that it takes ends the trouble.
    if (this.#isAway || this.#trouble.error?.cause !== undefined) this.#trouble.succeeded();
    this.#isAway = false;
  }

  /**
   * Throws `damaged` where the master key is lost that stored images were sealed under; makes the first one. Throws
   * `usage` where the store is another service's.
   */
  async ready(): Promise<void> {
    await this.#masters();
    // A bucket that is away keeps no service from starting: it is asked before the first image.
    await this.#claimed().catch((error) => {
      if (error instanceof TouchstoneError && (error.code === 'busy' || error.code === 'unwritable')) return;
      throw error;
    });
  }

  /** Throws `usage` where the store is another service's: nothing may be stored, swept or wrapped there. */
  #claimed(): Promise<void> {
    this.#ours ??= this.#claim().catch((error) => {
      this.#ours = undefined;
      throw error;
    });
    return this.#ours;
  }

  async #claim(): Promise<void> {
    await this.#store.claim(ownerNames(this.#config.environment, await this.#masters()));
  }

  /**
   * Both are durable when it resolves. Where one cannot be stored, neither is. Throws `unwritable` where the disk is
   * full or the bucket is away.
   */
  put(record: number, images: BothImages): Promise<void> {
    return this.#trouble.watch(this.#put(record, images));
  }

  async #put(record: number, images: BothImages): Promise<void> {
    const [master] = await this.#masters();
    await this.#claimed();
    try {
      for (const kind of ['document', 'selfie'] as const) {
        await this.#store.put(record, kind, seal(images[kind], record, kind, master));
      }
    } catch (error) {
      await this.#store.delete(record).catch(() => {});
      throw error;
    }
  }

  /**
   * Puts one image in place of what is there of its kind; others of the record stay, also where it cannot be stored.
   * Durable when it resolves. Throws as `put` does.
   */
  add(record: number, kind: ImageKind, image: Uint8Array): Promise<void> {
    return this.#trouble.watch(this.#add(record, kind, image));
  }

  async #add(record: number, kind: ImageKind, image: Uint8Array): Promise<void> {
    const [master] = await this.#masters();
    await this.#claimed();
    await this.#store.put(record, kind, seal(image, record, kind, master));
  }

  /** Undefined where it is gone already. Throws `damaged` where it is not what was stored. */
  async get(record: number, kind: ImageKind): Promise<Uint8Array | undefined> {
    const sealed = await this.#store.get(record, kind);
    return sealed && unseal(sealed, record, kind, await this.#masters());
  }

  async delete(record: number): Promise<boolean> {
    await this.#claimed();
    return this.#store.delete(record);
  }

  records(): ReturnType<ImageStore['records']> {
    return this.#store.records();
  }

  /**
   * Makes a new master key and wraps the key of every image under it; the images do not change. With
   * TOUCHSTONE_MASTER_KEY its first key is the new one. An image that cannot be opened keeps its key, and so do all
   * keys. `keep` runs while the new and every former key are at hand. Throws `busy` during another rotation: each would
   * drop the other's key.
   */
  rotate(keep: () => Promise<void> = async () => {}): Promise<Rotation> {
    const lock = join(this.#config.dataDir, IMAGES_FOLDER, 'rotation.lock');
    const busy = 'Another rotation of the master key is running; try again when it has ended.';
    return withFileLock(lock, busy, async () => {
      await this.#claimed();
      const rotation = { changed: 0, damaged: [] as string[] };
      const all = async () => {
        await keep();
        await this.#rewrapAll(rotation);
        return rotation.damaged.length === 0;
      };
      await (this.#config.masterKeys ? all() : rotateKeyFile(this.#config, this.#sealed, all));
      await this.#store.rename(ownerNames(this.#config.environment, await this.#masters())[0]!);
      return rotation;
    });
  }

  #masters(): ReturnType<typeof readMasterKeys> {
    return readMasterKeys(this.#config, this.#sealed);
  }

  readonly #sealed = async (): Promise<boolean> => {
    for await (const _ of this.#store.records()) return true;
    return false;
  };

  async #rewrapAll(rotation: { changed: number; damaged: string[] }): Promise<void> {
    const masters = await this.#masters();
    for await (const { record } of this.#store.records()) {
      for (const kind of IMAGE_KINDS) {
        const sealed = await this.#store.get(record, kind);
        if (!sealed) continue;
        try {
          const wrapped = rewrap(sealed, record, kind, masters[0], masters);
          if (wrapped && (await this.#store.replace(record, kind, wrapped))) rotation.changed++;
        } catch (error) {
          rotation.damaged.push(damageOf(error));
        }
      }
    }
  }
}

/** The sentence of an image that cannot be opened. Throws every other error again. */
function damageOf(error: unknown): string {
  if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
  return error.message;
}
