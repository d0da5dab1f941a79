import { decodePhoto, type Photo, PictureError } from '../imaging/decode.ts';
import type { ImageProblem } from './outcome.ts';

/** A photo, or why there is none. */
export type DecodedUpload =
  | { readonly photo: Photo; readonly problem: null }
  | { readonly photo: null; readonly problem: Omit<ImageProblem, 'image'> };

/** Decodes an upload; its pixels lie in shared memory, so that several threads can look at them. */
export async function decodeShared(bytes: Uint8Array): Promise<DecodedUpload> {
  try {
    const photo = await decodePhoto(bytes);
    const { width, height, data } = photo.pixels;
    const shared = new Uint8Array(new SharedArrayBuffer(data.length));
    shared.set(data);
    return { photo: { ...photo, pixels: { width, height, data: shared } }, problem: null };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { photo: null, problem: { kind: error.kind, text: error.message } };
  }
}
