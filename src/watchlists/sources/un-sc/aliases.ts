import type { ListName, NameKind } from '../../../domain/list-entry.ts';
import { abbreviates } from '../../../screening/names/abbreviation.ts';

const LATIN_LETTER = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;
const WRITTEN_KINDS: readonly (readonly [RegExp, NameKind])[] = [
  [/^(?:formerly|previously) (?:listed|known) as$/i, 'former'],
  [/^birth name$/i, 'maiden'],
  [/^(?:combat name|nom de guerre|nickname)$/i, 'nickname'],
];
/** Longer remarks in brackets tell a story (`false identity related to …`) and are no part of the name. */
const MAX_BRACKETED_NAME_LENGTH = 60;
/** At least two letters, none of them Latin, and what stands between them. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}[^\p{Script=Latin}\d;,()]*(?!\p{Script=Latin})[\p{L}\p{M}]/u;
const LISTED_NAME = /^\p{Lu}[\p{L}\p{M}\s'’‘`.-]*$/u;
const UN_REFERENCE = /^[A-Z]{2}[ie]\.\d{3}$/i;

interface AliasKind {
  readonly kind: NameKind;
  readonly weak?: true;
}

/**
 * The names inside one ALIAS_NAME. The list puts several into one element (`A; B`, `A b) C`). It adds the original
 * script in brackets or behind the name, acronyms, and remarks such as `(birth name)` or `, born 1 Jan. 1953`.
 */
export function aliasNames(text: string, described: AliasKind, person: boolean): ListName[] {
  return separate(tidy(text)).flatMap((part) => readOne(part, described, person));
}

/** What an alias's NOTE adds: another kind for the name, or its original script. */
export function notedKind(note: string | undefined): NameKind | undefined {
  return note === undefined ? undefined : writtenKind(note);
}

/**
 * The names that a NOTE gives beside its alias:
 * - the same in another script (`In Arabic: …`);
 * - further spellings (`Abu A; Abu Aa`, also in brackets within a remark);
 * - the meaning of a nickname (`The Tall`).
 */
export function notedNames(note: string | undefined, described: AliasKind): ListName[] {
  if (note === undefined) return [];
  const script = OTHER_SCRIPT.exec(note)?.[0];
  const listed = [note, ...[...note.matchAll(/\(([^()]*)\)/g)].map(([, inside]) => inside!)].find(isListOfNames);
  const meant = /^The \p{Lu}[\p{L}-]+$/u.exec(note.trim())?.[0];
  return [
    ...(script ? [{ full: tidy(script), ...described, kind: 'original' } as const] : []),
    ...(listed ? separate(listed).map((full) => ({ full, ...described })) : []),
    ...(meant ? [{ full: meant, ...described, weak: true as const }] : []),
  ];
}

/** True for `Name A; Name B`, and not for `DOB: 1948; POB: Kidal`. */
function isListOfNames(text: string): boolean {
  return text.includes(';') && text.split(';').every((part) => LISTED_NAME.test(part.trim()));
}

/** `NAME (ABC)` where ABC stands for the name: the two apart. */
function acronym(text: string): { name: string; short: string } | undefined {
  const [, name, short] = /^(.+?)\s*\(([A-Z][A-Z0-9/&-]{1,11}(?: CO\.?)?)\)$/.exec(text) ?? [];
  if (!name || !short) return undefined;
  return abbreviates(short.replace(/ CO\.?$/, ''), name) ? { name, short } : undefined;
}

/** True for text with letters, none of them Latin. */
function isOtherScript(text: string): boolean {
  return LETTER.test(text) && !LATIN_LETTER.test(text);
}

/** White space folded, quotes around the whole and stray punctuation at the end taken off. */
export function tidy(text: string): string {
  const folded = text.replace(/\s+/g, ' ').trim();
  const bare = folded.replace(/[\s,;:]+$/, '').replace(/^[\s,;:)]+/, '');
  const quoted = /^["“”«']([^"“”«»]+)["“”»']$/.exec(bare)?.[1];
  return quoted?.trim() ?? bare;
}

