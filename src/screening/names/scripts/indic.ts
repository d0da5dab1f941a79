import { letterTable, type Romanisation, romanised } from './romanised.ts';

/**
 * The scripts of India share one layout: a letter's place in its Unicode block tells its sound (Unicode chapter 12).
 * Places are given for Devanagari (U+0900); the other blocks follow at their own bases.
 */
const BASES: readonly number[] = [0x0900, 0x0980, 0x0a00, 0x0a80, 0x0b00, 0x0b80, 0x0c00, 0x0c80, 0x0d00];
const SIGNS = letterTable(`ँ=n ं=n ः=h अ=A आ=A ॲ=A इ=I ई=I उ=U ऊ=U ऋ=RI ऌ=LI ऍ=A ऎ=E ए=E ऐ=AI ऑ=O ऒ=O ओ=O औ=AU
  क=k ख=kh ग=g घ=gh ङ=ng च=ch छ=chh ज=j झ=jh ञ=n ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n ऩ=n प=p फ=ph ब=b भ=bh म=m य=y र=r ऱ=r ल=l ळ=l ऴ=zh व=v श=sh ष=sh स=s ह=h
  ा=A ि=I ी=I ु=U ू=U ृ=RI ॄ=RI ॅ=A ॆ=E े=E ै=AI ॉ=O ॊ=O ो=O ौ=AU ्=! क़=q ख़=kh ग़=gh ज़=z ड़=r ढ़=rh फ़=f य़=y ॐ=OM`);
const SINHALA =
  letterTable(`ං=n ඃ=h අ=A ආ=A ඇ=E ඈ=E ඉ=I ඊ=I උ=U ඌ=U එ=E ඒ=E ඓ=AI ඔ=O ඕ=O ඖ=AU ක=k ඛ=kh ග=g ඝ=gh ඞ=n ඟ=ng ච=ch ඡ=ch ජ=j ඣ=j ඤ=n ඥ=gn ඦ=nj ට=t ඨ=th ඩ=d ඪ=d ණ=n ඬ=nd
  ත=th ථ=th ද=d ධ=dh න=n ඳ=nd ප=p ඵ=p බ=b භ=bh ම=m ඹ=mb ය=y ර=r ල=l ව=w ශ=sh ෂ=sh ස=s හ=h ළ=l ෆ=f ්=! ා=A ැ=E ෑ=E ි=I ී=I ු=U ූ=U ෘ=RU ෙ=E ේ=E ෛ=AI ො=O ෝ=O ෞ=AU`);
/** Letters outside the shared layout, or whose sound differs from Devanagari's. */
const OWN = letterTable(
  `ৎ=t ড়=r ঢ়=rh য়=y ৰ=r ৱ=w ਲ਼=l ਸ਼=sh ਖ਼=kh ਗ਼=gh ਜ਼=z ਫ਼=f ੜ=r ੰ=n ੱ= ൺ=n ൻ=n ർ=r ൽ=l ൾ=l ൿ=k ழ=zh ற=r ன=n ௌ=AU ഴ=zh റ=r`,
);

type Unit = { readonly consonant: string; vowel: string };

/**
 * A word in Devanagari or one of its sisters. The inherent vowel is written `a`. It is dropped where speakers of the
 * northern languages drop it: at the end, and between vowel-consonant and consonant-vowel. Variants keep it, or have v
 * for w, f for ph and single letters for aspirates.
 */
export function romaniseIndic(word: string): Romanisation | undefined {
  const units = unitsOf(word.normalize('NFC').replace(/ंह/g, 'ंघ').replace(/ज्ञ/g, 'ग्य'));
  const southern = /[\u0b80-\u0dff]/.test(word);
  const full = spell(units);
  const dropped = spell(withoutSchwa(units));
  const main = southern ? full : dropped;
  return romanised([
    [main, 'indic-usual'],
    [southern ? dropped : full, southern ? 'indic-final-vowel-dropped' : 'indic-with-every-a'],
    [foreign(dropped), 'indic-foreign'],
    [dropped.replace(/b(?!h)/g, 'v'), 'indic-b-as-v'],
    [dropped.replaceAll('v', 'b'), 'indic-v-as-b'],
    [dropped.replace(/i/g, 'ee').replace(/u/g, 'oo'), 'indic-english-habit'],
    ...(southern ? ([[tamil(main), 'tamil-voiced']] as const) : []),
  ]);
}

/**
 * Aspirates are hardly written in names from elsewhere; फ is f and ट and ड are the foreign t and d. In Hindi ै is the a
 * of Harry, for which Marathi has ॅ.
 */
function foreign(text: string): string {
  return text
    .replaceAll('ph', 'f')
    .replaceAll('chh', 'ch')
    .replace(/([kgjtdb])h/g, '$1')
    .replaceAll('v', 'w')
    .replaceAll('ai', 'a');
}

/** Tamil writes k, t, p for g, d, b too: voiced between vowels and after a nasal. */
function tamil(text: string): string {
  return text
    .replace(/([aeiou]|[nm])k(?=[aeiou])/g, '$1g')
    .replace(/([aeiou]|[nm])t(?=[aeiou])/g, '$1d')
    .replace(/([aeiou]|[nm])p(?=[aeiou])/g, '$1b');
}

