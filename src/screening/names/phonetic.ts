import { Recent } from '../../recent.ts';

/**
 * Consonant keys under which spellings of one name meet, whichever script or language they went through. The classes
 * are not those of English phonetics. They follow how transliterations differ in practice: Qaddafi, Gaddafi, Kadhafi;
 * Tchaikovsky, Chaikovskii; Schmidt, Shmidt; Zelenskyy, Zelenskij.
 */

/** A search asks again for the words that it spelt last. What they lead to is remembered elsewhere. */
const CACHE_SIZE = 16_384;
const phoneticCache = new Recent<string, readonly string[]>(CACHE_SIZE);
const skeletonCache = new Recent<string, string>(CACHE_SIZE);
const roughCache = new Recent<string, string>(CACHE_SIZE);

/**
 * Keys of a folded Latin token (`a`-`z`, `0`-`9`), the main key first. Others follow where they differ from it. One
 * reads `j` and an initial `y` as vowels (Jevgeni, Yevgeny, Evgeny), one has a soft `g` (Luigi). The coarse one, marked
 * with `~`, merges sibilants, merges voiced with voiceless stops, and drops `h`. Empty for a token without letters and
 * digits.
 */
export function phoneticKeys(text: string): readonly string[] {
  return phoneticCache.get(text, freshPhoneticKeys);
}

/** The main key alone, which is not remembered. Empty for a token without letters and digits. */
export const mainSound = (text: string): string => classKey(heardIn(text), MAIN_CLASS);

const FIRST_C = /^c(?=[aeiou])/;

/**
 * The keys of a given name as English spells it, as Turkish does (Cafer), and as Somali does (Cumar, Xasan). A first
 * `c` is another sound in each of them. `keys`: its phonetic keys.
 */
export function soundsElsewhere(text: string, keys: readonly string[]): readonly string[] {
  if (!FIRST_C.test(text) && !text.includes('x')) return keys;
  const elsewhere = [text.replace(FIRST_C, 'j'), text.replace(FIRST_C, '').replaceAll('x', 'h')];
  const exact = elsewhere.flatMap((one) => phoneticKeys(one).filter((key) => !key.startsWith('~')));
  return [...keys, ...exact];
}

/** The coarse key without its mark, however short, and without `w`, which is a vowel where names are heard. */
export function roughKey(text: string): string {
  return roughCache.get(text, freshRoughKey);
}

/**
 * The consonant skeleton of a folded Latin token, in the classes that unvowelled scripts (Arabic, Hebrew) keep apart.
 * `skeletonKey('mohammed')` equals `skeletonKey` of the skeleton variant of محمد. `w` and `y` count at the beginning
 * only, a final `h` never. A skeleton is its own key.
 */
export function skeletonKey(text: string): string {
  return skeletonCache.get(text, freshSkeletonKey);
}

/**
 * Graphemes of more than one letter, longest first, and the sound that each stands for. The sounds are `S` sh, `C` ch,
 * `c` ts, `Z` zh, `J` j, `x` kh, `G` gh. `T` is th, `D` is dh, and `y` is the consonant.
 */
const GRAPHEMES: readonly (readonly [string, string])[] = [
  ['schtsch', 'SC'],
  ['chtch', 'SC'],
  ['shch', 'SC'],
  ['tsch', 'C'],
  ['dsch', 'J'],
  ['tch', 'C'],
  ['sch', 'S'],
  ['dzh', 'J'],
  ['dsh', 'J'],
  ['chr', 'kr'],
  ['chl', 'kl'],
  ['ssh', 'S'],
  ['sh', 'S'],
  ['ch', 'C'],
  ['cz', 'C'],
  ['cs', 'C'],
  ['tj', 'tJ'],
  ['zh', 'Z'],
  ['zs', 'Z'],
  ['dj', 'J'],
  ['dz', 'z'],
  ['kh', 'x'],
  ['gh', 'G'],
  ['th', 'T'],
  ['dh', 'D'],
  ['ph', 'f'],
  ['bh', 'b'],
  ['rh', 'r'],
  ['ck', 'k'],
  ['cq', 'k'],
  ['ts', 'c'],
  ['tz', 'c'],
  ['tc', 'c'],
  ['sz', 'S'],
  ['dt', 't'],
  ['qu', 'k'],
  ['pf', 'f'],
];
/** By their first two letters: hardly any two letters of a name begin one. */
const BY_PAIR: (readonly (readonly [string, string])[] | undefined)[] = new Array(1 << 14).fill(undefined);
for (const grapheme of GRAPHEMES) {
  const pair = pairAt(grapheme[0], 0);
  BY_PAIR[pair] = [...(BY_PAIR[pair] ?? []), grapheme];
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 7) | text.charCodeAt(at + 1);
}

function graphemeAt(text: string, at: number): readonly [string, string] | undefined {
  if (at + 1 >= text.length) return undefined;
  const graphemes = BY_PAIR[pairAt(text, at)];
  if (graphemes !== undefined) for (const grapheme of graphemes) if (text.startsWith(grapheme[0], at)) return grapheme;
  return undefined;
}

const isVowel = (letter: string | undefined): boolean =>
  letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';

/** The sounds of a token; vowels as `a`, glides that only colour a vowel as `a` too. */
function sounds(text: string, single: (text: string, at: number) => string): string {
  let out = '';
  let at = 0;
  while (at < text.length) {
    const grapheme = graphemeAt(text, at);
    if (grapheme) {
      out += grapheme[1];
      at += grapheme[0].length;
    } else {
      out += single(text, at);
      at++;
    }
  }
  return out;
}

