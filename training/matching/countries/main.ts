// Writes tables/names/country-names-native-script.tsv, what countries are called in languages of other scripts.
//   npm run train:countries
//
// The names are those of the Unicode CLDR that Node.js brings along. Only names of one word are taken, and with them
// their genitive where a rule gives it.
import { writeFileSync } from 'node:fs';
import { normaliseText } from '../../../src/screening/names/normalise.ts';
import { writtenForm } from '../../../src/screening/names/tables/organisation-words.ts';
import { readGroups, readTable } from '../../../src/tables.ts';

const TABLE = new URL('../../../tables/names/country-names-native-script.tsv', import.meta.url);
const LANGUAGES = 'ru uk be sr mk bg kk ky el hy ka ar fa ur ps he hi bn th ko zh zh-Hant ja my km am'.split(' ');
/** Names that are another word in names of organisations (small, financial, the west), or a part of longer names. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  `мали того чили شام مغرب مالي عمان هند بنين پرو μαλι τογκο
  가나 오만 수단 인도 말리 차드 토고 통가 马里 馬里 馬利 马利 多哥 乍得 查德`.split(/\s+/),
);
/** Shorter names are too often something else. */
const LEAST_LETTERS: readonly (readonly [RegExp, number])[] = [
  [/^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u, 4],
  [/^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Katakana}]/u, 3],
  [/./u, 2],
];
const ARTICLE = /^ال(?=.{3})/u;
const AFTER_THESE_I = /[гкхжш]а$/u;

/** Endings of a nominative, and those of the genitive in their place. */
const GENITIVES: Readonly<Record<string, (name: string) => readonly string[]>> = {
  ru: (name) => cyrillicGenitive(name, 'и', AFTER_THESE_I.test(name) ? 'и' : 'ы'),
  uk: (name) => cyrillicGenitive(name, 'ї', 'и'),
  hy: (name) => [`${name}ի`],
  ka: (name) => [`${name}ს`],
  el: (name) => [name.replace(/α$/u, 'ας').replace(/ος$/u, 'ου')],
};

/** `soft` and `hard`: what stands in place of я and of а. */
function cyrillicGenitive(name: string, soft: string, hard: string): readonly string[] {
  if (/[яа]$/u.test(name)) return [name.slice(0, -1) + (name.endsWith('я') ? soft : hard)];
  if (/[йь]$/u.test(name)) return [name.replace(/.$/u, 'я')];
  return /[бвгдзклмнпрстфхцчшщ]$/u.test(name) ? [`${name}а`, `${name}у`] : [];
}

const groups = readGroups('names/country-words.tsv', ['country', 'word']);
/** One name of two states is one group. */
const groupOf = (code: string) => ({ KOR: 'korea', PRK: 'korea', COD: 'COG' })[code] ?? code;
const countries = new Map(readTable('documents/countries.tsv', ['country', 'alpha2']));
/** The group of each word, `undefined` where several are called so. */
const found = new Map<string, string | undefined>();

for (const language of LANGUAGES) {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  for (const [code, alpha2] of countries) {
    const name = names.of(alpha2);
    if (!name) continue;
    const short = normaliseText(name).toLowerCase().replace(ARTICLE, '');
    for (const word of [short, ...(GENITIVES[language]?.(short) ?? [])]) add(groupOf(code), word);
  }
}

function add(group: string, name: string): void {
  const word = writtenForm(name);
  const least = LEAST_LETTERS.find(([script]) => script.test(word))?.[1];
  if (/[\s\p{P}]/u.test(name) || least === undefined || word.length < least) return;
  if (!groups.has(group) || OTHER_WORDS.has(word)) return;
  found.set(word, found.has(word) && found.get(word) !== group ? undefined : group);
}

const rows = [...found].filter((row): row is [string, string] => row[1] !== undefined);
const order = [...groups.keys()];
rows.sort(([a, one], [b, other]) => order.indexOf(one) - order.indexOf(other) || (a < b ? -1 : 1));
writeFileSync(
  TABLE,
  `# What countries are called in languages of other scripts, in one word.
# country: as in country-words.tsv. word: as it is written, in lower case and with one form of each Arabic letter. Names
# of two characters in Han or Hangul count at the beginning of a name alone.
# Source: Unicode CLDR ${process.versions.cldr} (Unicode License v3), by training/matching/countries: do not edit.
country\tword
${rows.map(([word, group]) => `${group}\t${word}`).join('\n')}
`,
);
process.stdout.write(`${rows.length} names of ${new Set(rows.map(([, group]) => group)).size} countries\n`);
