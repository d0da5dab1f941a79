import type { EntryKind, ListName, NameKind, NameParts } from '../../../domain/list-entry.ts';

const BIDI_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SUFFIX = /,?\s+((?:Jr|Sr)\.?|I{2,3}|IV)$/i;
/** Scripts that put the family name first and write names without spaces. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** How an alias is filed: its kind, and whether OFAC calls it weak. */
export interface Filing {
  readonly kind: NameKind;
  readonly weak?: true;
}

/** A name's parts by OFAC's name part types, each as written. */
interface WrittenParts {
  readonly first?: string;
  readonly middle?: string;
  readonly patronymic?: string;
  readonly last?: string;
  readonly matronymic?: string;
}

/** `FAMILY, Given` of a person in natural order with its parts; any other name as written. */
export function filedName(text: string, kind: EntryKind, filing: Filing): ListName {
  const written = clean(text);
  const comma = written.indexOf(',');
  if (kind !== 'person' || comma < 1 || comma === written.length - 1) return { full: written, ...filing };
  return personName({ last: written.slice(0, comma).trim(), first: written.slice(comma + 1).trim() }, filing);
}

/** A person's name in natural order from its parts; `Jr.` and the like stand at the end. */
export function personName(parts: WrittenParts, filing: Filing): ListName {
  const suffix = SUFFIX.exec(` ${parts.first ?? ''}`)?.[1] ?? '';
  const first = ` ${parts.first ?? ''}`.replace(SUFFIX, '').trim();
  const family = join(' ', parts.last, parts.matronymic);
  const given = join(' ', first, parts.middle, parts.patronymic);
  const together = join(' ', family, given);
  const full = FAMILY_FIRST.test(together) ? join('', family, given) : join(' ', given, family, suffix);
  const told: NameParts = {
    ...(first ? { given: first } : {}),
    ...(parts.middle ? { middle: parts.middle } : {}),
    ...(parts.patronymic ? { patronymic: parts.patronymic } : {}),
    ...(family ? { family } : {}),
  };
  return first && family ? { full, ...filing, parts: told } : { full, ...filing };
}

/** `a.k.a.`, `aka`, `A.K.A.`, `fka`… as OFAC's formats write the type of an alias. */
export function aliasKind(type: string | undefined): NameKind {
  return /^f\.?k\.?a/i.test(type ?? '') ? 'former' : 'alias';
}

/** Individual, Entity, Vessel or Aircraft in any of the spellings. */
export function entryKind(type: string | undefined): EntryKind {
  switch (type?.toLowerCase()) {
    case 'individual':
      return 'person';
    case 'vessel':
      return 'vessel';
    case 'aircraft':
      return 'aircraft';
    default:
      return 'organization';
  }
}

/** White space folded, marks of writing direction taken out. */
export function clean(text: string): string {
  return text.replace(BIDI_MARKS, '').replace(/\s+/g, ' ').trim();
}

function join(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(separator);
}