/** `Family, Given` as an alias of a person, in natural order with its parts. */
function reordered(text: string): Pick<ListName, 'full' | 'parts'> {
  const [, family, given] = /^([^,()]+),\s*([^,()]+)$/.exec(text) ?? [];
  if (!family || !given || /^(?:[IVX]+|jr|sr)\.?$/i.test(given.trim())) return { full: text };
  return { full: `${given.trim()} ${family.trim()}`, parts: { given: given.trim(), family: family.trim() } };
}

function writtenKind(remark: string): NameKind | undefined {
  return WRITTEN_KINDS.find(([pattern]) => pattern.test(remark.trim()))?.[1];
}

/** Splits at `;`, enumerators and `a.k.a.` outside of brackets. */
function separate(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of text.replace(/(^|\s)[a-z]\)\s/g, '$1; ').replace(/[\s,]a\.?k\.?a\.?:?\s/gi, '; ')) {
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    if (character === ';' && depth === 0) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  parts.push(current);
  return parts.map(tidy).filter((part) => LETTER.test(part) || /\d/.test(part));
}

function readOne(written: string, described: AliasKind, person: boolean): ListName[] {
  const text = tidy(written.replace(/,\s*born\b.*$/i, ''));
  const bracketed = lastBracket(text);
  if (bracketed) return readBracketed(text, bracketed, described, person);
  const [latin, other] = scriptsApart(text);
  if (other) return [...readOne(latin, described, person), { full: tidy(other), ...described, kind: 'original' }];
  if (isOtherScript(text)) return [{ full: text, ...described, kind: 'original' }];
  return text ? [{ ...(person ? reordered(text) : { full: text }), ...described }] : [];
}

/** A Latin name, and what follows it in another script where that is the rest of the text. */
function scriptsApart(text: string): [latin: string, other: string | undefined] {
  const last = [...text.matchAll(/\p{Script=Latin}/gu)].at(-1)?.index ?? -1;
  const gap = text.indexOf(' ', last);
  const other = last < 0 || gap < 0 ? '' : text.slice(gap + 1);
  const startsLatin = LATIN_LETTER.test(LETTER.exec(text)?.[0] ?? '');
  return startsLatin && isOtherScript(other) ? [text.slice(0, gap), other] : [text, undefined];
}

function readBracketed(
  text: string,
  { outside, inside }: { outside: string; inside: string },
  described: AliasKind,
  person: boolean,
): ListName[] {
  const kind = writtenKind(inside);
  if (kind) return readOne(outside, { ...described, kind }, person);
  const short = acronym(text);
  if (short) {
    return [
      { full: short.name, ...described },
      { full: short.short, ...described, kind: 'acronym' },
    ];
  }
  if (/original script\s*:/i.test(inside)) {
    return [...readOne(outside, described, person), ...notedNames(inside, described)];
  }
  const otherScripts = isOtherScript(outside) !== isOtherScript(inside);
  if (inside.includes(';') || otherScripts) {
    const names = inside.replaceAll('(original script)', '').replace(/ - [a-z -]+$/, '');
    return [...readOne(outside, described, person), ...aliasNames(names, described, person)];
  }
  if (inside.length > MAX_BRACKETED_NAME_LENGTH || UN_REFERENCE.test(inside))
    return readOne(outside, described, person);
  return [{ full: text, ...described }];
}

/** The bracket that closes at the end of the text, with what stands before it. */
function lastBracket(text: string): { outside: string; inside: string } | undefined {
  if (!text.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at--) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth === 0) {
      const outside = tidy(text.slice(0, at));
      return outside ? { outside, inside: tidy(text.slice(at + 1, -1)) } : undefined;
    }
  }
  return undefined;
}
