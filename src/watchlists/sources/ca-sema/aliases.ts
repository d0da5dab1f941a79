import type { NameKind } from '../../../domain/list-entry.ts';
import { tidy } from '../../entries/values.ts';

export interface Alias {
  readonly full: string;
  readonly kind: NameKind;
  readonly weak?: boolean;
  readonly language?: string;
}

/** The person's own name: a lone word among the aliases is mostly another spelling of one of its parts. */
export interface PersonName {
  readonly given: string;
  readonly family: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  arabic: 'ar',
  belarusian: 'be',
  belarussian: 'be',
  farsi: 'fa',
  persian: 'fa',
  russian: 'ru',
  ukrainian: 'uk',
};

/** What stands behind a comma without being a name of its own. */
const LEGAL_FORM =
  /^(ltd|limited|inc|llc|llp|plc|jsc|pjsc|ojsc|cjsc|co|corp|s\.?a|ooo|oao|ao|zao|pao|ооо|оао|ао|зао|пао|некоммерческое партн[её]рство)\.?$/iu;

const LABEL = new RegExp(`^\\(?\\s*(${Object.keys(LANGUAGES).join('|')})\\s*:\\s*`, 'i');
const LABEL_INSIDE = new RegExp(`\\s+(?=(${Object.keys(LANGUAGES).join('|')})\\s*:)`, 'gi');

/**
 * Divides the cell `Aliases`. Semicolons and commas part the names; so do slashes and "or", between whole names or
 * between two spellings of a word within one. `Russian:` before a name gives its language.
 */
export function readAliases(text: string, person: PersonName | undefined): Alias[] {
  let language: string | undefined;
  return parted(text.replace(LABEL_INSIDE, '; '), person !== undefined).flatMap((part) => {
    const label = LABEL.exec(part);
    if (label) language = LANGUAGES[label[1]!.toLowerCase()];
    const names = alternatives(part.slice(label?.[0].length ?? 0), person !== undefined);
    return names.flatMap((name) => aliasOf(cleaned(name), person, language) ?? []);
  });
}

/** At semicolons, and at the commas that part names. */
function parted(text: string, isPerson: boolean): string[] {
  return text.split(';').flatMap((part) => {
    const pieces = part.split(/,(?![^(]*\))/).map((piece) => piece.trim());
    const [family = '', forenames = ''] = pieces;
    const turned = isPerson && pieces.length === 2 && wordsOf(family).length === 1 && wordsOf(forenames).length === 2;
    // `Иванов, Пётр Петрович` is one name, its family name first; in Latin letters the cells write two aliases so.
    return turned && mostlyForeign(part) ? [`${forenames} ${family}`] : joined(pieces, isPerson);
  });
}

/** A legal form, and in names of organisations what goes on in small letters, belongs to the piece before the comma. */
function joined(pieces: readonly string[], isPerson: boolean): string[] {
  const names: string[] = [];
  for (const piece of pieces) {
    const goesOn = LEGAL_FORM.test(piece) || (!isPerson && /^\p{Ll}/u.test(piece) && !/^or\s/.test(piece));
    if (goesOn && names.length > 0) names.push(`${names.pop()}, ${piece}`);
    else if (piece) names.push(piece.replace(/^(or|also)\s+/i, ''));
  }
  return names;
}

function alternatives(part: string, isPerson: boolean): string[] {
  const at = /\s+or\s+|\s*\/\s*(?![^(]*\))/i.exec(part);
  if (!at) return [part];
  const before = part.slice(0, at.index);
  const after = part.slice(at.index + at[0].length);
  const left = wordsOf(before);
  const right = wordsOf(after);
  if (!isPerson || areWholeNames(left, right, at[0].includes('/'))) return [before, ...alternatives(after, isPerson)];
  // Two spellings of one word: the words before it and behind it belong to both.
  const first = [...left, ...right.slice(1)].join(' ');
  const second = [...left.slice(0, -1), ...right].join(' ');
  return [...alternatives(first, isPerson), ...alternatives(second, isPerson)];
}

function areWholeNames(left: readonly string[], right: readonly string[], slash: boolean): boolean {
  if (left.length < 2 || right.length < 2) return false;
  return slash || alike(left[0]!, right[0]!);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** More letters of another script than Latin ones: Cyrillic cells have a Latin `i` here and there. */
function mostlyForeign(text: string): boolean {
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return (text.match(/\p{L}/gu)?.length ?? 0) > 2 * latin;
}

/** Without "AKA", quotes around the whole, and brackets that have no counterpart. */
function cleaned(text: string): string {
  const bare = text.replace(/\bAKA\b\.?/g, '').trim();
  const unquoted = bare.replace(/^["“«](.*)["”»]$/u, '$1');
  const balanced = unquoted.split('(').length === unquoted.split(')').length ? unquoted : unquoted.replace(/[()]/g, '');
  return tidy(balanced) ?? '';
}

function aliasOf(name: string, person: PersonName | undefined, language: string | undefined): Alias | undefined {
  if (!/\p{L}{2}/u.test(name)) return undefined;
  if (mostlyForeign(name)) {
    const lone = person !== undefined && wordsOf(name).length === 1;
    return { full: name, kind: 'original', weak: lone, ...(language && { language }) };
  }
  if (!person || wordsOf(name).length > 1) return { full: name, kind: 'alias' };
  return loneWord(name, person);
}

/** A lone Latin word stands for the part of the name that it resembles; one that resembles neither is a by-name. */
function loneWord(word: string, { given, family }: PersonName): Alias {
  const [first = '', ...rest] = wordsOf(given);
  const toFamily = likeness(word, family);
  const toGiven = likeness(word, first);
  if (Math.max(toFamily, toGiven) < ALIKE) return { full: word, kind: 'nickname', weak: true };
  const full = toFamily >= toGiven ? [given, word] : [word, ...rest, family];
  return { full: full.filter(Boolean).join(' '), kind: 'spelling' };
}

/** Spellings of one word share most letter pairs. 0.4 joins Yevgeny and Evgeni, and separates Batya and Boris. */
const ALIKE = 0.4;

const alike = (a: string, b: string): boolean => likeness(a, b) >= ALIKE;

/** Dice coefficient of the pairs of neighbouring letters, 0 to 1. */
function likeness(a: string, b: string): number {
  const [left, right] = [pairs(a), pairs(b)];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size);
}

function pairs(word: string): Set<string> {
  const letters = [...word.toLowerCase().replace(/[^\p{L}]/gu, '')];
  return new Set(letters.slice(1).map((letter, index) => letters[index]! + letter));
}
