const WORD = /^\p{L}{4,}:?$/iu;
const LABEL_END = /(?:^|\W)(?:number|no\.):?$/i;
const DIGIT = /\d/;
/** So short a word may be a number's series: `SE 012820`. */
const MAX_SERIES = 3;

/**
 * A document's number without the words in front of it, as in `Afghan passport number SE 012820`. It removes words that
 * end in `number` or `no.`, longer words, and remarks in brackets, as long as a number follows. It looks at each word
 * once.
 */
export function withoutWordsBefore(text: string): string {
  const words = text.split(' ');
  const closing = closingBrackets(words);
  /** Whether everything before a word may go. */
  const free = words.map((_, place) => place === 0 || LABEL_END.test(words[place - 1]!));
  let start = 0;
  for (const [place, word] of words.entries()) {
    if (!free[place]) continue;
    if (place > 0 && isNumber(word, words[place + 1])) start = place;
    if (WORD.test(word) && place + 1 < words.length) free[place + 1] = true;
    const end = word.startsWith('(') ? closing[place]! : -1;
    if (end >= 0 && end + 1 < words.length && words[end]!.indexOf(')') === words[end]!.length - 1) free[end + 1] = true;
  }
  return words.slice(start).join(' ');
}

function isNumber(word: string, next: string | undefined): boolean {
  return DIGIT.test(word) || (word.length <= MAX_SERIES && next !== undefined && DIGIT.test(next));
}

/** Of each word the place of the first from there on that has a closing bracket, -1 where none has. */
function closingBrackets(words: readonly string[]): number[] {
  const places: number[] = [];
  let next = -1;
  for (let place = words.length - 1; place >= 0; place--) {
    if (words[place]!.includes(')')) next = place;
    places[place] = next;
  }
  return places;
}
