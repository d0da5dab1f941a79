import type { Sentence } from '../../sentences.ts';
import {
  allowed,
  type CheckName,
  checkDigit,
  type Layout,
  layoutOf,
  type MrzFormat,
  type SexSign,
  type SpanName,
  textOf,
} from './formats.ts';
import { countryOf, isIssuer, isListed, isNationality } from './issuer-codes.ts';
import { birthDate, expiryDate, looksLikeDate } from './mrz-dates.ts';

interface MrzCheck {
  readonly name: CheckName;
  /** What the digit covers, as printed. */
  readonly field: string;
  readonly expected: string;
  readonly printed: string;
  readonly ok: boolean;
}

/** What a zone says; words of names are apart by a space, and what is empty or unknown is null. */
interface MrzFields {
  readonly documentCode: string;
  /** As printed, without fillers: `D` for Germany. */
  readonly issuer: string | null;
  /** The issuer's code of ISO 3166-1; codes of organisations and specimens as printed. */
  readonly country: string | null;
  readonly nationality: string | null;
  readonly nationalityCountry: string | null;
  readonly number: string | null;
  readonly surname: string | null;
  readonly givenNames: string | null;
  /** The name fills its place to the end, and may go on. */
  readonly truncated: boolean;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly expiryDate: string | null;
  readonly sex: SexSign | null;
  readonly optional: string | null;
  readonly optional2: string | null;
}

const SEXES: readonly SexSign[] = ['M', 'F', 'X', '<'];

export interface ParsedMrz {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  /** Every check digit holds, every character may stand where it stands, and dates are possible. */
  readonly valid: boolean;
  readonly checks: readonly MrzCheck[];
  readonly fields: MrzFields;
  /** What is odd although the zone may be valid. */
  readonly doubts: readonly Sentence[];
}

/**
 * Reads a machine-readable zone of any known format; null where number and length of lines and the first letters fit
 * none. `today` (YYYY-MM-DD) settles the century of years.
 */
export function parseMrz(lines: readonly string[], today = new Date().toISOString().slice(0, 10)): ParsedMrz | null {
  const layout = layoutOf(lines);
  return layout ? parseAs(layout, lines, today) : null;
}

function parseAs(layout: Layout, lines: readonly string[], today: string): ParsedMrz {
  const checks = checksOf(layout, lines);
  const fields = fieldsOf(layout, lines, today);
  const dates = [layout.spans.birthDate, layout.spans.expiryDate].map(
    (span) => !span || looksLikeDate(textOf(lines, span)),
  );
  const valid = checks.every(({ ok }) => ok) && fitsMasks(layout, lines) && dates.every(Boolean);
  return { format: layout.format, lines, valid, checks, fields, doubts: doubtsOf(layout, lines, fields) };
}

/** True where every character may stand where it stands. */
function fitsMasks({ masks }: Layout, lines: readonly string[]): boolean {
  return masks.every((mask, row) => [...mask].every((sign, at) => allowed(sign).includes(lines[row]![at]!)));
}

/** A number of more than nine characters: the rest of it and its check digit (Doc 9303 parts 5 §4.2.2 note j and 6). */
interface LongNumber {
  readonly rest: string;
  readonly digit: string;
  readonly after: string;
}

function longNumber({ overflow, spans }: Layout, lines: readonly string[]): LongNumber | null {
  if (!overflow || !spans.number) return null;
  const { line, to } = spans.number;
  if (lines[line]![to] !== '<') return null;
  const match = /^([0-9A-Z]*)([0-9])(?:<(.*))?$/s.exec(textOf(lines, overflow).replace(/<+$/, ''));
  if (!match?.[1]) return null;
  return { rest: match[1], digit: match[2]!, after: match[3] ?? '' };
}

function checksOf(layout: Layout, lines: readonly string[]): MrzCheck[] {
  const long = longNumber(layout, lines);
  return layout.checks.map(({ name, at, over, mayBeFiller }) => {
    const overflows = name === 'document number' && long !== null;
    const field = over.map((span) => textOf(lines, span)).join('') + (overflows ? long.rest : '');
    const printed = overflows ? long.digit : textOf(lines, at);
    const expected = checkDigit(field);
    const blank = mayBeFiller === true && printed === '<' && /^<*$/.test(field);
    return { name, field, expected, printed, ok: printed === expected || blank };
  });
}

