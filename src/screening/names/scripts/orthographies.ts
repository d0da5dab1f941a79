import { foldLatin } from '../latin.ts';
import type { SpellingSystem } from '../systems.ts';
import type { NameToken, Reading, TokenVariant } from '../types.ts';
import { MAX_VARIANTS } from './romanised.ts';

/** How the writers of a language in Latin letters spell foreign names by their own letters. */
interface Orthography {
  readonly system: SpellingSystem;
  /** What shows in a name that its writer used it. */
  readonly marks: RegExp;
  /** Each of its letters that English spells otherwise. The first rule that fits at a place counts. */
  readonly spelt: readonly (readonly [letters: string, english: string])[];
}

const rules = (rows: string) => rows.split(/\s+/).map((row) => row.split('=') as [string, string]);

/** General knowledge of how these languages are spelt. */
const ORTHOGRAPHIES: readonly Orthography[] = [
  {
    system: 'polish',
    marks: /[łżśźń]|cz|sz|iew(?:a|icz)?$/,
    spelt: rules('szcz=shch dż=j rz=zh sz=sh cz=ch ch=kh ż=zh ł=l ie=e c=ts w=v j=y'),
  },
  {
    system: 'hungarian',
    marks: /dzs|zs|cs|sz|.gyi|tyi|[őű]/,
    spelt: rules('dzs=j cs=ch zs=zh sz=s gyi=di gye=de tyi=ti tye=te nyi=ni nye=ne s=sh c=ts j=y'),
  },
  // Not before an i: Louis has two vowels there.
  { system: 'french', marks: /ou(?=[aeéèy])/, spelt: rules('oua=wa oue=we oué=we ouè=we ouy=wy tch=ch dj=j') },
];
const PATTERNS = ORTHOGRAPHIES.map(({ spelt }) => ({
  pattern: new RegExp(spelt.map(([letters]) => letters).join('|'), 'g'),
  english: new Map(spelt),
}));

/**
 * The readings of a query, whose words in Latin letters are also read as English would spell them. That is where one of
 * them shows how its writer's language spells: `Cecka Caczewa` for Tsetska Tsacheva, `Dzsafar` for Jafar.
 */
export function withOrthographies(readings: readonly Reading[]): readonly Reading[] {
  return readings.map((reading) => {
    if (reading.system !== 'latin') return reading;
    const words = reading.tokens.map(({ surface }) => surface.toLowerCase().normalize('NFC'));
    const own = ORTHOGRAPHIES.flatMap(({ marks }, place) => (words.some((word) => marks.test(word)) ? [place] : []));
    if (own.length === 0) return reading;
    const tokens = reading.tokens.map((token, place) =>
      withVariants(
        token,
        own.map((one) => inEnglish(words[place]!, one)),
      ),
    );
    return { ...reading, tokens };
  });
}

function inEnglish(word: string, orthography: number): TokenVariant {
  const { pattern, english } = PATTERNS[orthography]!;
  const text = foldLatin(word.replace(pattern, (letters) => english.get(letters)!));
  return { text, system: ORTHOGRAPHIES[orthography]!.system };
}

function withVariants(token: NameToken, spelt: readonly TokenVariant[]): NameToken {
  if (token.role !== 'word') return token;
  const known = new Set([token.text, ...token.variants.map(({ text }) => text)]);
  const more = spelt.filter(({ text }) => text !== '' && !known.has(text));
  return more.length === 0 ? token : { ...token, variants: [...token.variants, ...more].slice(0, MAX_VARIANTS) };
}
