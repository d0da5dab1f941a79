// Two words may be one name by their sound. How alike are their letters then? The answer tells what `MIN_HEARD`
// (scoring/parameters.ts) and `MIN_NEAR_HEARD` (retrieval/term-finder.ts) may leave out.
//   npm run train:heard -- --names ../shared/names/transliteration

import { parseArgs } from 'node:util';
import { foldedDistance, lettersOf, similarityOf } from '../../../src/screening/names/distance.ts';
import { foldLatin } from '../../../src/screening/names/latin.ts';
import { roughKey } from '../../../src/screening/names/phonetic.ts';
import { SoundSimilarity } from '../../../src/screening/names/sound/similarity.ts';
import type { NameToken } from '../../../src/screening/names/types.ts';
import { readingsOf } from '../../../src/screening/query-readings.ts';
import { CORPORA, readTokens } from './pairs.ts';

/** Pairs of each script: those that were seen most often. */
const PAIRS = 3000;
const LIMITS = [0.3, 0.4, 0.5, 0.6, 0.7];

const { values } = parseArgs({ options: { names: { type: 'string', default: '../shared/names/transliteration' } } });
const encoder = new TextEncoder();
const ear = new SoundSimilarity();
const row = (cells: readonly string[]) => process.stdout.write(`${cells.map((cell) => cell.padEnd(11)).join('')}\n`);
row(['script', 'sound', 'pairs', ...LIMITS.map((limit) => `under ${limit}`)]);
for (const file of Object.values(CORPORA)) {
  const heard = readTokens(values.names, file)
    .slice(0, PAIRS)
    .flatMap(([latin, written]) => heardPair(foldLatin(latin), written));
  for (const same of [true, false]) {
    const own = heard.filter((pair) => pair.same === same);
    // A Chinese word alone is read by its characters.
    if (own.length === 0) continue;
    const under = LIMITS.map((limit) => own.filter(({ letters }) => letters < limit).length);
    const shares = under.map((count) => `${((100 * count) / own.length).toFixed(2)} %`);
    row([file, same ? 'the same' : 'another', String(own.length), ...shares]);
  }
}

/** Of a pair that the ear takes for one name: the letters of the spelling that is closest, and whether it sounds so. */
function heardPair(latin: string, written: string): { letters: number; same: boolean }[] {
  const tokens = readingsOf({ name: written, entityType: 'Individual' }, () => undefined)
    .filter((reading) => reading.tokens.length === 1)
    .flatMap((reading) => reading.tokens);
  const token = tokens.find(({ sound }) => sound !== undefined);
  if (!token || !isHeard(token, latin)) return [];
  const texts = [token.text, ...token.variants.map(({ text }) => text)];
  const own = lettersOf(latin);
  const letters = texts.map((text) => similarityOf(foldedDistance(lettersOf(text), own, 0), text.length, latin.length));
  return [{ letters: Math.max(...letters), same: texts.some((text) => roughKey(text) === roughKey(latin)) }];
}

function isHeard({ surface, sound }: NameToken, latin: string): boolean {
  ear.listen(surface, sound!);
  return ear.similarity(encoder.encode(latin), 0, latin.length) > 0;
}
