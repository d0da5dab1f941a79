// From which log-odds on two romanisations are one name: `npm run train:romanised-scores -- --names FILE`. The file has
// one name in Han characters a line. Each is written in pinyin, and in another system with spellings drawn by how well
// they fit. Prints what other people with the same family name reach, and how many of the names are found from there.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  areComparable,
  placeOf,
  readRomanised,
  systemShares,
} from '../../../src/screening/names/romanisations/romanised-names.ts';
import { ROMANISATIONS } from '../../../src/screening/names/romanisations/spellings.ts';
import { syllablesOf } from '../../../src/screening/names/romanisations/syllables-by-characters.ts';
import { simplified } from '../../../src/screening/names/tables/simplified.ts';
import { Random } from '../evidence/random.ts';

const { values } = parseArgs({ options: { names: { type: 'string' }, each: { type: 'string', default: '2000' } } });
if (!values.names) throw new Error('--names FILE is needed');

const SHARES = [0.5, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
const NOT_ASKED = -50;
const random = new Random(1);
const names = readFileSync(values.names, 'utf8')
  .trim()
  .split('\n')
  .map((name) => [...name].map(simplified))
  .filter(({ length }) => length === 3);
const byFamily = Map.groupBy(names, ([family]) => family!);

for (const [system, { code }] of ROMANISATIONS.entries()) {
  if (system === 0) continue;
  const [same, other]: [number[], number[]] = [[], []];
  for (let count = 0; count < Number(values.each); count++) {
    const name = random.pick(names);
    const stranger = random.pick(byFamily.get(name[0]!)!);
    const asked = written(name, 0);
    const listed = written(name, system);
    const others = written(stranger, system);
    if (!asked || !listed || !others) continue;
    same.push(logOdds(asked, listed));
    if (stranger.join('') !== name.join('')) other.push(logOdds(asked, others));
  }
  same.sort((a, b) => b - a);
  other.sort((a, b) => b - a);
  const line = SHARES.map((share) => {
    const from = other[Math.floor(other.length * share)]!;
    return `${share}: ${from.toFixed(1)} (${(same.filter((one) => one > from).length / same.length).toFixed(3)})`;
  });
  console.log(`${code}: ${line.join('  ')}`);
}

/** A name as somebody writes it in a system; undefined where a character is unknown there. */
function written(name: readonly string[], system: number): string[] | undefined {
  const words = name.map((character, place) => {
    const fits = ROMANISATIONS[system]!.spellings(character, placeOf(place));
    return drawn(fits)?.[0];
  });
  return words.includes(undefined) ? undefined : (words as string[]);
}

function logOdds(asked: readonly string[], listed: readonly string[]): number {
  let best = NOT_ASKED;
  for (const one of readRomanised(asked)) {
    for (const other of readRomanised(listed)) {
      const [ofOne, ofOther] = [systemShares(one), systemShares(other)];
      const pairs = [...one.systems.keys()].flatMap((first) =>
        [...other.systems.keys()].map((second) => [first, second] as const),
      );
      for (const [place, otherPlace] of pairs) {
        const [first, second] = [one.systems[place]!, other.systems[otherPlace]!];
        if (!areComparable(first, second)) continue;
        const odds = one.syllables.map((syllable, at) => {
          return syllablesOf(placeOf(at)).logOdds(first, syllable, second, other.syllables[at]!);
        });
        best = Math.max(
          best,
          odds.reduce((sum, each) => sum + each, Math.log(ofOne[place]! * ofOther[otherPlace]!)),
        );
      }
    }
  }
  return best;
}

/** One of them, the likelier the better it fits. */
function drawn(fits: readonly (readonly [spelling: string, fit: number])[]): readonly [string, number] | undefined {
  let left = random.share() * fits.reduce((sum, [, fit]) => sum + fit ** 2, 0);
  for (const one of fits) {
    left -= one[1] ** 2;
    if (left <= 0) return one;
  }
  return fits.at(-1);
}
