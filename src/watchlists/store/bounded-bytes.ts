import { Transform } from 'node:stream';

/** Lets bytes through, `most` of them; then it fails with what `tooMany` gives. */
export function boundedBytes(most: number, tooMany: () => Error): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(tooMany());
      else done(null, chunk);
    },
  });
}
