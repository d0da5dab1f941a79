import { isGivenName } from './fields/known-names.ts';
import type { DocumentSource, Field, FieldReading } from './fusion/document-source.ts';
import { fuse } from './fusion/fuse.ts';

/**
 * Long sides, in pixels, at which the lines of a card are looked for again; the first look has 960. On 70 drawn
 * licences with something missing, 1920 found no more than these, and lines took four times as long to find as at 1280.
 */
const LONG_SIDES = [1280, 1600];
/** Every licence and identity card of the AAMVA DL/ID Card Design Standard has them, and a name. */
const PRINTED = ['documentNumber', 'dateOfBirth', 'expiryDate', 'address', 'sex'] as const;
const NAMES = ['surname', 'givenNames', 'fullName'] as const;
const COUNTRIES: ReadonlySet<string | null> = new Set(['USA', 'CAN']);
const CARDS: ReadonlySet<string | null> = new Set(['Driver License', 'National ID']);

type Fields = DocumentSource['fields'];
type Look = Pick<DocumentSource, 'fields'>;

/**
 * Whether a card that is laid out as the states of North America do lacks something that all of them have. Given
 * names alone are half of a name: the row of the surname was not found.
 */
export function isLacking(print: DocumentSource): boolean {
  const { extractedData } = fuse([print]);
  const lacks = !isNamed(print.fields) || PRINTED.some((field) => extractedData[field] === null);
  return lacks && COUNTRIES.has(extractedData.country) && CARDS.has(extractedData.documentType);
}

/**
 * What the print of a card says after a second and a third look, `look` being one with so many pixels on the longer
 * side. Larger print parts rows from each other and from the background. What the first look lacks is taken where two
 * looks say the same, and no more say otherwise. Where the second look has nothing of it, there is no third one. `look`
 * gives null where there is no time for it.
 */
export async function withRetries(
  first: DocumentSource,
  look: (longSide: number) => Promise<DocumentSource | null>,
): Promise<DocumentSource> {
  const looks = [first];
  for (const longSide of LONG_SIDES) {
    const again = await look(longSide);
    if (!again) break;
    looks.push(again);
    if (!mayAgree(first, looks)) break;
  }
  return { ...first, fields: agreed(looks) };
}

/** Whether one look has what the first one lacks, so that one more may say the same. */
function mayAgree(first: Look, looks: readonly Look[]): boolean {
  if (!isNamed(first.fields) && looks.some(({ fields }) => isWhole(fields))) return true;
  return PRINTED.some((field) => !first.fields[field] && looks.some(({ fields }) => fields[field]));
}

/** The fields of the first look, and those that it lacks as two looks say them. */
export function agreed(looks: readonly Look[]): Fields {
  const fields: Partial<Record<Field, FieldReading>> = { ...looks[0]?.fields };
  for (const field of PRINTED) {
    const found = fields[field] ? null : mostSaid(looks, [field]);
    if (found) fields[field] = found[field]!;
  }
  const name = isNamed(fields) ? null : mostSaid(looks, NAMES);
  if (!name) return fields;
  for (const part of NAMES) delete fields[part];
  return { ...fields, ...name };
}

/** Whether a whole name was read without doubt. Given names and initials are no whole one. */
function isNamed(fields: Fields): boolean {
  const { fullName } = fuse([{ kind: 'visual', reliable: false, fields }]).extractedData;
  if (fullName === null || isParted(fields)) return fullName !== null;
  return fullName.split(/[\s.,]+/).some((word) => word.length > 1 && !isGivenName(word));
}

/** These parts of the looks as most of them say, two at least, and one without doubt; null where there is a tie. */
function mostSaid(looks: readonly Look[], parts: readonly Field[]): Fields | null {
  const said = new Map<string, Fields[]>();
  for (const { fields } of looks) {
    const own = only(fields, parts);
    const words = wordsOf(own);
    if (words !== '' && (parts !== NAMES || isWhole(own))) said.set(words, [...(said.get(words) ?? []), own]);
  }
  const [best, next] = [...said.values()].sort((one, other) => other.length - one.length);
  if (!best || best.length < 2 || next?.length === best.length) return null;
  return best.find((own) => Object.values(own).every(({ isDoubtful }) => !isDoubtful)) ?? null;
}

function only(fields: Fields, parts: readonly Field[]): Fields {
  return Object.fromEntries(parts.flatMap((part) => (fields[part] ? [[part, fields[part]]] : [])));
}

function isWhole(fields: Fields): boolean {
  return Boolean(fields.fullName) || isParted(fields);
}

function isParted({ surname, givenNames }: Fields): boolean {
  return Boolean(surname && givenNames);
}

/** All words in one order, whichever part of a name they stand in. Small print loses apostrophes and other signs. */
function wordsOf(fields: Fields): string {
  const text = Object.values(fields).map(({ value }) => value.toUpperCase().replace(/['’]/g, ''));
  return text
    .join(' ')
    .split(/[^\p{L}\p{M}\p{N}-]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
}