function unitsOf(word: string): Unit[] {
  const units: Unit[] = [];
  for (const sign of composed(word)) {
    const sound = soundOf(sign);
    if (sound === undefined) continue;
    const last = units.at(-1);
    if (sound === '!') {
      if (last) last.vowel = '';
    } else if (/^[A-Z]/.test(sound)) {
      addVowel(units, sound.toLowerCase(), isVowelSign(sign));
    } else if (sound !== '' || isNasalOrBreath(sign)) units.push({ consonant: sound, vowel: vowelBehind(sign) });
  }
  return units;
}

/** The inherent vowel, which nasals, breaths and the consonants that end a syllable do not have. */
function vowelBehind(sign: string): string {
  return isNasalOrBreath(sign) || /[ൺ-ൿৎ]/.test(sign) ? '' : 'inherent';
}

/** A sign takes the place of the inherent vowel before it; a letter stands for itself. */
function addVowel(units: Unit[], vowel: string, isSign: boolean): void {
  const last = units.at(-1);
  if (isSign && last?.vowel === 'inherent') last.vowel = vowel;
  else units.push({ consonant: '', vowel });
}

/** Base letter and nukta (a dot for foreign sounds) as one sign. */
function composed(word: string): string[] {
  const signs: string[] = [];
  for (const sign of word) {
    const place = (sign.codePointAt(0)! - 0x0900) % 0x80;
    if (place === 0x3c && signs.length > 0 && sign.codePointAt(0)! < 0x0d80) signs.push(`${signs.pop()!}\u093c`);
    else signs.push(sign);
  }
  return signs;
}

function soundOf(sign: string): string | undefined {
  if (SINHALA.has(sign)) return SINHALA.get(sign);
  if (OWN.has(sign)) return OWN.get(sign);
  const [base, nukta] = sign;
  const code = base!.codePointAt(0)!;
  const block = BASES.find((start) => code >= start && code < start + 0x80);
  if (block === undefined) return undefined;
  const devanagari = String.fromCodePoint(code - block + 0x0900);
  return (nukta ? SIGNS.get(devanagari + nukta) : undefined) ?? SIGNS.get(devanagari);
}

function isVowelSign(sign: string): boolean {
  return /\p{M}/u.test(sign);
}

function isNasalOrBreath(sign: string): boolean {
  return /[\u0901-\u0903\u0981-\u0983\u0a01-\u0a03\u0a81-\u0a83\u0b01-\u0b03\u0b82\u0b83\u0c01-\u0c03\u0c82\u0c83\u0d02\u0d03\u0d82\u0d83\u0a70]/.test(
    sign,
  );
}

/** Ohala's rule: an inherent vowel goes at the end of a word and in VC_CV, from right to left. */
function withoutSchwa(units: readonly Unit[]): Unit[] {
  const out = units.map((unit) => ({ ...unit }));
  const last = out.at(-1);
  // After a cluster the final vowel is heard (Chandra, Shrestha).
  if (
    last &&
    last.vowel === 'inherent' &&
    out.length > 1 &&
    (out.at(-2)!.vowel !== '' || out.at(-2)!.consonant === 'n')
  )
    last.vowel = '';
  for (let at = out.length - 2; at > 0; at--) {
    const here = out[at]!;
    const before = out[at - 1]!;
    const after = out[at + 1]!;
    if (
      here.vowel === 'inherent' &&
      before.vowel !== '' &&
      after.vowel !== '' &&
      after.consonant !== '' &&
      here.consonant !== ''
    ) {
      here.vowel = '';
    }
  }
  return out;
}

function spell(units: readonly Unit[]): string {
  return units.map(({ consonant, vowel }) => consonant + (vowel === 'inherent' ? 'a' : vowel)).join('');
}

/** Second parts of Nepalese and Indian given names, which Latin spelling mostly writes as a word of its own. */
const SECOND_PART = /^(.{2,}?\p{M}*)(बहादुर|प्रसाद|प्रशाद|कुमार|कुमारी|लाल|नारायण|देवी|माया|सिंह|सिंग|शंकर|चन्द्र|कान्त|नाथ)$/u;
/** The English names of letters in Devanagari, as initials and in K.C., B.K., D.C. are written. */
const LETTER_NAMES = new Map(
  'ए=a बी=b सी=c डी=d ई=e एफ=f जी=g एच=h आई=i जे=j के=k एल=l एम=m एन=n ओ=o पी=p क्यू=q आर=r एस=s टी=t यू=u वी=v एक्स=x वाई=y'
    .split(' ')
    .map((row) => [row.slice(0, row.indexOf('=')), row.at(-1)!] as const),
);

/** A Devanagari word in the parts that Latin spelling keeps apart. */
export function indicParts(word: string): readonly string[] {
  const found = SECOND_PART.exec(word);
  return found ? [found[1]!, found[2]!] : [word];
}

/** The Latin letter that a Devanagari word names. */
export function letterNamed(word: string): string | undefined {
  return LETTER_NAMES.get(word);
}
