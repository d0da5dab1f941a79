import type { ExtractedData } from '../../domain/verification.ts';
import { type Spelled, spelledAs } from './spelling.ts';
import { editDistance, likeness } from './transliteration.ts';

/** What parts of a document can say. Names come in parts where the part of the document keeps them apart. */
export type Field =
  | 'documentType'
  | 'documentNumber'
  | 'surname'
  | 'givenNames'
  | 'fullName'
  | 'dateOfBirth'
  | 'expiryDate'
  | 'country'
  | 'region'
  | 'address'
  | 'nationality'
  | 'sex';

export interface Testimony {
  readonly value: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** False where a check digit over it does not hold, or a rule had to guess. */
  readonly sure: boolean;
  /** The name may go on where the zone ended. */
  readonly truncated?: boolean;
}

export type Source = 'mrz' | 'barcode' | 'visual';

/** One part of the document with everything it says. */
export interface Witness {
  readonly source: Source;
  /** What the part can be trusted with as a whole: a valid machine-readable zone, a decoded barcode. */
  readonly reliable: boolean;
  /** There is print beside the zone: a name that was cut off stands there whole, however badly it was read. */
  readonly isPrinted?: boolean;
  readonly fields: Partial<Record<Field, Testimony>>;
}

export interface Fused {
  readonly extractedData: ExtractedData;
  /** Which part each field was taken from. */
  readonly origins: Partial<Record<Field, Source>>;
  /** Fields on which parts of the document disagree beyond what misreading explains. */
  readonly conflicts: readonly Field[];
  /** Fields that were read, but not surely. */
  readonly doubtful: readonly Field[];
}

/** A weak witness contradicts nobody. */
const CONTRADICTING = 0.85;
/** Diacritics and a name's end are taken from letters that were read well. */
const SPELLING = 0.65;
/** What the zone does not hold, no second witness confirms: a name goes on only in print that was read well. */
const EXTENDING = 0.85;
/** Names less alike than this are different names, not one name misread. */
const OTHER_NAME = 0.5;
/** Numbers that differ in more characters than this are different numbers, where the print was read without any doubt in any. */
const MISREAD_CHARACTERS = 1;
/**
 * In 450 numbers and names of drawn documents and photographs that were read with this and more, no letter or digit differed from a valid zone
 * but where the documents themselves say another (a misread one had 0.96).
 */
export const UNDOUBTED = 0.97;

/** A misread name has fewer letters too many than this. */
const LONGER = 2;

const CHECKED: readonly Field[] = [
  'documentNumber',
  'dateOfBirth',
  'expiryDate',
  'sex',
  'nationality',
  'country',
  'region',
];

/**
 * Weighs the parts of a document: a machine-readable zone whose check digits hold goes before a barcode, that before
 * the visual zone, and that before a zone that does not hold. Where only a doubtful reading is left, it is given and named as doubtful.
 * A barcode of another document gives nothing but conflicts.
 */
export function fuse(witnesses: readonly Witness[]): Fused {
  const stranger = barcodeOfAnother(witnesses);
  const ranked = witnesses.filter((one) => one !== stranger).sort((a, b) => rank(a) - rank(b));
  const origins: Fused['origins'] = {};
  const conflicts = new Set<Field>(stranger ? ['surname', 'givenNames'] : []);
  const doubtful = new Set<Field>();
  const take = (field: Field): string | null => {
    const best = chosen(ranked, field);
    if (!best) return null;
    origins[field] = best.source;
    if (!best.said.sure) doubtful.add(field);
    if (CHECKED.includes(field) && contradicted(witnesses, best, field)) conflicts.add(field);
    return best.said.value;
  };
  const name = fullName(ranked, origins, conflicts, doubtful);
  const extractedData: ExtractedData = {
    documentType: take('documentType'),
    documentNumber: take('documentNumber'),
    fullName: name,
    dateOfBirth: take('dateOfBirth'),
    expiryDate: take('expiryDate'),
    country: take('country'),
    region: take('region'),
    address: take('address'),
    nationality: take('nationality'),
    sex: take('sex'),
  };
  return { extractedData, origins, conflicts: [...conflicts], doubtful: [...doubtful] };
}

interface Chosen {
  readonly source: Source;
  readonly said: Testimony;
}

function rank({ source, reliable }: Witness): number {
  if (source === 'mrz') return reliable ? 0 : 3;
  return source === 'barcode' ? 1 : 2;
}

/**
 * A barcode that names another person and another issuing state than the zone beside it, whether or not the zone's check
 * digits hold: licences of AAMVA's members have their own state in both.
 */
function barcodeOfAnother(witnesses: readonly Witness[]): Witness | undefined {
  const barcode = witnesses.find(({ source }) => source === 'barcode');
  const zone = witnesses.find(({ source }) => source === 'mrz');
  const isOther = (field: Field) => {
    const [one, other] = [barcode?.fields[field]?.value, zone?.fields[field]?.value];
    return one !== undefined && other !== undefined && likeness(one, other) < OTHER_NAME;
  };
  const states = [barcode, zone].map((one) => one?.fields.country?.value);
  return states[0] !== states[1] && isOther('surname') && isOther('givenNames') ? barcode : undefined;
}

