import { foreignCyrillicNames } from '../tables/transcribed-names.ts';
import { letterTable, MAX_VARIANTS, type Romanisation, romanised, type Spelling, transliterate } from './romanised.ts';

/** BGN/PCGN for Russian without apostrophes and marks. Letters of other languages have their own BGN/PCGN values. */
const RUSSIAN = letterTable(`
  а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ=
  ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ђ=dj ћ=c љ=lj њ=nj џ=dz ј=j ѓ=gj ќ=kj ѕ=dz ә=a ғ=gh қ=q ң=ng ө=o ұ=u ү=u һ=h
  ӣ=i ӯ=u ҳ=h ҷ=j җ=j ҡ=q ҙ=z ҫ=s ӑ=a ӗ=e ӳ=u ӟ=j ӧ=o ӱ=u ӝ=zh ѣ=e ѳ=f ѵ=i ӏ= ҕ=gh ҧ=p ҩ=o ҭ=t ҳ=kh ҵ=ts ҷ=ch ҽ=ch ѝ=i ѐ=e`);
const SLAVIC_LATIN = letterTable(
  'ж=z й=j х=h ц=c ч=c ш=s щ=sc ю=ju я=ja ё=jo є=je ї=ji ы=y ъ= џ=dz ђ=dj љ=lj њ=nj ћ=c',
);
const UKRAINIAN = letterTable('г=h и=y є=ie ї=i й=y ю=iu я=ia щ=shch ґ=g');
const UKRAINIAN_BGN = letterTable('г=h и=y є=ye ї=yi й=y ґ=g');
const BELARUSIAN = letterTable('г=h ў=w');
const BULGARIAN = letterTable('ъ=a щ=sht х=h ц=ts й=y');
const SERBIAN = letterTable('ж=z х=h ц=c ч=c ш=s ј=j џ=dz ђ=dj ћ=c');
const GERMAN = letterTable('в=w ж=sch з=s й=j х=ch ц=z ч=tsch ш=sch щ=schtsch ю=ju я=ja ё=jo ы=y э=e');
const FRENCH = letterTable('у=ou ж=j ш=ch ч=tch щ=chtch ю=iou я=ia ё=io й=i ы=y');
const CENTRAL_ASIAN = letterTable('ә=a ғ=g қ=k ң=n ө=u ұ=u ү=u һ=h х=h ж=j й=i ҷ=j ў=o ӣ=i ӯ=u ҳ=h');
const ENGLISH = letterTable('х=h й=y ё=e ю=u щ=sch ц=ts в=v');

const UKRAINIAN_SLAVIC = letterTable('г=h и=y');
const BELARUSIAN_LATIN = letterTable('г=h ў=u в=v');
const POLISH = letterTable('г=h ў=l в=w х=ch');
const SERBIAN_ENGLISH = letterTable('ј=y ћ=ch ђ=dj х=h џ=j љ=ly њ=ny');
const SERBIAN_BARE = letterTable('ђ=d џ=dz љ=lj њ=nj');
const MACEDONIAN = letterTable('ј=i');
const BULGARIAN_ENGLISH = letterTable('ъ=u');
const HARD_SIGN_A = letterTable('ъ=a');
const TURKIC = letterTable('ә=e ө=o ү=u');
const PASSPORT = letterTable('ё=e ъ= ў=u');
const BY_EAR = letterTable('ӿ=x ў=w');
const TO_RUSSIAN = letterTable('ә=а ғ=г қ=к ң=н ө=о ұ=у ү=у һ=х і=и ҳ=х ҷ=ж ӣ=и ӯ=у');

const VOWELS = 'аеёиоуыэюяіїєөүұәӣӯ';

export type CyrillicLanguage = 'russian' | 'ukrainian' | 'belarusian' | 'serbian' | 'bulgarian' | 'central-asian';

/** What the letters of the whole name say about its language; Russian where they say nothing. */
export function cyrillicLanguage(name: string): CyrillicLanguage {
  const lower = name.toLowerCase();
  if (/[ђћљњџјѓќѕ]/.test(lower)) return 'serbian';
  if (/[әғқңөұүһӣӯҳҷҗҡ]/.test(lower)) return 'central-asian';
  if (/ў/.test(lower)) return 'belarusian';
  if (/[їєґ]/.test(lower)) return 'ukrainian';
  if (/і/.test(lower)) return /[ыэ]/.test(lower) ? 'belarusian' : 'ukrainian';
  if (/[бвгджзклмнпрстфхцчшщ]ъ[бвгджзклмнпрстфхцчшщ]/.test(lower)) return 'bulgarian';
  return 'russian';
}

/** A Cyrillic word (any case) in Latin letters, with the habits of other standards and languages as variants. */
export function romaniseCyrillic(
  word: string,
  language: CyrillicLanguage = cyrillicLanguage(word),
): Romanisation | undefined {
  const lower = word.toLowerCase().normalize('NFC');
  const usual = foreignCyrillicNames(lower).map((text) => [text, 'cyrillic-usual-transcription'] as const);
  const [main, ...others] = SPELLINGS[language](lower);
  return romanised([main!, ...usual, ...others], MAX_VARIANTS + usual.length);
}

