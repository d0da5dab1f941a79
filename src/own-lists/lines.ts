import { setImmediate } from 'node:timers/promises';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

/** UTF-16 units of a line. */
const MAX_LINE = 256 * 1024;
const SLICE_BYTES = 64 * 1024;

/**
 * Lines of a text in UTF-8, without blank ones, in pages. Throws `validation` for bytes that are no text, and for a
 * line beyond 256 KiB.
 */
export async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const bytes of file) {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      rest += decoded(decoder, bytes.subarray(start, start + SLICE_BYTES));
      const lines = rest.split('\n');
      rest = lines.pop()!;
      const longest = Math.max(rest.length, ...lines.map(({ length }) => length));
      if (longest > MAX_LINE)
        throw new TouchstoneError('validation', say('file.line-too-long', { most: MAX_LINE / 1024 }));
      yield lines.map((line) => line.trim()).filter(Boolean);
      await setImmediate();
    }
  }
  rest += decoded(decoder, undefined);
  if (rest.trim() !== '') yield [rest.trim()];
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array | undefined): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new TouchstoneError('validation', say('file.not-utf8'));
  }
}
