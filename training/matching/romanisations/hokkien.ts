// Writes how Hokkien reads the characters of names, derived from their readings elsewhere:
// `npm run train:hokkien -- --readings FILE`. The file has a Han character, a tab and its reading in Tâi-lô a line,
// the commonest first. Initials and finals follow those of Cantonese, Mandarin, Korean and Vietnamese. How they do is
// learned from all characters but the one that is read. Prints how often the readings are right, and how
// many known spellings the rules make of the readings that the table had before.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nameCharacters } from '../../../src/screening/names/romanisations/characters.ts';
import { soundKey } from '../../../src/screening/names/romanisations/phonetic.ts';
import { cantoneseSpellings } from '../../../src/screening/names/scripts/cantonese.ts';
import { koreanReading, pinyin } from '../../../src/screening/names/scripts/han.ts';
import { hokkienParts, hokkienSpellings } from '../../../src/screening/names/scripts/hokkien.ts';
import { pinyinParts } from '../../../src/screening/names/scripts/pinyin-systems.ts';
import { JYUTPING, SINO_VIETNAMESE, SOUTH_EAST_ASIAN } from '../../../src/screening/names/tables/han-readings.ts';
import { simplified } from '../../../src/screening/names/tables/simplified.ts';

const { values } = parseArgs({ options: { readings: { type: 'string' } } });
if (!values.readings) throw new Error('--readings FILE is needed');

/** Readings of a character that count, and what the second and third of them weigh. */
const WEIGHTS = [1, 0.5, 0.3];
/** Initials and finals that are tried together. */
const TRIED = 4;
/** A character has so many readings, of which the likeliest one in so many. */
const [MOST, LEAST_SHARE] = [3, 0.2];
const TESTED = 400;

const CANTONESE = /^(gw|kw|ng(?=.)|[bpmfdtnlgkhwzcsj]?)(.*)$/;
const VIETNAMESE = /^(ngh?|nh|gh|gi|kh|ph|qu|th|tr|ch|[bdhlmrsvxgctnkp]?)(.*)$/;

/*
 * What two characters that agree in a part of a reading elsewhere tell about an initial, and about a final. The parts
 * are initials and finals of Cantonese, Mandarin, Korean and Vietnamese in turn. Natural logarithms.
 */
const FOR_INITIAL = [3.2, 0.8, 3.2, 0.8, 1.6, 0.5, 2.4, 0.5];
const FOR_FINAL = [0.8, 4, 1.1, 3.2, 0.6, 2.4, 0.6, 3.2];

const partsOf = (syllable: string, pattern: RegExp): [string, string] => {
  const [, initial = '', final = ''] = pattern.exec(syllable) ?? [];
  return [initial, final];
};

function hangulParts(reading: string | undefined): [string, string] {
  if (reading === undefined) return ['', ''];
  const code = reading.codePointAt(0)! - 0xac00;
  return [`${Math.floor(code / 588)}`, `${code % 588}`];
}

const { characters, shares } = nameCharacters().given;
const elsewhere = new Map(
  characters
    .filter((one) => JYUTPING.has(one))
    .map((one) => [
      one,
      [
        ...partsOf(JYUTPING.get(one)!, CANTONESE),
        ...pinyinParts(pinyin(one)),
        ...hangulParts(koreanReading(one)),
        ...partsOf(SINO_VIETNAMESE.get(one) ?? '', VIETNAMESE),
      ],
    ]),
);

const known = new Map<string, string[]>();
for (const line of readFileSync(values.readings, 'utf8').trim().split('\n')) {
  const [character, reading] = line.split('\t') as [string, string];
  const one = simplified(character);
  const own = known.get(one) ?? [];
  if (elsewhere.has(one) && /^[a-z]+$/.test(reading) && !own.includes(reading)) known.set(one, [...own, reading]);
}
const taught = [...known].map(([character, readings]) => ({
  character,
  parts: elsewhere.get(character)!,
  readings: readings.slice(0, WEIGHTS.length).map(hokkienParts),
}));

