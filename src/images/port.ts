/** Every image that a verification can have: most have a document and a selfie, those of the page of capture all. */
export const IMAGE_KINDS = ['document', 'back', 'selfie', 'step-1', 'step-2', 'step-3'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/**
 * Where sealed images lie. An implementation sees bytes that were encrypted before and knows nothing of keys;
 * `test/images/contract.ts` is what each has to pass.
 * `images/disk.ts` keeps files in the data directory, `images/s3.ts` objects in a bucket. Where a store is away, each
 * method throws `busy`, but `put` and `replace` throw `unwritable`.
 */
export interface ImageStore {
  /** Durable when it resolves; another one of the same record and kind is replaced as a whole. */
  put(record: number, kind: ImageKind, bytes: Uint8Array): Promise<void>;
  /** As `put`, but never brings back what was deleted: false where the image is gone. */
  replace(record: number, kind: ImageKind, bytes: Uint8Array): Promise<boolean>;
  get(record: number, kind: ImageKind): Promise<Uint8Array | undefined>;
  /** Everything of a record; false where there was nothing. */
  delete(record: number): Promise<boolean>;
  /** Every record that has an image, in no order, with the time its newest image was put. */
  records(): AsyncIterable<{ readonly record: number; readonly storedAt: Date }>;
  /** Throws `usage` where the store is another service's. `ours`: our names, the present one first. */
  claim(ours: readonly string[]): Promise<void>;
  /** Says under which name the store is ours from now on. */
  rename(name: string): Promise<void>;
  /** Throws where the store cannot be reached or refuses us. */
  available(): Promise<void>;
}
