import { editDistance } from '../../edit-distance.ts';
import {
  type DocumentSource,
  type Field,
  type FieldReading,
  MIN_CONTRADICTING,
  MIN_SAME_NAME,
  type SourceKind,
  UNDOUBTED,
} from './document-source.ts';
import { alignName } from './spelling.ts';
import { likeness } from './transliteration.ts';

/** What two parts of a document say of the fields that both were read well enough for. */
export interface Agreement {
  readonly between: readonly [SourceKind, SourceKind];
  readonly alike: readonly Field[];
  readonly differing: readonly Field[];
}

/** Numbers that differ in more characters are different numbers, unless both were read without doubt. */
const MAX_MISREAD_CHARACTERS = 1;

/** Fields that every source writes alike, so that a difference is a contradiction. */
export const COMPARABLE: readonly Field[] = [
  'documentNumber',
  'dateOfBirth',
  'expiryDate',
  'sex',
  'nationality',
  'country',
  'region',
];
const NAMES: readonly Field[] = ['surname', 'givenNames'];

/** Whether a reading surely says something else than a value. */
export function contradicts(field: Field, value: string, other: FieldReading): boolean {
  if (!isWellRead(other)) return false;
  const misread = other.confidence >= UNDOUBTED ? 0 : MAX_MISREAD_CHARACTERS;
  return differs(field, value, other.value, misread);
}

/** Each pair of parts beside each other. Names differ where they are quite different ones. */
export function agreements(sources: readonly DocumentSource[]): Agreement[] {
  return sources.flatMap((one, place) =>
    sources.slice(place + 1).map((other): Agreement => {
      const both = [...COMPARABLE, ...NAMES].filter((field) => isWellRead(one.fields[field], other.fields[field]));
      const differing = both.filter((field) => saysOther(field, one.fields[field]!, other.fields[field]!));
      const alike = both.filter((field) => !differing.includes(field));
      return { between: [one.kind, other.kind], alike, differing };
    }),
  );
}

function isWellRead(...readings: readonly (FieldReading | undefined)[]): boolean {
  return readings.every((reading) => reading?.sure && reading.confidence >= MIN_CONTRADICTING);
}

function saysOther(field: Field, one: FieldReading, other: FieldReading): boolean {
  if (NAMES.includes(field)) return !isBeginning(one, other) && likeness(one.value, other.value) < MIN_SAME_NAME;
  return contradicts(field, one.value, other) && contradicts(field, other.value, one);
}

/** Whether one name was cut off, and the other goes on from there. */
function isBeginning(one: FieldReading, other: FieldReading): boolean {
  const [cut, whole] = one.truncated ? [one, other] : [other, one];
  return cut.truncated === true && alignName(whole.value, cut.value, true)?.misread === 0;
}

function differs(field: Field, a: string, b: string, misread: number): boolean {
  if (field !== 'documentNumber') return a !== b;
  const [one, other] = [comparableNumber(a), comparableNumber(b)];
  // A card may print more than the zone holds, such as a version after the number.
  if (one.includes(other) || other.includes(one)) return false;
  return editDistance(one, other) > misread;
}

/** Letters and digits alone. Letters that look like digits become those digits. */
function comparableNumber(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('S', '5')
    .replaceAll('B', '8')
    .replaceAll('Z', '2');
}