const SPELLINGS: Readonly<Record<CyrillicLanguage, (word: string) => Spelling[]>> = {
  russian: (word) => [
    [transliterate(iotated(word), RUSSIAN), 'cyrillic-bgn-pcgn'],
    [passport(word), 'cyrillic-passport'],
    [english(word), 'cyrillic-english-habit'],
    [transliterate(word, SLAVIC_LATIN, RUSSIAN), 'cyrillic-iso-9-without-marks'],
    [transliterate(word, UKRAINIAN, RUSSIAN), 'cyrillic-ukrainian'],
    [transliterate(word, GERMAN, RUSSIAN), 'cyrillic-german'],
    [french(word), 'cyrillic-french'],
  ],
  ukrainian: (word) => [
    [ukrainian(word), 'ukrainian-resolution-55'],
    [transliterate(word, UKRAINIAN_BGN, RUSSIAN), 'ukrainian-bgn-pcgn'],
    [passport(word), 'ukrainian-russian-habit'],
    [english(word), 'cyrillic-english-habit'],
    [transliterate(word, UKRAINIAN_SLAVIC, SLAVIC_LATIN, RUSSIAN), 'cyrillic-iso-9-without-marks'],
    [transliterate(word, GERMAN, UKRAINIAN, RUSSIAN), 'cyrillic-german'],
  ],
  belarusian: (word) => [
    [transliterate(iotated(word), BELARUSIAN, RUSSIAN), 'belarusian-bgn-pcgn'],
    [passport(word).replaceAll('ў', 'v'), 'belarusian-russian-habit'],
    [english(word), 'cyrillic-english-habit'],
    [transliterate(word, BELARUSIAN_LATIN, SLAVIC_LATIN, RUSSIAN), 'belarusian-latin-alphabet'],
    [transliterate(word, POLISH, SLAVIC_LATIN, RUSSIAN), 'cyrillic-polish'],
  ],
  serbian: (word) => [
    [transliterate(word, SERBIAN, RUSSIAN), 'serbian-latin-alphabet-without-marks'],
    [transliterate(word, SERBIAN_ENGLISH, RUSSIAN), 'serbian-english-habit'],
    [transliterate(word, SERBIAN_BARE, SERBIAN, RUSSIAN), 'serbian-marks-dropped'],
    [transliterate(word, MACEDONIAN, SERBIAN, RUSSIAN), 'macedonian'],
  ],
  bulgarian: (word) => [
    [transliterate(word, BULGARIAN, RUSSIAN), 'bulgarian-transliteration-act'],
    [transliterate(word, BULGARIAN_ENGLISH, BULGARIAN, RUSSIAN), 'bulgarian-english-habit'],
    [passport(word), 'cyrillic-passport'],
    [transliterate(word, SLAVIC_LATIN, HARD_SIGN_A, RUSSIAN), 'cyrillic-iso-9-without-marks'],
  ],
  'central-asian': (word) => [
    [transliterate(iotated(word), RUSSIAN), 'cyrillic-bgn-pcgn'],
    [passport(russified(word)), 'central-asian-russian-habit'],
    [transliterate(word, CENTRAL_ASIAN, RUSSIAN), 'central-asian-latin-alphabet'],
    [transliterate(word, TURKIC, CENTRAL_ASIAN, RUSSIAN), 'turkic'],
    [english(word), 'cyrillic-english-habit'],
  ],
};

/** BGN/PCGN writes `ye` for е at the beginning and after a vowel, й, ъ and ь. */
function iotated(word: string): string {
  let out = '';
  let before = '';
  for (const letter of word) {
    const open = before === '' || VOWELS.includes(before) || 'йъь'.includes(before);
    out += letter === 'е' && open ? 'йе' : letter;
    before = letter;
  }
  return out;
}

/** As in passports and newspapers: е is always `e`, ё too, and the endings -ий and -ый are one `y`. */
function passport(word: string): string {
  return transliterate(word.replace(/[иы]й$/, 'ы'), PASSPORT, RUSSIAN);
}

/** How English and most other languages spell it phonetically: `j` for дж, `x` for кс, `h` for х, `-ia` for -ия. */
function english(word: string): string {
  const marked = word
    .replace(/[иы]й$/, 'и')
    .replaceAll('дж', 'ј')
    .replaceAll('кс', 'ӿ')
    .replace(/^у(?=[аеиоэ])/, 'ў')
    .replace(/ия/g, 'иа');
  return transliterate(marked, BY_EAR, ENGLISH, RUSSIAN);
}

function french(word: string): string {
  const marked = word
    .replace(/[иы]й$/, 'и')
    .replaceAll('дж', 'дј')
    .replace(/г(?=[еиэ])/g, 'гў');
  return transliterate(marked.replace(/ин$/, 'ине'), FRENCH, RUSSIAN);
}

/** Ukrainian resolution 55 (2010): є ї й ю я are ye yi y yu ya at the beginning only; зг is zgh. */
function ukrainian(word: string): string {
  const marked = word.replaceAll('зг', 'зґһ');
  const first = transliterate(marked.slice(0, 1), UKRAINIAN_BGN, RUSSIAN);
  return first + transliterate(marked.slice(1).replaceAll('й', 'і'), UKRAINIAN, RUSSIAN);
}

/**
 * Replaces letters of the Central Asian alphabets by the Russian ones that people type where a keyboard has no other.
 */
function russified(word: string): string {
  return [...word].map((letter) => TO_RUSSIAN.get(letter) ?? letter).join('');
}
