import { foldLatin } from '../latin.ts';
import type { SpellingSystem } from '../systems.ts';
import { areOtherNames, givenNameClasses } from '../tables/given-names.ts';
import type { NameToken, Reading, TokenVariant } from '../types.ts';
import { eastSlavicName, inOtherEastSlavic } from './east-slavic.ts';
import { MAX_VARIANTS, respeller } from './romanised.ts';

/** How the writers of a language in Latin letters spell foreign names by their own letters. */
interface Orthography {
  readonly system: SpellingSystem;
  /** What shows in a name that its writer used it. */
  readonly marks: RegExp;
  /** A word, in small letters, as English spells it. */
  readonly english: (word: string) => string;
}

const orthography = (system: SpellingSystem, marks: RegExp, rows: string): Orthography => ({
  system,
  marks,
  english: respeller(rows),
});

/** General knowledge of how these languages are spelt. */
const ORTHOGRAPHIES: readonly Orthography[] = [
  orthography(
    'polish',
    /[łżśźń]|cz|sz|iew(?:a|icz)?$/,
    'szcz=shch dż=j rz=zh sz=sh cz=ch ch=kh ż=zh ł=l ie=e c=ts w=v j=y',
  ),
  orthography(
    'hungarian',
    /dzs|zs|cs|sz|.gyi|tyi|[őű]/,
    'dzs=j cs=ch zs=zh sz=s gyi=di gye=de tyi=ti tye=te nyi=ni nye=ne s=sh c=ts j=y',
  ),
  // Not before an i: Louis has two vowels there.
  orthography('french', /ou(?=[aeéèy])/, 'oua=wa oue=we oué=we ouè=we ouy=wy tch=ch dj=j'),
  // Not what ö is in German: Schroeder, Koenig.
  orthography('dutch', /tsj|^sj|zj|oe[tvgkr]/, 'tsj=ch sj=sh zj=zh oet=ut oev=uv oeg=ug oek=uk oer=ur oen=un oes=us'),
  // A short a is written e. Not the î of Benoît.
  orthography('kurdish', /[îû][dfklmnrs]?$/, 'ç=ch c=j ş=sh x=kh e=a'),
  // C is a sound of the throat that other languages leave out, x their h.
  orthography(
    'somali',
    /^c(?:abd|ali$|awa|umar|[iu]sm)|[cx](?:aa|ii|uu)|^macal[il]|^maxa|^x(?:a[fs]|us)|^axm/,
    'c= x=h dh=d aa=a ee=e ii=i oo=o uu=u',
  ),
  // The article is written as it sounds: es-Seyyid, ez-Zevahiri.
  orthography('turkish', /[şğı]|^(?:e[lnrstz]|ebu)$/, 'ç=ch c=j ş=sh ğ=gh ı=i v=w'),
];

/** Most names show none of them, which one test tells. */
const ANY_MARK = new RegExp(ORTHOGRAPHIES.map(({ marks }) => marks.source).join('|'));
const NO_ORTHOGRAPHIES: readonly Orthography[] = [];

/** In the Maghreb `Ben al-` is written Bel: Ben Moktar is Belmokhtar. */
const BEN = new Set(['ben', 'bin']);

/**
 * The readings of a query, whose words in Latin letters are also read as English would spell them. That is where one of
 * them shows how its writer's language spells: `Cecka Caczewa` for Tsetska Tsacheva, `Dzsafar` for Jafar.
 */
export function withOrthographies(readings: readonly Reading[]): readonly Reading[] {
  return readings.map((reading) => {
    if (reading.system !== 'latin') return reading;
    const { tokens } = reading;
    const words = tokens.map(({ surface }) => surface.toLowerCase().normalize('NFC'));
    const own = words.some((word) => ANY_MARK.test(word))
      ? ORTHOGRAPHIES.filter(({ marks }) => words.some((word) => marks.test(word)))
      : NO_ORTHOGRAPHIES;
    const slavic = eastSlavicName(words);
    const isSon = (place: number) => BEN.has(tokens[place - 1]?.text ?? '');
    if (own.length === 0 && !slavic && !words.some((_, place) => isSon(place))) return reading;
    const spelt = (place: number): TokenVariant[] => [
      ...own.flatMap((one) => englishOf(words[place]!, one)),
      ...(slavic ? inOtherEastSlavic(words[place]!, slavic) : []),
      ...(isSon(place) ? [{ text: `bel${tokens[place]!.text}`, system: 'ben-al-joined' as const }] : []),
    ];
    return { ...reading, tokens: tokens.map((token, place) => withVariants(token, spelt(place))) };
  });
}

/** None where another word alone shows the language, and a known given name would become another: Jen and Jan. */
function englishOf(word: string, { system, marks, english }: Orthography): TokenVariant[] {
  const text = foldLatin(english(word));
  const isOther = !marks.test(word) && areOtherNames(givenNameClasses(foldLatin(word)), givenNameClasses(text));
  return isOther ? [] : [{ text, system }];
}

function withVariants(token: NameToken, spelt: readonly TokenVariant[]): NameToken {
  if (token.role !== 'word') return token;
  const known = new Set([token.text, ...token.variants.map(({ text }) => text)]);
  const more = spelt.filter(({ text }) => text !== '' && !known.has(text));
  return more.length === 0 ? token : { ...token, variants: [...token.variants, ...more].slice(0, MAX_VARIANTS) };
}
