import { join } from 'node:path';
import type { Config } from '../config.ts';
import { DiskImages } from './disk.ts';
import type { ImageStore } from './port.ts';

/** Name of the folder of images in the data directory. */
export const IMAGES_FOLDER = 'images';

/**
 * Where images are kept: in the bucket of TOUCHSTONE_IMAGES_URL, else in the data directory. What speaks to buckets is
 * loaded where one is set, and nowhere else. Throws `usage` where there are no credentials.
 */
export async function openImages({ dataDir, imagesUrl, aws }: Config): Promise<ImageStore> {
  if (imagesUrl === undefined) return new DiskImages(join(dataDir, IMAGES_FOLDER));
  const [{ Bucket }, { S3Images }] = await Promise.all([import('../object-store/bucket.ts'), import('./s3.ts')]);
  return new S3Images(await Bucket.open(imagesUrl, aws));
}
