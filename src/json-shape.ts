/** Levels of lists and objects in one body. No request of ours has more than five. */
export const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** By byte, how many levels it opens. */
const LEVELS = new Int8Array(256);
for (const [opening, closing] of ['[]', '{}']) {
  LEVELS[opening!.charCodeAt(0)] = 1;
  LEVELS[closing!.charCodeAt(0)] = -1;
}

/**
 * What would make reading a JSON text slow or impossible: too many levels, or more values than `maxValues`. One pass
 * over its bytes (UTF-8) sees it. Undefined where neither holds, valid JSON or not.
 */
export function shapeProblem(bytes: Uint8Array, maxValues: number): 'too-deep' | 'too-many-values' | undefined {
  // Neither fits into fewer bytes.
  if (bytes.length <= MAX_DEPTH) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else depth += LEVELS[byte]!;
    if (depth > MAX_DEPTH) return 'too-deep';
    if (values > maxValues) return 'too-many-values';
  }
  return undefined;
}

/** Where the text that begins at `start` ends: at its closing quote, or behind the last byte. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}
