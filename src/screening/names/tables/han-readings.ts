import { readGroups, readTable } from '../../../tables.ts';

/** Mandarin readings of characters in family names, where they are not the ones a dictionary lists first. */
export const MANDARIN_SURNAMES = byCharacter('mandarin-surname-readings.tsv', 'reading');
/** Rarer readings of family names of one character, the usual ones first. */
export const RARER_SURNAMES = readingsByCharacter(
  readTable('names/mandarin-surname-rarer-readings.tsv', ['reading', 'characters']),
);
/** The same in names of persons and organisations: the commonest reading there. */
export const MANDARIN_NAMES = byCharacter('mandarin-name-readings.tsv', 'reading');
/** Chinese family names of two characters. */
export const LONG_SURNAMES: ReadonlySet<string> = new Set(
  readTable('names/chinese-compound-surnames.tsv', ['surname']).map(([surname]) => surname),
);
/** Those of which a character has another reading than usual. */
export const LONG_SURNAME_READINGS: ReadonlyMap<string, string> = new Map(
  readTable('names/compound-surname-readings.tsv', ['surname', 'reading']),
);
/** Wade-Giles of initials, finals and whole syllables of pinyin (`spelledBySystem`). */
export const WADE_GILES: ReadonlyMap<string, string> = new Map(
  readTable('names/wade-giles.tsv', ['pinyin', 'wade_giles']),
);

/** Cantonese readings as names in Hong Kong spell them. */
export const CANTONESE = byCharacter('cantonese-spellings.tsv', 'spelling');
/** The commonest Cantonese reading of simplified characters, in Jyutping without tones. */
export const JYUTPING = byCharacter('jyutping.tsv', 'reading');

/** Korean readings that are usual in names, in Hangul. */
export const KOREAN = byCharacter('korean-name-readings.tsv', 'reading');
/** The commonest Korean reading of simplified characters, in Hangul. */
export const SINO_KOREAN = byCharacter('sino-korean.tsv', 'reading');

/** Readings of common Japanese family names, Hepburn without long vowels. */
export const JAPANESE_SURNAMES: ReadonlyMap<string, readonly string[]> = readGroups('names/japanese-surnames.tsv', [
  'written',
  'reading',
]);
/** Readings of common Japanese given names. */
export const JAPANESE_GIVEN: ReadonlyMap<string, readonly string[]> = readGroups('names/japanese-given-names.tsv', [
  'written',
  'reading',
]);

/** Readings of characters in other Japanese given names: first in the name, and last. */
export const JAPANESE_FIRST = readingsByCharacter(japaneseAt('first'));
export const JAPANESE_LAST = readingsByCharacter(japaneseAt('last'));

function japaneseAt(place: 'first' | 'last') {
  const rows = readTable('names/japanese-given-characters.tsv', ['place', 'reading', 'characters']);
  return rows.filter(([own]) => own === place).map(([, reading, characters]) => [reading, characters] as const);
}

/** Readings of characters in the names of Japanese organisations. */
export const SINO_JAPANESE = byCharacter('sino-japanese.tsv', 'reading');

/** How Vietnam reads simplified characters, without marks. */
export const SINO_VIETNAMESE = byCharacter('sino-vietnamese.tsv', 'reading');
/** The same of characters that are usual in given names and stand in no dictionary at hand. */
export const VIETNAMESE_NAMES = byCharacter('vietnamese-name-readings.tsv', 'reading');
/** Readings that family names of Vietnam have beside their characters' first. */
export const VIETNAMESE_SURNAMES: ReadonlyMap<string, readonly string[]> = readGroups(
  'names/vietnamese-surname-readings.tsv',
  ['character', 'reading'],
);
/** How Japan reads simplified characters by their sound, Hepburn without long vowels. */
export const ON_READINGS = byCharacter('on-readings.tsv', 'reading');

/** How South-East Asia spells simplified characters in Chinese names, the likeliest first. */
export const SOUTH_EAST_ASIAN = readingsByCharacter(
  readTable('names/south-east-asian-spellings.tsv', ['spelling', 'characters']),
);

/** Of rows with all characters of one reading: every reading of each character, in the order of the rows. */
function readingsByCharacter(
  rows: readonly (readonly [reading: string, characters: string])[],
): ReadonlyMap<string, readonly string[]> {
  const readings = new Map<string, string[]>();
  for (const [reading, characters] of rows) {
    for (const character of characters) {
      const known = readings.get(character);
      if (known) known.push(reading);
      else readings.set(character, [reading]);
    }
  }
  return readings;
}

/** A table with all characters of one reading in a row, as a map from each character to its reading. */
function byCharacter(file: string, column: string): ReadonlyMap<string, string> {
  const readings = new Map<string, string>();
  for (const [reading, characters] of readTable(`names/${file}`, [column, 'characters'])) {
    for (const character of characters) readings.set(character, reading);
  }
  return readings;
}
