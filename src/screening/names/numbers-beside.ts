import { addressFrom } from './address-beside.ts';
import { type DateNumbers, datesIn } from './dates-beside.ts';
import { DIGIT, isNumber, ORDINAL, type QueryWord, wordsOf } from './query-words.ts';
import { isSyllable } from './syllables.ts';
import { type NumberKind, phraseBefore, phraseBehind, RANKS } from './tables/number-words.ts';
import { numberAt } from './tables/numbers.ts';

/** What stands in a query beside the name. */
export interface NumbersBeside {
  /** Ways to read the name without it, the likeliest first. */
  readonly names: readonly string[];
  /** As written, each with the words that introduce it. */
  readonly aside: readonly string[];
  /** What a date among them may be; empty where there is none. */
  readonly births: DateNumbers;
  /** A word says that this is the date of birth. */
  readonly isSaid: boolean;
}

/** Words from one place to another, the last one among them. */
interface Span {
  readonly from: number;
  readonly to: number;
  /** The numbers alone. */
  readonly numbers: readonly [from: number, to: number];
  readonly kinds: ReadonlySet<NumberKind>;
}

/** `ORVANE2`, `1ORVANE`: a word and a number that lost their space. */
const GLUED = /(?<![\p{L}\p{N}])(?:(\p{L}{2,})(\p{N}+)|(\p{N}+)(\p{L}{3,}))(?![\p{L}\p{N}])/gu;
const IBAN = /^[A-Z]{2}\d{2}$/;
/** Kinds that go with their number in an organisation's name too. Plant No 9 is a name. */
const BESIDE_ORGANISATIONS: ReadonlySet<NumberKind> = new Set(['reference', 'amount']);
const NO_DATES: readonly NumberKind[] = ['reference', 'amount', 'age', 'street'];

/**
 * Numbers that stand beside a name and are no part of it: references, dates, amounts, an address behind it. Undefined
 * where there is none, or no name is left. Nobody's name has a number, but a numeral beside a rank or a single name
 * (Pope John II). An organisation's name may have one, so that only words which introduce a number tell.
 */
export function numbersBeside(query: string, isPerson: boolean): NumbersBeside | undefined {
  if (!DIGIT.test(query) && !(isPerson && NUMERAL.test(query))) return undefined;
  const text = withPlainDigits(isPerson ? query.replace(GLUED, apart) : query);
  const lines = swiftLines(text);
  if (lines) return lines;
  const words = wordsOf(text);
  const tail = addressFrom(words, text, isPerson);
  const spans = spansOf(words.slice(0, tail), text, isPerson);
  if (tail < words.length) spans.push(spanOf(tail, words.length - 1, 'street'));
  if (spans.length === 0) return undefined;
  const names = [
    without(
      text,
      words,
      spans.map(({ from, to }) => [from, to] as const),
    ),
  ];
  if (isPerson)
    names.push(
      without(
        text,
        words,
        spans.map((span) => (span.kinds.has('street') ? [span.from, span.to] : span.numbers)),
      ),
    );
  const left = [...new Set(names)].filter((name) => /\p{L}\p{M}*\p{L}|\p{Script=Han}/u.test(name));
  if (left.length === 0) return undefined;
  const dated = birthsOf(spans, words, text);
  return { names: left, aside: spans.map(({ from, to }) => text.slice(words[from]!.start, words[to]!.end)), ...dated };
}

const NUMERAL = /(?:^|\s)(?:[IVX]{2,}|[ivx]{2,})(?=[\s,.)]|$)/;

/** With as many digits as letters it may be a number as well (`AB12`). */
function apart(word: string, letters?: string, digits?: string, digitsFirst?: string, lettersLast?: string): string {
  const [name, number] = [(letters ?? lettersLast)!, (digits ?? digitsFirst)!];
  if (name.length <= number.length) return word;
  return letters === undefined ? `${number} ${name}` : `${name} ${number}`;
}

/** Digits of all scripts as 0 to 9, which changes no place but those of letters beyond the first plane. */
function withPlainDigits(text: string): string {
  return text.replace(/(?=[^\0-\x7f])\p{Nd}/gu, (digit) => String(worthOf(digit.codePointAt(0)!)));
}

/** Unicode puts the digits of a script in a row, from nought on (The Unicode Standard, 4.6). */
function worthOf(code: number): number {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

/** `1/NAME`, also with `2/ADDRESS 4/19761005` behind it: the numbered lines of a payment message (SWIFT, field 50F). */
function swiftLines(text: string): NumbersBeside | undefined {
  if (!/^\s*1\/\s*\p{L}/u.test(text)) return undefined;
  const lines = text.trim().split(/\s+(?=[1-8]\/)/);
  const name = lines.filter((line) => line.startsWith('1/')).map((line) => line.slice(2).trim());
  const born = lines.find((line) => line.startsWith('4/'))?.slice(2) ?? '';
  const aside = lines.filter((line) => !line.startsWith('1/'));
  const births = datesIn(born, true);
  return { names: [name.join(' ')], aside: ['1/', ...aside], births, isSaid: births.length > 0 };
}

function spansOf(words: readonly QueryWord[], text: string, isPerson: boolean): Span[] {
  const texts = words.map((word) => word.text);
  const spans: Span[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!isNumber(words[at]!) && !isAccountHead(words, at) && !(isPerson && isNumeralAside(words, at))) continue;
    const span = spanAround(words, texts, at, text, spans.at(-1)?.to ?? -1);
    at = span.to;
    if (isPerson || [...span.kinds].some((kind) => BESIDE_ORGANISATIONS.has(kind))) spans.push(span);
  }
  return spans;
}

