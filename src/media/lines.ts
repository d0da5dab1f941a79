import { decoded } from '../text/decode.ts';
import type { ListFile } from '../watchlists/source.ts';

/** Characters. */
const MAX_LINE = 4 * 2 ** 20;

/**
 * The lines of a file in UTF-8. Undefined for a line that has over 4,194,304 characters. Bytes that are no UTF-8 become
 * U+FFFD in their own line. Throws `list-unusable` where the file cannot be read.
 */
export async function* linesOf(file: ListFile): AsyncIterable<string | undefined> {
  let rest = '';
  let isTooLong = false;
  for await (const chunk of decoded(file.bytes(), { encoding: 'utf-8', broken: 'mark' })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      yield isTooLong ? undefined : line.replace(/\r$/, '');
      isTooLong = false;
    }
    if (rest.length <= MAX_LINE) continue;
    rest = '';
    isTooLong = true;
  }
  if (isTooLong) yield undefined;
  else if (rest !== '') yield rest;
}