function fieldsOf(layout: Layout, lines: readonly string[], today: string): MrzFields {
  const raw = unshifted(layout, (name) => {
    const span = layout.spans[name];
    return span ? textOf(lines, span) : '';
  });
  const long = longNumber(layout, lines);
  const code = (name: 'issuer' | 'nationality') => raw(name).replaceAll('<', '') || null;
  const [issuer, nationality] = [code('issuer'), code('nationality')];
  const number = raw('number').replace(/<+$/, '') + (long?.rest ?? '');
  const optional = (long ? long.after : raw('optional')).replace(/<+$/, '');
  const born = raw('birthDate');
  const expires = raw('expiryDate');
  const expiry = expires ? expiryDate(expires, today) : null;
  // Nobody is born after his document ran out.
  const until = expiry && expiry < today ? expiry : today;
  return {
    documentCode: raw('documentCode').replaceAll('<', ''),
    issuer,
    country: issuer && countryOf(issuer),
    nationality,
    nationalityCountry: nationality && countryOf(nationality),
    number: number.replaceAll('<', ' ').trim() || null,
    ...namesOf(layout, raw),
    birthDate: born ? birthDate(born, until) : null,
    expiryDate: expiry,
    sex: sexOf(layout, raw('sex')),
    optional: optional || null,
    optional2: raw('optional2').replace(/<+$/, '') || null,
  };
}

/**
 * Some specimens have a filler too many between kind and issuer (`PE<ARGGONZALEZ`), so the last letter of the code
 * stands where names begin.
 */
function unshifted({ spans }: Layout, raw: (name: SpanName) => string): (name: SpanName) => string {
  const [issuer, names] = [raw('issuer'), raw('names')];
  const isBefore = spans.names?.line === spans.issuer?.line && spans.names?.from === spans.issuer?.to;
  const code = issuer.slice(1) + names.slice(0, 1);
  if (!isBefore || !issuer.startsWith('<') || !isIssuer(code)) return raw;
  return (name) => (name === 'issuer' ? code : name === 'names' ? names.slice(1) : raw(name));
}

function sexOf({ sexes }: Layout, sign: string): SexSign | null {
  return sexes?.[sign] ?? SEXES.find((one) => one === sign) ?? null;
}

/** Two fillers part surname from given names; further pairs occur only between given names (part 3 §4.6). */
function namesOf(
  { spans }: Layout,
  raw: (name: SpanName) => string,
): Pick<MrzFields, 'surname' | 'givenNames' | 'truncated'> {
  if (!spans.names) {
    const [surname, given] = [raw('surname'), raw('givenNames')];
    const truncated = [surname, given].some((part) => part !== '' && !part.endsWith('<<'));
    return { surname: words(surname), givenNames: words(given), truncated };
  }
  const names = raw('names');
  const cut = names.indexOf('<<');
  return {
    surname: words(cut < 0 ? names : names.slice(0, cut)),
    givenNames: cut < 0 ? null : words(names.slice(cut)),
    // A single filler parts the last name that fitted from one that did not.
    truncated: !names.endsWith('<<'),
  };
}

function words(part: string): string | null {
  return part.replace(/<+/g, ' ').trim() || null;
}

function doubtsOf(layout: Layout, lines: readonly string[], fields: MrzFields): Sentence[] {
  const { issuer, nationality, birthDate: born, expiryDate: expires } = fields;
  const doubts: Sentence[] = [];
  if (issuer !== null && !isListed(issuer)) doubts.push({ code: 'doubt.issuer-unknown', values: { issuer } });
  if (nationality !== null && nationality !== issuer && !isNationality(nationality)) {
    doubts.push({ code: 'doubt.nationality-unknown', values: { nationality } });
  }
  const isImpossible = (date: 'birthDate' | 'expiryDate') => {
    const span = layout.spans[date];
    return span !== undefined && /^\d{6}$/.test(textOf(lines, span)) && fields[date] === null;
  };
  if (isImpossible('birthDate')) doubts.push({ code: 'doubt.birth-impossible' });
  if (isImpossible('expiryDate')) doubts.push({ code: 'doubt.expiry-impossible' });
  if (born !== null && expires !== null && expires <= born) doubts.push({ code: 'doubt.expiry-before-birth' });
  return doubts;
}
