/**
 * Letters that the machine-readable zone writes otherwise (ICAO Doc 9303 part 3 §6, table A): each with every usual form
 * in A-Z. Other letters lose their diacritics.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A', 'AXX'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  ı: ['I'],
  Ĳ: ['IJ'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O', 'OXX'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'U', 'UXX', 'UX'],
  Ŋ: ['N'],
  Ə: ['A', 'E'],
};

/** More spellings than this come from no name that is printed on a card. */
const MOST_SPELLINGS = 256;
const MOST_COMPARED_SPELLINGS = 24;
/** Names on cards end at 40 (AAMVA DL/ID 2020 table D.3). */
const MOST_COMPARED_LETTERS = 80;
/** Fewer letters are the beginning of too many names. */
const LEAST_BEGINNING = 3;
/** Of shorter words another letter makes other names. */
const LEAST_MISREAD = 4;

/** Every way in which the machine-readable zone may write a printed name: capitals A-Z, words apart by one space. */
export function machineSpellings(printed: string): Set<string> {
  let spellings = [''];
  for (const letter of prepared(printed)) {
    const forms = FORMS[letter] ?? [letter.normalize('NFD').replace(/[^A-Z ]/g, '')];
    const grown = spellings.flatMap((start) => forms.map((form) => start + form));
    spellings = grown.length <= MOST_SPELLINGS ? grown : spellings.map((start) => start + forms[0]!);
  }
  return new Set(spellings.map((spelling) => spelling.replace(/ +/g, ' ').trim()));
}

/** The letters of a name as they are compared: composed capitals; apostrophes go, hyphens and all else separate words. */
function prepared(printed: string): string {
  return printed
    .normalize('NFC')
    .replaceAll('ß', 'ẞ')
    .toLocaleUpperCase('en')
    .replace(/['’ʼ`´]/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** True where a printed name is what the machine-readable zone says, or starts with it where that was cut off. */
export function agrees(printed: string, machine: string, truncated: boolean): boolean {
  const spellings = machineSpellings(printed);
  const wanted = prepared(machine);
  return [...spellings].some((spelling) => spelling === wanted || (truncated && spelling.startsWith(wanted)));
}

/**
 * A name that the zone may have cut off, gone on with as it is printed, or as the zone has it where the print says no
 * more; null where the print says another name. Readers of print lose diacritics, which the zone spells out, and at times a letter
 * with its mark: up to the cut letters count alike without them.
 */
export function completed(printed: string, machine: string): string | null {
  return completedByLetters(printed, machine) ?? completedByWords(printed, machine);
}

/** Words may be parted otherwise in print. */
function completedByLetters(printed: string, machine: string): string | null {
  const wanted = unmarked(machine);
  const words = prepared(printed).split(' ');
  let seen = '';
  for (const [at, word] of words.entries()) {
    seen += unmarked(word);
    if (seen.length < wanted.length) continue;
    if (wanted.length < LEAST_BEGINNING || !seen.startsWith(wanted)) return null;
    const before = machine.split(' ').slice(0, -1);
    const aligned = unmarked(before.join(' ')) === seen.slice(0, seen.length - unmarked(word).length);
    const known = seen === wanted ? [machine] : aligned ? [...before, word] : words.slice(0, at + 1);
    return [...known, ...words.slice(at + 1)].join(' ');
  }
  return null;
}

/**
 * The words of a name as they are printed, those of the zone where the print lost a mark that the zone spells out (HAAKON beside
 * Hakon); null where the print says another name.
 */
export function spelledByWords(printed: string, machine: string): string | null {
  const words = printed.trim().split(/[\s-]+/);
  const known = machine.split(' ');
  if (words.length !== known.length || words.some((word, at) => unmarked(word) !== unmarked(known[at]!))) return null;
  const small = /\p{Ll}/u.test(printed);
  const spelled = words.map((word, at) => {
    if (agrees(word, known[at]!, false)) return word;
    return small ? known[at]![0]! + known[at]!.slice(1).toLowerCase() : known[at]!;
  });
  return spelled.join(' ');
}

/** Words of which the print lost a letter, but not of all. */
function completedByWords(printed: string, machine: string): string | null {
  const known = machine.split(' ');
  const words = prepared(printed).split(' ');
  const last = known.length - 1;
  const pairs = known.map((word, at) => [unmarked(words[at] ?? ''), unmarked(word)] as const);
  const goesOn = ([print, zone]: readonly [string, string]) => zone.length >= LEAST_BEGINNING && print.startsWith(zone);
  const agree = pairs.every(
    (pair, at) => editDistance(...pair) <= (pair[1].length >= LEAST_MISREAD ? 1 : 0) || (at === last && goesOn(pair)),
  );
  if (!agree || !pairs.some((pair, at) => pair[0] === pair[1] || (at === last && goesOn(pair)))) return null;
  const end = goesOn(pairs[last]!) ? words[last]! : known[last]!;
  return [...known.slice(0, -1), end, ...words.slice(known.length)].join(' ');
}

/** A-Z without what stands for marks: O for Ö, OE and O alike. */
function unmarked(name: string): string {
  const letters = [...prepared(name)].map((letter) => FORMS[letter]?.[0] ?? letter.normalize('NFD')).join('');
  return letters
    .replace(/[^A-Z]/g, '')
    .replace(/([AOU])E/g, '$1')
    .replace(/(.)\1/g, '$1');
}

/** A barcode may hold names of any length and spelling: comparing all of them would take seconds. */
function spellingsCompared(name: string): string[] {
  return [...machineSpellings(name.slice(0, MOST_COMPARED_LETTERS))].slice(0, MOST_COMPARED_SPELLINGS);
}

/** From 0 (nothing in common) to 1 (the same letters), over any spelling. */
export function likeness(a: string, b: string): number {
  let best = 0;
  for (const one of spellingsCompared(a)) {
    for (const other of spellingsCompared(b)) {
      const longest = Math.max(one.length, other.length);
      if (longest > 0) best = Math.max(best, 1 - editDistance(one, other) / longest);
    }
  }
  return best;
}

/** Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
