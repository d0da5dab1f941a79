import { readTable } from '../../../tables.ts';
import { phoneticKeys } from '../phonetic.ts';
import type { NameToken } from '../types.ts';

interface Form {
  readonly legalForm: string;
  /** Where in a name the words are a legal form: anywhere, not first, last, first or last. */
  readonly position: string;
  readonly words: readonly string[];
}

/** Long words of a form are known by their sound: transliterations of one form differ in every office. */
const MIN_HEARD = 8;
/** How payment messages and registers cut the words of a form: `PUB JNT STK COMP`, `LTD LIAB CO`. */
const CUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stk: 'stock',
    jnt: 'joint',
    jt: 'joint',
    pub: 'public',
    publ: 'public',
    liab: 'liability',
    lia: 'liability',
    lblty: 'liability',
    co: 'company',
    comp: 'company',
    cmpny: 'company',
    compny: 'company',
    cpny: 'company',
    lim: 'limited',
    pvt: 'private',
    priv: 'private',
    prvt: 'private',
    partn: 'partnership',
    ptnrshp: 'partnership',
  }),
);
const inFull = (word: string): string => CUT.get(word) ?? word;
const canonical = (word: string): string => {
  const full = inFull(word);
  return full.length < MIN_HEARD ? full : `~${phoneticKeys(full)[0] ?? full}`;
};

const BY_FIRST_WORD = new Map<string, Form[]>();
const spelt: (readonly string[])[] = [];
for (const [legalForm, position, form] of readTable('names/legal-forms.tsv', ['class', 'position', 'form'])) {
  spelt.push(form.split(' '));
  const words = form.split(' ').map(canonical);
  const known = BY_FIRST_WORD.get(words[0]!) ?? [];
  known.push({ legalForm, position, words });
  BY_FIRST_WORD.set(words[0]!, known);
}
for (const forms of BY_FIRST_WORD.values()) forms.sort((a, b) => b.words.length - a.words.length);
/** By the first letter, which a word that is written short keeps. */
const SPELT = Map.groupBy(spelt, ([first]) => first![0]!);

/**
 * The legal form that begins at token `at`, longest first, and how many tokens it takes. The first token of a name
 * alone is never a legal form.
 */
export function legalFormAt(
  tokens: readonly Pick<NameToken, 'text' | 'variants'>[],
  at: number,
): { readonly legalForm: string; readonly length: number } | undefined {
  if (tokens.length < 2) return undefined;
  const forms = BY_FIRST_WORD.get(canonical(tokens[at]!.text));
  if (forms === undefined) return undefined;
  const found = forms.find(
    ({ position, words }) =>
      words.length < tokens.length &&
      words.every((word, offset) => isWord(tokens[at + offset], word)) &&
      fitsPosition(position, tokens, at, words.length),
  );
  return found && { legalForm: found.legalForm, length: found.words.length };
}

/** Whether a folded word alone is a legal form, wherever it stands. */
export const isLegalForm = (text: string): boolean =>
  BY_FIRST_WORD.get(canonical(text))?.some(({ words }) => words.length === 1) ?? false;

/** Whether letters are a legal form, behind a word or before one, as a row of the table or run together. */
export function isSpeltLegalForm(letters: readonly string[]): boolean {
  const isForm = ({ words }: Form) =>
    words.length === letters.length && words.every((word, at) => word === letters[at]);
  return BY_FIRST_WORD.get(letters[0]!)?.some(isForm) || isLegalForm(letters.join(''));
}

/** Whether folded words are how a legal form begins, the last one whole or cut. */
export function beginsLegalForm(words: readonly string[]): boolean {
  const last = words.length - 1;
  const forms = SPELT.get(words[0]![0]!);
  const begins = (form: readonly string[]) =>
    words.every((word, at) => (at === last ? form[at]?.startsWith(word) : form[at] === inFull(word)));
  return forms?.some(begins) ?? false;
}

function fitsPosition(
  position: string,
  tokens: readonly Pick<NameToken, 'text'>[],
  at: number,
  length: number,
): boolean {
  if (position === 'anywhere') return true;
  if (at === 0) return position === 'first or last';
  return position === 'not first' || at + length === tokens.length || endsInForms(tokens, at + length);
}

const isWord = (token: Pick<NameToken, 'text'> | undefined, word: string): boolean =>
  token !== undefined && (word.startsWith('~') ? canonical(token.text) : inFull(token.text)) === word;

/** Whether only legal forms follow: `Ltd`, `Co Ltd`. */
function endsInForms(tokens: readonly Pick<NameToken, 'text'>[], from: number): boolean {
  return tokens.length - from <= 3 && tokens.slice(from).every((token) => BY_FIRST_WORD.has(canonical(token.text)));
}
