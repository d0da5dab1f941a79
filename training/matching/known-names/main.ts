// Learns tables/names/arabic-names-seen.tsv: how Wikidata writes common names of the Arabic script in Latin letters.
// The engine takes two names of this table, or of arabic-names.tsv, for two. It prints how often that would be wrong.
//
//   npm run train:known-names
//
// A pair of tokens that was seen ten times or more is a name with a spelling of it. One pair in five is kept apart in
// turn: of those whose two sides the others know, a share is not known as a pair. It would be taken for two names.
// Pairs that do not sound alike are labels of another name of the person. They are counted by themselves.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { benchData } from '../../../bench/shared-lists.ts';
import { lettersOf } from '../../../src/screening/names/distance.ts';
import { foldLatin } from '../../../src/screening/names/latin.ts';
import { SoundSimilarity } from '../../../src/screening/names/sound/similarity.ts';
import { ARABIC_NAMES, bareArabic } from '../../../src/screening/names/tables/arabic-names.ts';
import { areAlike } from '../../../src/screening/names/tables/given-names.ts';

const TABLE = new URL('../../../tables/names/arabic-names-seen.tsv', import.meta.url);
const LEAST_SEEN = 10;
const SHORTEST = 3;
const ARTICLE = /^ال.{3}/;
const PARTS = 5;
/** Words that are less alike are no spellings of one name. */
const SOUNDS_ALIKE = 0.5;

interface Pair {
  readonly name: string;
  readonly spelling: string;
  readonly seen: number;
}

const pairs = readPairs();
const ear = new SoundSimilarity();
const verdicts = Array.from({ length: PARTS }, (_, part) => verdictsOnPart(part)).flat();
const apart = verdicts.filter(({ verdict }) => verdict === 'apart').map(({ pair }) => `${pair.name} ${pair.spelling}`);
const unlike = verdicts.filter(({ verdict }) => verdict === 'unlike');
const rows = pairs.filter(({ seen }) => seen >= LEAST_SEEN);
writeFileSync(TABLE, table(rows));
process.stdout.write(
  `${rows.length} spellings. Of ${verdicts.length} kept apart ${apart.length} would be two names (${apart.join(', ')}), and ${unlike.length} sound unlike\n`,
);

function verdictsOnPart(part: number) {
  const { byName, bySpelling } = spellings(
    pairs.filter(({ seen }, place) => place % PARTS !== part && seen >= LEAST_SEEN),
  );
  return pairs.flatMap((pair, place) => {
    const [own, names] = [byName.get(pair.name), bySpelling.get(pair.spelling)];
    if (place % PARTS !== part || !own || !names) return [];
    const isOne = names.includes(pair.name) || own.some((one) => areAlike(one, pair.spelling));
    return [{ pair, verdict: isOne ? 'one' : isHeard(pair) ? 'apart' : 'unlike' }];
  });
}

function spellings(of: readonly Pair[]) {
  const byHand = [...ARABIC_NAMES].flatMap(([name, own]) => own.map((spelling) => ({ name, spelling })));
  const all = [...byHand, ...of];
  const grouped = (key: 'name' | 'spelling', value: 'name' | 'spelling') =>
    new Map([...Map.groupBy(all, (one) => one[key])].map(([group, some]) => [group, some.map((one) => one[value])]));
  return { byName: grouped('name', 'spelling'), bySpelling: grouped('spelling', 'name') };
}

function isHeard({ name, spelling }: Pair): boolean {
  ear.listen(name, 'arabic');
  return ear.similarity(lettersOf(spelling).codes, 0, spelling.length) >= SOUNDS_ALIKE;
}

function readPairs(): Pair[] {
  const path = join(benchData(), 'names/transliteration/arabic.tsv.gz');
  const bySpelling = new Map<string, Pair>();
  for (const row of gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')) {
    const [latin = '', arabic = '', seen] = row.split('\t');
    const spelling = foldLatin(latin).replace(/[^a-z]/g, '');
    const name = withoutArticle(bareArabic(arabic), spelling);
    const before = bySpelling.get(`${name} ${spelling}`)?.seen ?? 0;
    if (spelling.length >= SHORTEST)
      bySpelling.set(`${name} ${spelling}`, { name, spelling, seen: before + Number(seen) });
  }
  return [...bySpelling.values()];
}

/** The engine parts an article from its name: الهادي written Hedi says how هادي is written. */
function withoutArticle(name: string, spelling: string): string {
  return ARTICLE.test(name) && !/^[aeiou]/.test(spelling) ? name.slice(2) : name;
}

function table(of: readonly Pair[]): string {
  const lines = of.map(({ name, spelling }) => `${name}\t${spelling}`).sort();
  return `# Names in Arabic letters and their Latin spellings, as the labels of people on Wikidata have them ten times or more.
# They tell one name from another. What a name is usually called stands in arabic-names.tsv.
# name: in the form of that table. spelling: folded.
# Source: Wikidata (CC0 1.0), collected by Merhav and Ash, Design Challenges in Named Entity Transliteration, COLING 2018.
# Made by training/matching/known-names: do not edit.
name\tspelling
${lines.join('\n')}
`;
}
