import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MIN_PASSWORD } from '../domain/user.ts';
import { TouchstoneError } from '../errors.ts';

const MAX_PASSWORD = 200;
const PRODUCT = 'touchstone';
/** 49,233 passwords that people chose and others published: the package is data, of which this file alone is read. */
const COMMON = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
/** What stands beside a common word or the person's own address has to be this long to count as a password. */
const MIN_REST = 8;
/** Shorter words than this are left in place: they stand in passwords by chance. */
const MIN_WORD = 4;
const KEYBOARD = ['1234567890', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm'];
const MAX_SEQUENCE = 0.75;
/** Signs that people put in place of letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Codes of the sentences, which the dashboard has in other languages too. */
type Rule = 'password-short' | 'password-long' | 'password-common' | 'password-pattern' | 'password-personal';

const SENTENCES: Readonly<Record<Rule, string>> = {
  'password-short': `A password needs at least ${MIN_PASSWORD} characters.`,
  'password-long': `A password may have at most ${MAX_PASSWORD} characters.`,
  'password-common': 'Many people use this password or the word in it. Choose a few words that do not belong together.',
  'password-pattern':
    'This password repeats a few characters or follows the keyboard or the alphabet. Choose a few words.',
  'password-personal': 'This password is little more than your email address or the name of this product.',
};

/** A password that nobody may choose. The code is `validation`, and `rule` says why. */
export class PasswordRefused extends TouchstoneError {
  readonly rule: Rule;

  constructor(rule: Rule) {
    super('validation', SENTENCES[rule]);
    this.rule = rule;
  }
}

/**
 * Refuses a password that is too short or too long, that many people use, or that is little more than the address.
 * Throws PasswordRefused. The rules are those of NIST SP 800-63B-4 §3.1.1.2.
 */
export async function checkPassword(password: string, email: string): Promise<void> {
  const length = [...password].length;
  if (length < MIN_PASSWORD) throw new PasswordRefused('password-short');
  if (length > MAX_PASSWORD) throw new PasswordRefused('password-long');
  const folded = fold(password);
  if (isPattern(folded)) throw new PasswordRefused('password-pattern');
  const rest = withoutOwnWords(folded, email);
  if (rest !== folded && tooLittle(rest)) throw new PasswordRefused('password-personal');
  const common = await readFile(COMMON, 'utf8');
  for (const text of new Set([folded, rest])) {
    if (formsOf(text).some((form) => common.includes(JSON.stringify(form)))) {
      throw new PasswordRefused('password-common');
    }
  }
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** What a list of common passwords would have in its place. */
function formsOf(text: string): string[] {
  const unit = text.slice(0, period(text));
  const forms = [text, unit];
  // One word with digits and signs around it, as rules for passwords made people write them.
  const word = fromLetterToLetter(text);
  if (word.length >= MIN_WORD && text.length - word.length < MIN_REST) forms.push(word);
  return forms.flatMap((form) => [form, plain(form), plain(form.replaceAll('1', 'l'))]);
}

function fromLetterToLetter(text: string): string {
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const characters = [...text];
  return characters.slice(Math.max(0, characters.findIndex(isLetter)), characters.findLastIndex(isLetter) + 1).join('');
}

function plain(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!);
}

function withoutOwnWords(folded: string, email: string): string {
  const address = fold(email);
  const words = [address, ...address.split(/[^\p{L}\p{N}]+/u), PRODUCT].filter((word) => word.length >= MIN_WORD);
  let rest = folded;
  for (const word of words) rest = rest.replaceAll(word, '').trim();
  return rest;
}

function tooLittle(rest: string): boolean {
  return rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_REST;
}

/** A short piece over and over, or mostly neighbours on the keyboard, in the alphabet or in counting. */
function isPattern(text: string): boolean {
  if (period(text) <= MIN_WORD) return true;
  const steps = [...text].filter((character, index, all) => index > 0 && follows(all[index - 1]!, character)).length;
  return steps / ([...text].length - 1) >= MAX_SEQUENCE;
}

function follows(one: string, other: string): boolean {
  if (Math.abs(one.codePointAt(0)! - other.codePointAt(0)!) <= 1) return true;
  return KEYBOARD.some((row) => row.includes(one + other) || row.includes(other + one));
}

/** Of how many characters the text is a repetition, the last time perhaps not to its end; its length where of none. */
function period(text: string): number {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return length;
  }
  return text.length;
}
