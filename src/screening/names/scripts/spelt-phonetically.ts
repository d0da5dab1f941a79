import { analyseName } from '../analyse.ts';
import { withSound } from '../sound/with-sound.ts';
import type { SpellingSystem } from '../systems.ts';
import type { NameToken, Reading } from '../types.ts';
import { ALIKE } from './baltic.ts';
import { respeller } from './romanised.ts';

/** A language in Latin letters that spells foreign names as they sound, as Russian does in its own letters. */
interface Language {
  /** Whether the words of a name, in small letters, show that its writer used the language. */
  readonly wrote: (words: readonly string[]) => boolean;
  readonly cyrillic: (word: string) => string;
  /** What it adds to a man's names. */
  readonly ending?: RegExp;
}

function language(rows: string, wrote: Language['wrote'], ending?: RegExp): Language {
  return { wrote, cyrillic: respeller(rows), ...(ending && { ending }) };
}

/** How like every pair has to be: what was spelt phonetically is not to be heard as anything else. */
const LEAST_PAIR = 0.85;
const OTHER_LETTER = /[^\p{Script=Cyrillic}'-]/u;

const SLAVIC = `${ALIKE} c=ц h=х j=й ja=я ju=ю jo=ё je=е č=ч š=ш ž=ж dž=дж y=и w=в`;
const BALTIC = `${SLAVIC} ai=ай ei=ей oi=ой`;

const some = (letters: RegExp) => (words: readonly string[]) => words.some((word) => letters.test(word));
const hissing = some(/[čšž]/);
const ofMan = some(/s$/);
const markedLithuanian = some(/[ėįų]/);
const markedLatvian = some(/[āēīūģķļņ]/);

/** General knowledge of how these languages are spelt. */
const LANGUAGES: readonly Language[] = [
  // Lithuanian
  language(
    `${BALTIC} ą=а ę=е ė=е į=и ų=у ū=у iu=ю ia=я`,
    (words) => markedLithuanian(words) || (hissing(words) && words.every((word) => /[aiuy]s$/.test(word))),
    /(?:[aiuy]|ia|iu)s$/,
  ),
  // Latvian
  language(
    `${BALTIC} ā=а ē=е ī=и ū=у ģ=г ķ=к ļ=ль ņ=нь`,
    (words) => markedLatvian(words) || (hissing(words) && ofMan(words)),
    /[iu]?s$/,
  ),
  // Turkmen
  language(
    `${ALIKE} ç=ч h=х j=дж ä=э ň=нг ö=ё ş=ш ü=ю w=в y=ы ý=й ýa=я ýu=ю ýo=ё ýe=е ž=ж x=кс`,
    some(/[aeiou]ý[^ý]|ý[aeiou]/),
  ),
  // Serbian, Bosnian and Croatian
  language(`${SLAVIC} ć=ч đ=дж lj=ль nj=нь`, some(/dž/)),
  // Azerbaijani
  language(`${ALIKE} c=дж ç=ч ə=а h=х ğ=г ı=ы j=ж ö=о q=г ş=ш ü=ю x=х y=й ya=я yu=ю yo=ё ye=е`, some(/ə/)),
  // Albanian
  language(
    `${ALIKE} c=ц ç=ч dh=д ë=е gj=дж h=х j=й ja=я ju=ю jo=ё je=е ll=л nj=нь q=ч rr=р sh=ш th=т x=дз xh=дж y=ю zh=ж`,
    some(/xh/),
  ),
];

/** Without any of these letters a name shows none of the languages. */
const TELLING = /[čšžėįųāēīūģķļņýə]|xh/iu;

/**
 * A person's name in Latin letters as Russian would write it, where it is spelt as it sounds: `Džo Baidens` for Joe
 * Biden. Such a name is heard as one in Cyrillic letters is. No reading where the letters show no such language.
 */
export function heardInCyrillic(readings: readonly Reading[]): readonly Reading[] {
  const tokens = readings.length === 1 && readings[0]!.system === 'latin' ? readings[0]!.tokens : [];
  if (!tokens.some(({ surface }) => TELLING.test(surface.normalize('NFC')))) return [];
  const surfaces = tokens.filter(({ role }) => role !== 'title').flatMap(({ surface }) => surface.split(' '));
  const words = surfaces.map((word) => word.replaceAll('İ', 'i').toLowerCase().normalize('NFC'));
  const own = words.length < 2 ? undefined : LANGUAGES.find(({ wrote }) => wrote(words));
  if (!own) return [];
  const spelt = words.map((word) => inCyrillic(word, own));
  if (spelt.some((word) => OTHER_LETTER.test(word))) return [];
  const written = new Map(spelt.map((word, place) => [word, surfaces[place]!]));
  const heard = analyseName(spelt.join(' '), 'person').readings.slice(0, 1);
  return withSound(heard).map((reading) => ({
    ...reading,
    leastPair: LEAST_PAIR,
    tokens: reading.tokens.map((token) => asWritten(token, written)),
  }));
}

function inCyrillic(word: string, { cyrillic, ending }: Language): string {
  const bare = ending ? word.replace(ending, '') : word;
  return cyrillic(bare === '' ? word : bare);
}

const SYSTEM: SpellingSystem = 'latin-by-ear';

function asWritten(token: NameToken, written: ReadonlyMap<string, string>): NameToken {
  const surface = token.surface.split(' ').map((word) => written.get(word) ?? word);
  const variants = token.variants.map((one) => (one.system === 'learned-sound' ? one : { ...one, system: SYSTEM }));
  return { ...token, surface: surface.join(' '), system: SYSTEM, variants };
}
