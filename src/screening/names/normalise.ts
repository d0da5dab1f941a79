/** Letters that look like a Latin letter; used to see through words that mix scripts. */
const CYRILLIC_LOOKALIKES = pairs(
  'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm тt вb нh пn АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԚQ ԜW',
);
const GREEK_LOOKALIKES = pairs('αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX');
const TO_CYRILLIC = reversed('кk кĸ аa еe оo рp сc уy хx іi јj ѕs һh АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS');
const TO_GREEK = reversed('αa οo νv ιi κk ρp υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX');

const MIXED = /\p{Script=Latin}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const GREEK = /\p{Script=Greek}/u;

/**
 * Text as names are compared: NFKC, which unifies full-width letters, ligatures and Arabic presentation forms.
 * It removes control, formatting, bidirectional and zero-width characters. Apostrophes, hyphens and spaces become one
 * kind each. Case stays. A lone surrogate becomes U+FFFD, so that no input can make a later step fail.
 */
export function normaliseText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return (
    text
      .toWellFormed()
      .normalize('NFKC')
      // U+200C (zero-width non-joiner) separates the parts of a Persian compound, but both spellings are usual: joined.
      .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
      .replace(/[\p{Cc}\p{Z}\ufffd]/gu, ' ')
      .replace(/[’‘‛ʼʻʾʿˈ`´′ʹ＇׳ˊˋꞌ]/g, "'")
      .replace(/[“”„‟″״«»]/g, '"')
      .replace(/[‐‑‒–—―−﹘﹣－־]/g, '-')
      .normalize('NFC')
  );
}

/** A word that mixes look-alike letters of two scripts, written in the one script it was meant in. */
export function unmixScripts(word: string): string {
  if (!MIXED.test(word)) return word;
  if (CYRILLIC.test(word)) return unmix(word, CYRILLIC, CYRILLIC_LOOKALIKES, TO_CYRILLIC);
  if (GREEK.test(word)) return unmix(word, GREEK, GREEK_LOOKALIKES, TO_GREEK);
  return word;
}

function unmix(
  word: string,
  foreign: RegExp,
  toLatin: ReadonlyMap<string, string>,
  fromLatin: ReadonlyMap<string, string>,
): string {
  let asLatin = '';
  let asForeign = '';
  let latinWorks = true;
  let foreignWorks = true;
  let foreignLetters = 0;
  let latinLetters = 0;
  for (const letter of word) {
    if (foreign.test(letter)) {
      foreignLetters++;
      latinWorks &&= toLatin.has(letter);
      asLatin += toLatin.get(letter) ?? letter;
      asForeign += letter;
    } else {
      if (MIXED.test(letter)) {
        latinLetters++;
        foreignWorks &&= fromLatin.has(letter);
      }
      asLatin += letter;
      asForeign += fromLatin.get(letter) ?? letter;
    }
  }
  if (foreignWorks && (!latinWorks || foreignLetters > latinLetters)) return asForeign;
  return latinWorks ? asLatin : word;
}

function pairs(table: string): Map<string, string> {
  return new Map(table.split(' ').map((pair) => [pair[0]!, pair[1]!]));
}

function reversed(table: string): Map<string, string> {
  return new Map(table.split(' ').map((pair) => [pair[1]!, pair[0]!]));
}