/** `II` and `2nd` behind a name of two words or more, of which none is a rank. */
function isNumeralAside(words: readonly QueryWord[], at: number): boolean {
  const { text, raw } = words[at]!;
  const isRoman = /^[IVX]{2,}$/i.test(raw) && (raw === raw.toUpperCase() || raw === raw.toLowerCase());
  if (!ORDINAL.test(text) && !(isRoman && numberAt(text, undefined) !== undefined && !isSyllable(text))) return false;
  const others = words.filter((word) => !isNumber(word) && word.text !== text);
  return others.length > 1 && !others.some((word) => RANKS.has(word.text));
}

/** The first four signs of an IBAN that is written in groups of four (ISO 13616-1). */
function isAccountHead(words: readonly QueryWord[], at: number): boolean {
  const [second, third] = [words[at + 1]?.raw ?? '', words[at + 2]?.raw ?? ''];
  return IBAN.test(words[at]!.raw) && /^[A-Z0-9]{4}$/.test(second) && /^\d{1,4}$/.test(third);
}

/** A number with those behind it, and all words that introduce or follow it. `least`: where the span before ends. */
function spanAround(
  words: readonly QueryWord[],
  texts: readonly string[],
  at: number,
  text: string,
  least: number,
): Span {
  let to = at;
  while (to + 1 < words.length && goesOn(words, to + 1, text)) to++;
  const numbers = [isMonthBefore(words, texts, at, text) ? at - 1 : at, to] as const;
  const kinds = new Set<NumberKind>();
  let from = numbers[0];
  for (let phrase = phraseBefore(texts, from - 1); phrase; phrase = phraseBefore(texts, from - 1)) {
    if (from - phrase.words.length <= least) break;
    from -= phrase.words.length;
    kinds.add(phrase.kind);
  }
  for (let phrase = phraseBehind(texts, to + 1); phrase; phrase = phraseBehind(texts, to + 1)) {
    to += phrase.words.length;
    kinds.add(phrase.kind);
  }
  if (/^\s*%/.test(text.slice(words[to]!.end))) kinds.add('amount');
  if (/#\s*$/.test(text.slice(0, words[numbers[0]]!.start))) kinds.add('reference');
  return { from, to, numbers, kinds };
}

/** Whether a word goes on with the number before it: another number, a month, letters of a bank account. */
function goesOn(words: readonly QueryWord[], at: number, text: string): boolean {
  const [before, word, next] = [words[at - 1]!, words[at]!, words[at + 1]];
  if (isNumber(word)) return true;
  if (!next || !isNumber(next)) return false;
  const isAccount = IBAN.test(before.raw) && /^[A-Z]{4}$/.test(word.raw);
  return isAccount || datesIn(text.slice(before.start, next.end), false).length > 0;
}

/** `Oct 5, 1976`. */
function isMonthBefore(words: readonly QueryWord[], texts: readonly string[], at: number, text: string): boolean {
  const next = words[at + 1];
  if (at === 0 || !next || !isNumber(next) || /\d/.test(texts[at - 1]!)) return false;
  return (
    datesIn(text.slice(words[at - 1]!.start, next.end), false).length > 0 &&
    datesIn(text.slice(words[at]!.start, next.end), false).length === 0
  );
}

const spanOf = (from: number, to: number, kind: NumberKind): Span => ({
  from,
  to,
  numbers: [from, to],
  kinds: new Set([kind]),
});

/** The text without some of its words, and without the signs that are left of them. */
function without(
  text: string,
  words: readonly QueryWord[],
  spans: readonly (readonly [from: number, to: number])[],
): string {
  let left = '';
  let end = 0;
  for (const [from, to] of spans) {
    left += `${text.slice(end, words[from]!.start)} `;
    end = words[to]!.end;
  }
  return (left + text.slice(end))
    .replace(/[([{][^\p{L}\p{N}]*[)\]}]/gu, ' ')
    .replace(/(?<=[([])[\s,;:.]+|[\s,;:.]+(?=[)\]])/g, '')
    .replace(/\s+[.\-–—:;,/#№%]+(?=\s|$)/gu, ' ')
    .replace(/^[^\p{L}\p{M}\p{N}"'“«([]+|[^\p{L}\p{M}\p{N}"'”».)\]]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The dates of the span that is said to be a date of birth; else of the first that has one. */
function birthsOf(
  spans: readonly Span[],
  words: readonly QueryWord[],
  text: string,
): Pick<NumbersBeside, 'births' | 'isSaid'> {
  const found = spans
    .filter(({ kinds }) => kinds.has('birth') || !NO_DATES.some((kind) => kinds.has(kind)))
    .map(({ numbers: [from, to], kinds }) => {
      const isSaid = kinds.has('birth');
      return { births: datesIn(text.slice(words[from]!.start, words[to]!.end), isSaid), isSaid };
    })
    .filter(({ births }) => births.length > 0);
  return found.find(({ isSaid }) => isSaid) ?? found[0] ?? { births: [], isSaid: false };
}
