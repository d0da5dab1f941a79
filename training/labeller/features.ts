import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { printedText } from '../../src/documents/fields/printed-text.ts';
import { featuresOf, type Token, tokensOf } from '../../src/documents/labeller/tokens.ts';
import type { TextLine } from '../../src/documents/text/text-reader.ts';
import { type DrawnLine, lineOf, sizeOf } from './cards.ts';

/*
 * What the service's own code sees of drawn cards, for the training: node training/labeller/features.ts CARDS OUT. A
 * card is its count of words, then by word its class, its grams, numbers and places, all as 32-bit floats.
 */

/** The class of each word: that of most of its letters, which stand in the drawn line in the same order. */
function classesOf(tokens: readonly Token[], drawn: readonly DrawnLine[], lines: readonly TextLine[]): number[] {
  const places = new Map<unknown, number>();
  return tokens.map(({ text, piece }) => {
    const line = drawn[lines.findIndex(({ box }) => box.quad === piece.quad)]!;
    let at = places.get(piece.quad) ?? 0;
    const found = new Map<number, number>();
    for (const letter of text) {
      const next = line[0].indexOf(letter, at);
      if (next < 0 || next > at + 8) continue;
      at = next + 1;
      const kind = line[1][next]!;
      if (kind >= 0) found.set(kind, (found.get(kind) ?? 0) + (/[\p{L}\p{N}]/u.test(letter) ? 1 : 0.1));
    }
    places.set(piece.quad, at);
    return [...found].reduce((best, one) => (one[1] > best[1] ? one : best), [-1, 0])[0];
  });
}

async function main(cards: string, to: string): Promise<void> {
  const out = createWriteStream(to);
  for await (const row of createInterface({ input: createReadStream(cards) })) {
    const { lines: drawn } = JSON.parse(row) as { lines: DrawnLine[] };
    const lines = drawn.map(lineOf);
    const text = printedText(lines, sizeOf(drawn));
    const tokens = tokensOf(text.pieces);
    if (tokens.length < 3) continue;
    const { grams, numbers, places } = featuresOf(tokens, text);
    const classes = classesOf(tokens, drawn, lines);
    const [perGram, perNumber, perPlace] = [grams, numbers, places].map((all) => all.length / tokens.length);
    const values = tokens.flatMap((_, at) => [
      classes[at]!,
      ...grams.subarray(at * perGram!, (at + 1) * perGram!),
      ...numbers.subarray(at * perNumber!, (at + 1) * perNumber!),
      ...places.subarray(at * perPlace!, (at + 1) * perPlace!),
    ]);
    const buffer = Buffer.from(Float32Array.from([tokens.length, ...values]).buffer);
    if (!out.write(buffer)) await once(out, 'drain');
  }
  out.end();
}

await main(process.argv[2]!, process.argv[3]!);
