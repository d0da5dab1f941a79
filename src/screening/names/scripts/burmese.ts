import { letterTable, type Romanisation, romanised } from './romanised.ts';
import { fromZawgyi } from './zawgyi.ts';

const ONSETS =
  letterTable(`က=k ခ=kh ဂ=g ဃ=g င=ng စ=s ဆ=s ဇ=z ဈ=z ည=ny ဉ=ny ဋ=t ဌ=ht ဍ=d ဎ=d ဏ=n တ=t ထ=ht ဒ=d ဓ=d န=n ပ=p ဖ=ph ဗ=b ဘ=b မ=m
  ယ=y ရ=y လ=l ဝ=w သ=th ဟ=h ဠ=l အ= ဿ=th`);
/** Consonants with a small ya, ra or ha below or around them; ha makes other sounds breathed (hl, hm). */
const CLUSTERS =
  letterTable(`ကျ=ky ကြ=ky ချ=ch ခြ=ch ဂျ=gy ဂြ=gy ငြ=ny ပျ=py ပြ=py ဖျ=phy ဖြ=phy ဗျ=by ဗြ=by ဘျ=by ဘြ=by မျ=my မြ=my လျ=ly
  ရှ=sh လျှ=sh သျှ=sh`);
/** What follows the consonant, in the usual spelling of names. */
const RHYMES = letterTable(`ာ=a ါ=a ိ=i ီ=i ု=u ူ=u ေ=ay ဲ=e ော=aw ေါ=aw ော်=aw ေါ်=aw ံ=an ို=o ိံ=ein ုံ=on
  က်=et င်=in စ်=it ဇ်=it ည်=i ဉ်=in တ်=at ဒ်=at န်=an ဏ်=an ပ်=at ဗ်=at မ်=an ယ်=e ရ်=a လ်=an သ်=at
  ောက်=auk ေါက်=auk ောင်=aung ေါင်=aung ိုက်=aik ိုင်=aing ိတ်=eik ိပ်=eik ိန်=ein ိမ်=ein ုတ်=oke ုပ်=oke ုန်=on ုမ်=on
  ွ=wa ွာ=wa ွါ=wa ွေ=we ွဲ=we ွီ=wi ွက်=wet ွင်=win ွတ်=ut ွပ်=ut ွန်=un ွမ်=un ွံ=un ွယ်=we ွဲ့=we ွည်=we
  ာန်=an ာဏ်=an ာယ်=e ူး=u`);
/** Vowels that are letters of their own. */
const VOWELS = letterTable('ဣ=i ဤ=i ဥ=u ဦ=u ဧ=ay ဩ=aw ဪ=aw');
/** Names are also written with these endings: Soe, Nay, Oo, Kyi and Kyee. */
const OTHER_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/^(.*)o$/, '$1oe'],
  [/^(.*)ay$/, '$1e'],
  [/^(.*)u$/, '$1oo'],
  [/^(.*)(?<!a)i$/, '$1ee'],
  [/^(.*)a$/, '$1ar'],
  [/^(.*)e$/, '$1ae'],
  [/^(.*)on$/, '$1one'],
  [/^(.*)un$/, '$1oon'],
];

/** Names of one letter, as they are written. */
const ONE_LETTER = letterTable('u=oo a=ar e=ae i=ee');

/** A syllable begins at a letter that does not end the one before it. */
const SYLLABLE = /(?=[\u1000-\u102a\u103f](?!\u1037?\u103a))/u;
const H = '\u103e';
/** The signs stand in this order, and are said in the other. */
const W_BEFORE_H = /(\u103d)(\u103e)/u;
/** A consonant above another one ends its syllable. */
const STACKED = /\u1039/gu;
const TONES = /[\u1037\u1038]/gu;
/** A creaky tone after a nasal is written with a t: Myint, Thant. */
const CREAKY_NASAL = /[\u1004\u1014\u1019]\u103a\u1037|\u1037[\u1004\u1014\u1019]?\u103a|\u1036\u1037/u;

/** Dr, General, Mr and Mrs, before the syllables of a name. */
const TITLE = /^(?:ဒေါက်တာ|ဗိုလ်ချုပ်(?:မှူး)?(?:ကြီး)?|ဦး|ဒေါ်)/u;
const [FEWEST_NAMED, MOST_TITLES] = [2, 2];

/** A name in Burmese: titles, and the syllables of the name. */
export interface BurmeseName {
  readonly titles: readonly string[];
  readonly syllables: readonly string[];
}

/**
 * Burmese is written without spaces, and each syllable of a name is a word in Latin letters: မင်းအောင်လှိုင် is Min
 * Aung Hlaing. The spellings are those of passports and news; no standard is in use for names.
 */
export function burmeseName(word: string): BurmeseName {
  const titles: string[] = [];
  let name = fromZawgyi(word).replace(STACKED, '\u103a');
  while (titles.length < MOST_TITLES) {
    const title = TITLE.exec(name)?.[0];
    if (title === undefined || syllablesOf(name.slice(title.length)).length < FEWEST_NAMED) break;
    titles.push(title);
    name = name.slice(title.length);
  }
  return { titles, syllables: syllablesOf(name) };
}

const syllablesOf = (text: string): string[] => text.split(SYLLABLE).filter((syllable) => syllable !== '');

/** One syllable, with the other spellings that names have. Undefined where nothing of it is known. */
export function romaniseBurmese(syllable: string): Romanisation | undefined {
  const text = spell(syllable);
  // A name of one letter would be an initial: ဦး is Oo first, and U as well.
  if (ONE_LETTER.has(text))
    return romanised([
      [ONE_LETTER.get(text)!, 'burmese'],
      [text, 'burmese-other-spelling'],
    ]);
  const others = OTHER_ENDINGS.filter(([pattern]) => pattern.test(text)).map(([pattern, as]) =>
    text.replace(pattern, as),
  );
  return romanised([
    [text, 'burmese'],
    ...others.slice(0, 2).map((other) => [other, 'burmese-other-spelling'] as const),
  ]);
}

function spell(syllable: string): string {
  const plain = syllable.replace(TONES, '').replace(W_BEFORE_H, '$2$1');
  const [letter = ''] = plain;
  const vowel = VOWELS.get(letter);
  if (vowel !== undefined) return vowel + rhyme(plain.slice(1), syllable, '');
  const known = [3, 2, 1]
    .map((length) => plain.slice(0, length))
    .find((start) => CLUSTERS.has(start) || ONSETS.has(start));
  if (known === undefined) return '';
  const onset = CLUSTERS.get(known) ?? ONSETS.get(known)!;
  const rest = plain.slice(known.length);
  return rest.startsWith(H) ? `h${onset}${rhyme(rest.slice(1), syllable, 'a')}` : onset + rhyme(rest, syllable, 'a');
}

function rhyme(rest: string, syllable: string, bare: string): string {
  if (rest === '') return bare;
  // One letter alone would be an initial.
  const sound = RHYMES.get(rest) ?? bare;
  return CREAKY_NASAL.test(syllable) && sound.endsWith('n') ? `${sound}t` : sound;
}
