import { foreignGreekNames } from '../tables/transcribed-names.ts';
import { letterTable, MAX_VARIANTS, type Romanisation, romanised, type Spelling, transliterate } from './romanised.ts';

const ELOT =
  letterTable(`α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
  ϐ=v ϑ=th ϕ=f ϖ=p ϰ=k ϱ=r ϲ=s`);
const BY_EAR = letterTable('χ=h υ=i');
const CLASSICAL = letterTable('β=b γ=g η=e κ=c φ=ph υ=y');
const ERASMIAN = letterTable('η=e χ=h β=b');

/**
 * A Greek word (any case) in Latin letters: ELOT 743 first, then as it sounds, then the classical Latin way. The second
 * reads it as Greeks spell foreign names: `μπ` b, `ντ` d, `γκ` g, `τζ` j, `ου` u.
 */
export function romaniseGreek(word: string): Romanisation | undefined {
  const letters = unaccented(word);
  const voiced = diphthongs(letters);
  const usual = foreignGreekNames(letters).map((text) => [text, 'greek-usual-transcription'] as const);
  const spellings: Spelling[] = [
    [transliterate(latinDigraphs(voiced, 'elot'), LATIN, ELOT), 'greek-elot-743'],
    ...usual,
    [transliterate(latinDigraphs(voiced, 'ear'), LATIN, BY_EAR, ELOT), 'greek-by-ear'],
    [transliterate(latinDigraphs(voiced, 'foreign'), LATIN, BY_EAR, ELOT), 'greek-foreign'],
    [transliterate(latinDigraphs(voiced, 'nasal'), LATIN, BY_EAR, ELOT), 'greek-foreign-nasals'],
    [transliterate(latinDigraphs(letters, 'foreign'), LATIN, ERASMIAN, ELOT), 'greek-foreign-by-letters'],
    [transliterate(latinDigraphs(letters, 'classical'), LATIN, CLASSICAL, ELOT), 'greek-classical'],
    [transliterate(latinDigraphs(voiced, 'french'), LATIN, BY_EAR, ELOT), 'greek-french-name'],
  ];
  return romanised(spellings, MAX_VARIANTS + usual.length);
}

/** Digraphs are replaced by Latin letters beforehand; those pass through. */
const LATIN = new Map([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter]));

/** Lower case without accents; a diaeresis, which parts a digraph, stays until the digraphs are read. */
function unaccented(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u0307\u0309-\u036f]/g, '');
}

/** αυ, ευ, ηυ are av, ev, iv before a vowel or a voiced consonant, af, ef, if elsewhere; ου is ou. */
function diphthongs(letters: string): string {
  return letters
    .replace(/([αεη])υ(?!\u0308)(?=[αεηιουωβγδζλμνρ])/g, '$1v')
    .replace(/([αεη])υ(?!\u0308)/g, '$1f')
    .replace(/ου/g, 'ou');
}

const DIGRAPHS = {
  elot: [
    [/γγ/g, 'ng'],
    [/γξ/g, 'nx'],
    [/γχ/g, 'nch'],
    [/^μπ|μπ$/g, 'b'],
    [/^ντ/g, 'd'],
    [/^γκ/g, 'g'],
  ],
  ear: [
    [/γγ|γκ/g, 'g'],
    [/μπ/g, 'b'],
    [/ντ/g, 'd'],
    [/τζ/g, 'tz'],
    [/ει|οι|υι/g, 'i'],
    [/αι/g, 'e'],
    [/γ(?=[ειηυ])/g, 'y'],
  ],
  foreign: [
    [/γγ/g, 'ng'],
    [/γκ/g, 'g'],
    [/μπ/g, 'b'],
    [/ντ/g, 'd'],
    [/τζ/g, 'j'],
    [/τσ/g, 'ch'],
    [/ou|ου/g, 'u'],
    [/αι/g, 'e'],
    [/οι|υι/g, 'i'],
    [/κουε/g, 'que'],
    [/([λνστρκπμφβ])\1/g, '$1'],
  ],
  nasal: [
    [/γγ|(?<=.)γκ/g, 'ng'],
    [/γκ/g, 'g'],
    [/(?<=.)μπ/g, 'mb'],
    [/μπ/g, 'b'],
    [/(?<=.)ντ/g, 'nd'],
    [/ντ/g, 'd'],
    [/τζ/g, 'j'],
    [/^γou/g, 'w'],
    [/γι(?=[αεηιουω]|ou)/g, 'y'],
    [/ζ/g, 'j'],
    [/ou/g, 'u'],
    [/αι/g, 'e'],
    [/οι|υι/g, 'i'],
  ],
  french: [
    [/γκ/g, 'gu'],
    [/(?<=.)μπ/g, 'mb'],
    [/μπ/g, 'b'],
    [/(?<=.)ντ/g, 'nt'],
    [/ντ/g, 'd'],
    [/τζ/g, 'j'],
    [/γι(?=[αεηιουωό]|ou)/g, 'll'],
    [/ζ(?=[ειη])/g, 'g'],
    [/ζ/g, 'j'],
    [/ουα/g, 'oi'],
    [/oua/g, 'oi'],
    [/σ(?=[αο])/g, 'ch'],
    [/εν$/, 'in'],
    [/ο$|ω$/, 'ot'],
    [/ε$/, 'et'],
    [/υ/g, 'u'],
    [/αι/g, 'ai'],
  ],
  classical: [
    [/γγ/g, 'ng'],
    [/γξ/g, 'nx'],
    [/γχ/g, 'nch'],
    [/γκ/g, 'nc'],
    [/ου/g, 'u'],
    [/αι/g, 'ae'],
    [/οι/g, 'oe'],
  ],
} satisfies Record<string, readonly (readonly [RegExp, string])[]>;

function latinDigraphs(letters: string, habit: keyof typeof DIGRAPHS): string {
  let out = letters;
  for (const [pattern, latin] of DIGRAPHS[habit]) out = out.replace(pattern, latin);
  return out;
}