/** The likeliest readings of a character by those of all others, with their shares. */
function derived(character: string): [reading: string, share: number][] {
  const own = elsewhere.get(character)!;
  const [initials, finals] = [new Map<string, number>(), new Map<string, number>()];
  for (const { character: other, parts, readings } of taught) {
    if (other === character) continue;
    let [initialWeight, finalWeight] = [0, 0];
    for (let at = 0; at < parts.length; at++) {
      if (own[at] !== parts[at] || own[at] === '') continue;
      initialWeight += FOR_INITIAL[at]!;
      finalWeight += FOR_FINAL[at]!;
    }
    for (const [place, [initial, final]] of readings.entries()) {
      initials.set(initial, (initials.get(initial) ?? 0) + WEIGHTS[place]! * Math.exp(initialWeight));
      finals.set(final, (finals.get(final) ?? 0) + WEIGHTS[place]! * Math.exp(finalWeight));
    }
  }
  const pairs = likeliest(initials).flatMap(([initial, share]) =>
    likeliest(finals).map(([final, other]): [string, number] => [initial + final, share * other]),
  );
  return pairs.sort(([, a], [, b]) => b - a);
}

function likeliest(found: ReadonlyMap<string, number>): [string, number][] {
  const sum = [...found.values()].reduce((all, one) => all + one, 0);
  const shares = [...found].map(([part, weight]): [string, number] => [part, weight / sum]);
  return shares.sort(([, a], [, b]) => b - a).slice(0, TRIED);
}

const places = Array.from({ length: MOST }, () => new Map<string, string[]>());
const right = new Array<number>(MOST).fill(0);
const common = new Set(
  characters
    .map((one, place) => [one, shares[place]!] as const)
    .filter(([one]) => known.has(one))
    .sort(([, a], [, b]) => b - a)
    .slice(0, TESTED)
    .map(([one]) => one),
);
for (const character of elsewhere.keys()) {
  const readings = derived(character).slice(0, MOST);
  const kept = readings.filter(([, share]) => share >= LEAST_SHARE * readings[0]![1]).map(([reading]) => reading);
  for (const [place, reading] of kept.entries()) {
    places[place]!.set(reading, [...(places[place]!.get(reading) ?? []), character]);
  }
  if (!common.has(character)) continue;
  const first = kept.findIndex((reading) => known.get(character)!.includes(reading));
  for (let place = first; place >= 0 && place < MOST; place++) right[place]!++;
}
console.log(`of ${common.size} characters, a reading among the first ${MOST} by place: ${right.join(', ')}`);

const rows = places.flatMap((found, place) =>
  [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reading, all]) => `${place + 1}\t${reading}\t${all.sort().join('')}`),
);
writeFileSync(
  'tables/names/hokkien-readings.tsv',
  `# How Hokkien reads simplified characters, in Tâi-lô without tones, as their readings elsewhere tell.
# One row a place and reading, with all characters that have it. place: 1 for the likeliest reading of a character.
# Source: npm run train:hokkien, from jyutping.tsv, Mandarin, sino-korean.tsv and sino-vietnamese.tsv. The
# correspondences are learned from the readings of taibun 1.1.8; none of its rows is here.
# Sorted by place and reading.
place\treading\tcharacters
${rows.join('\n')}
`,
);

/** Spellings of the rules, and what they sound like. Known spellings were not used to make them. */
const made = new Map(
  characters.map((one) => {
    const texts = new Set([...hokkienSpellings(one).keys(), ...cantoneseSpellings(one)]);
    return [one, { texts, sounds: new Set([...texts].map(soundKey)) }];
  }),
);
const counts = { known: 0, spelt: 0, alike: 0, byChance: 0 };
for (const [character, spellings] of SOUTH_EAST_ASIAN) {
  const own = made.get(character);
  if (!own) continue;
  for (const spelling of spellings) {
    const sound = soundKey(spelling);
    counts.known++;
    if (own.texts.has(spelling)) counts.spelt++;
    else if (sound !== undefined && own.sounds.has(sound)) counts.alike++;
    if (own.texts.has(spelling) || sound === undefined) continue;
    for (const [place, one] of characters.entries()) {
      if (made.get(one)!.sounds.has(sound)) counts.byChance += shares[place]!;
    }
  }
}
const { known: all, spelt, alike, byChance } = counts;
console.log(`of ${all} known spellings ${spelt} are made, and ${alike} sound alike (${byChance.toFixed(1)} by chance)`);