function singleSound(text: string, at: number): string {
  const letter = text[at]!;
  const next = text[at + 1];
  if (isVowel(letter)) return at === 0 && letter === 'i' && isVowel(next) ? 'y' : 'a';
  if (letter === 'y') return at === 0 && isVowel(next) ? 'y' : 'a';
  if (letter === 'j') return next === undefined || (at > 0 && !isVowel(next)) ? 'a' : 'J';
  if (letter === 'c') return next === 'e' || next === 'i' || next === 'y' ? 's' : 'k';
  if (letter === 'x') return at === 0 ? 's' : 'ks';
  return letter;
}

/** Endings of Slavic family names without their marks: -cki is -tski, -vic is -vich, -ec is -ets. */
function slavic(text: string): string {
  if (text.length < 6) return text;
  if (text.endsWith('vic')) return `${text}h`;
  if (text.endsWith('ec')) return `${text.slice(0, -1)}ts`;
  return text.includes('ck') ? text.replace(/(?<=[eiou])ck(?=(?:[iya]|is|as|iy|yy)$)/, 'tsk') : text;
}

const MAIN_CLASS = classes('b=b p=p fvw=f tT=t dD=d kgqG=k xh=h sSc=s zZJy=j C=c m=m n=n l=l r=r');
const GLIDE_CLASS = classes('b=b p=p fvw=f tT=t dD=d kgqG=k xh=h sSc=s zZ=j Jy=a C=c m=m n=n l=l r=r');
const COARSE_CLASS = classes('bp=b fvw=f tTdD=t kgqG=k sSczZJC=s m=m n=n l=l r=r');

const ROUGH_CLASS = classes('bp=b fv=f tTdD=t kgqGx=k sSczZJC=s m=m n=n l=l r=r');

function heardIn(text: string): string {
  return sounds(slavic(text), singleSound).replace(/n(?=[bp])/g, 'm');
}

/** `roughKey` for who asks for each text once: nothing is looked up, and nothing kept. */
export function freshRoughKey(text: string): string {
  // A `ch` that ends a name is Polish and German kh as often as English ch.
  return classKey(heardIn(text.endsWith('ch') ? `${text.slice(0, -2)}kh` : text), ROUGH_CLASS);
}

/** The same for `phoneticKeys`. */
export function freshPhoneticKeys(text: string): readonly string[] {
  const heard = heardIn(text);
  const main = classKey(heard, MAIN_CLASS);
  if (main === '') return [];
  const other = otherKey(text, heard);
  const coarse = classKey(heard, COARSE_CLASS);
  // Arrays that are made whole have no room to grow: an index keeps hundreds of thousands of them for a while.
  if (other === '' || other === main) return coarse.length > 2 ? [main, `~${coarse}`] : [main];
  return coarse.length > 2 ? [main, other, `~${coarse}`] : [main, other];
}

function otherKey(text: string, heard: string): string {
  if (/[Jy]/.test(heard)) return classKey(heard, GLIDE_CLASS);
  if (!/g[eiy]/.test(text)) return '';
  return classKey(sounds(text.replace(/g(?=[eiy])/g, 'j'), singleSound), MAIN_CLASS);
}

/**
 * Sounds through a class table. Vowels are dropped but for a first one (`a`). An `h` at the end or after another
 * consonant is silent. Equal neighbours count once.
 */
function classKey(heard: string, table: ClassTable): string {
  let key = '';
  let before = '';
  for (let at = 0; at < heard.length; at++) {
    const sound = heard[at]!;
    if (sound === 'h' && at > 0 && (at === heard.length - 1 || heard[at - 1] !== 'a')) continue;
    const found = table[heard.charCodeAt(at)] || (at === 0 ? 'a' : '');
    if (found === '' || (found === before && !isDigit(found))) continue;
    if (found !== 'a' || key === '') key += found;
    before = found;
  }
  return key;
}

/** Without vowels at hand a `j` cannot be told from a glide, nor an initial `y` from a vowel: both count. */
function skeletonSound(text: string, at: number): string {
  const letter = text[at]!;
  if (letter === 'j') return 'J';
  return letter === 'y' && at === 0 ? 'y' : singleSound(text, at);
}

/** A skeleton keeps them where they begin it. */
const GLIDES = 'wy';
const SKELETON_CLASS = classes('bp=b fv=f tT=t dD=d kgqGx=k h=h sS=s z=z ZJ=j m=m n=n l=l r=r');

/** The same for `skeletonKey`. */
export function freshSkeletonKey(text: string): string {
  let key = skeletonOnce(text);
  // Dropping vowels can bring two letters of a grapheme together: read again until nothing changes.
  for (let again = skeletonOnce(key); again !== key; again = skeletonOnce(key)) key = again;
  return key;
}

function skeletonOnce(text: string): string {
  const heard = sounds(text, skeletonSound).replaceAll('C', 'ts').replaceAll('c', 'ts');
  let key = '';
  let before = '';
  for (let at = 0; at < heard.length; at++) {
    let found = SKELETON_CLASS[heard.charCodeAt(at)] ?? '';
    if (at === 0) found ||= GLIDES.includes(heard[0]!) ? heard[0]! : 'a';
    else if (found === 'a' || (found === 'h' && at === heard.length - 1)) continue;
    if (found === '' || (found === before && !isDigit(found))) continue;
    key += found;
    before = found;
  }
  return key;
}

/** The class of each sound by its character code. Digits and vowels are their own. */
type ClassTable = readonly string[];

function classes(rows: string): ClassTable {
  const table = new Array<string>(128).fill('');
  for (const own of 'a0123456789') table[own.charCodeAt(0)] = own;
  for (const row of rows.split(' ')) {
    const [sounds, key] = row.split('=');
    for (const sound of sounds!) table[sound.charCodeAt(0)] = key!;
  }
  return table;
}
