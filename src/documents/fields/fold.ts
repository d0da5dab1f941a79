/** A text reduced to what recognition keeps of it: capital letters without diacritics and digits; spaces and points come and go. */
export interface Folded {
  readonly key: string;
  /** For each character of the key, where it stands in the text. */
  readonly at: readonly number[];
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'SS',
  ẞ: 'SS',
  Ø: 'O',
  Ł: 'L',
  Æ: 'AE',
  Œ: 'OE',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ħ: 'H',
  ı: 'I',
  İ: 'I',
  Ə: 'E',
};

/** Letters that recognition takes for one another in small print. */
const ALIKE = ['0ODQ', '1ILJT', '8B', '5S', '6G', '2Z', 'EF', 'UV', 'CG', 'RK', 'MN', 'PF', 'HN', 'AR', 'CO'];
const ALIKE_COST = 0.5;
const ALIKE_PAIRS = new Set(
  ALIKE.flatMap((group) => [...group].flatMap((a) => [...group].filter((b) => b !== a).map((b) => a + b))),
);

export function fold(text: string): Folded {
  let key = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!;
    const plain = LETTERS[letter.toUpperCase()] ?? LETTERS[letter] ?? letter.normalize('NFD').toUpperCase();
    for (const one of plain) {
      if (!/[A-Z0-9\u0391-\u03a9]/.test(one)) continue;
      key += one;
      at.push(index);
    }
  }
  return { key, at };
}

export function folded(text: string): string {
  return fold(text).key;
}

/** How much of a label of that many letters may be misread. */
export function tolerance(length: number): number {
  if (length < 4) return 0;
  if (length < 6) return 0.5;
  return Math.min(4, length * 0.2);
}

export interface Match {
  /** Characters of the key that the words cover, from its start. */
  readonly length: number;
  /** Misread characters, those that look alike counted half. */
  readonly errors: number;
}

/** The beginning of a key that is these words but for `most` misread characters; null where there is none. */
export function startsAlike(key: string, words: string, most: number): Match | null {
  if (most === 0) return key.startsWith(words) ? { length: words.length, errors: 0 } : null;
  const band = Math.ceil(most);
  if (key.length < words.length - band) return null;
  const columns = Math.min(key.length, words.length + band);
  let row = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let i = 1; i <= words.length; i++) {
    const next = new Array<number>(columns + 1).fill(Number.POSITIVE_INFINITY);
    next[0] = i;
    let least = i;
    for (let j = Math.max(1, i - band); j <= Math.min(columns, i + band); j++) {
      const best = Math.min(row[j - 1]! + cost(words[i - 1]!, key[j - 1]!), row[j]! + 1, next[j - 1]! + 1);
      next[j] = best;
      least = Math.min(least, best);
    }
    if (least > most) return null;
    row = next;
  }
  let length = words.length <= columns ? words.length : columns;
  for (let j = 0; j <= columns; j++) if (row[j]! < row[length]!) length = j;
  const errors = row[length]!;
  return errors <= most ? { length, errors } : null;
}

/** The same from the end: the end of a key that is these words. */
export function endsAlike(key: string, words: string, most: number): Match | null {
  return startsAlike(reversed(key), reversed(words), most);
}

/** Misread characters between a whole key and words, infinite where there are more than `most`. */
export function unlikeness(key: string, words: string, most: number): number {
  if (Math.abs(key.length - words.length) > most) return Number.POSITIVE_INFINITY;
  const match = startsAlike(key, words, most);
  if (!match) return Number.POSITIVE_INFINITY;
  const errors = match.errors + key.length - match.length;
  return errors <= most ? errors : Number.POSITIVE_INFINITY;
}

function cost(a: string, b: string): number {
  if (a === b) return 0;
  return ALIKE_PAIRS.has(a + b) ? ALIKE_COST : 1;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