/** The first that is sure, else the first that says anything. */
function chosen(ranked: readonly Witness[], field: Field): Chosen | undefined {
  const all = ranked.flatMap(({ source, fields }) => (fields[field] ? [{ source, said: fields[field] }] : []));
  return all.find(({ said }) => said.sure) ?? all[0];
}

function contradicted(witnesses: readonly Witness[], { source, said }: Chosen, field: Field): boolean {
  return witnesses.some((other) => {
    const heard = other.source === source ? undefined : other.fields[field];
    if (!heard?.sure || heard.confidence < CONTRADICTING) return false;
    return differs(field, said.value, heard.value, heard.confidence >= UNDOUBTED ? 0 : MISREAD_CHARACTERS);
  });
}

function differs(field: Field, a: string, b: string, misread: number): boolean {
  if (field !== 'documentNumber') return a !== b;
  const [one, other] = [bare(a), bare(b)];
  // A card may print more than the zone holds, such as a version after the number.
  if (one.includes(other) || other.includes(one)) return false;
  return editDistance(one, other) > misread;
}

/** Letters and digits alone, those that look alike made one. */
function bare(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('S', '5')
    .replaceAll('B', '8')
    .replaceAll('Z', '2');
}

/**
 * `GIVEN SURNAME`, with the diacritics and the whole length of the print where print and zone agree. Where the zone cut a
 * name off and the print beside it does not surely say the rest, there is no name rather than a part of one.
 */
function fullName(
  ranked: readonly Witness[],
  origins: Fused['origins'],
  conflicts: Set<Field>,
  doubtful: Set<Field>,
): string | null {
  const visual = ranked.find(({ source }) => source === 'visual');
  const print = visual?.fields;
  let cut = false;
  const part = (field: 'surname' | 'givenNames'): string | undefined => {
    const best = chosen(ranked, field);
    if (!best) return undefined;
    const printed = print?.[field];
    origins[field] = best.source;
    if (!best.said.sure) doubtful.add(field);
    if (best.source === 'visual') return best.said.value;
    const goesOn = (best.said.truncated ?? false) && (printed?.confidence ?? 0) >= EXTENDING;
    const spelled = printed ? spelledAs(printed.value, best.said.value, goesOn) : null;
    if (printed && isOtherName(printed, best.said, spelled)) conflicts.add(field);
    if (spelled && printed!.confidence >= SPELLING) {
      const isExact = spelled.misread === 0;
      if (isExact) doubtful.delete(field);
      // A barcode has hyphens and apostrophes of its own, which print readers lose more easily than it.
      const isWhole = best.source === 'barcode' && !best.said.truncated;
      if (isWhole && !(isExact && /[^\p{ASCII}]/u.test(spelled.name))) return best.said.value;
      if (isExact) origins[field] = 'visual';
      if (isExact || goesOn || !best.said.truncated) return spelled.name;
    }
    cut ||= isCut(ranked, best, field) || isLonger(printed, best.said);
    return best.said.value;
  };
  const [given, surname] = [part('givenNames'), part('surname')];
  if (cut && (visual?.isPrinted || isNamed(print))) {
    doubtful.add('fullName');
    return null;
  }
  if (given ?? surname) return [given, surname].filter(Boolean).join(' ');
  const whole = chosen(ranked, 'fullName');
  if (!whole) return null;
  origins.fullName = whole.source;
  if (!whole.said.sure) doubtful.add('fullName');
  return whole.said.value;
}

/** Whether the print surely says another name: quite another, or another letter where it was read without any doubt. */
function isOtherName({ value, confidence, sure }: Testimony, said: Testimony, spelled: Spelled | null): boolean {
  if (!sure || confidence < CONTRADICTING || spelled?.misread === 0) return false;
  if (likeness(value, said.value) < OTHER_NAME) return true;
  // A letter alone is what was left of a label.
  const words = value.replace(/(?<![\p{L}\p{M}'’-])\p{L}(?![\p{L}\p{M}'’-])/gu, '');
  return confidence >= UNDOUBTED && said.sure && spelledAs(words, said.value, said.truncated ?? false)?.misread !== 0;
}

/** Whether the print goes on where a zone was cut off: of two long names it may be the surname. */
function isLonger(printed: Testimony | undefined, { value, truncated }: Testimony): boolean {
  return Boolean(truncated && printed && printed.value.length >= value.length + LONGER);
}

/** A zone mostly ends in the given names: a surname before them is whole. */
function isCut(ranked: readonly Witness[], { source, said }: Chosen, field: 'surname' | 'givenNames'): boolean {
  const others = ranked.find((one) => one.source === source)?.fields;
  return (said.truncated ?? false) && (field === 'givenNames' || !others?.givenNames);
}

/** Whether what was understood of the print shows that a name stands there. */
function isNamed(print: Witness['fields'] | undefined): boolean {
  const beside = [print?.documentNumber, print?.expiryDate].some((one) => one?.sure);
  return beside || Boolean(print?.surname ?? print?.givenNames ?? print?.fullName ?? print?.dateOfBirth);
}
