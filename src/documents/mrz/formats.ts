/** Every character of a machine-readable zone (ICAO Doc 9303 part 3 §4.3), in the order of the network's classes. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

const WEIGHTS = [7, 3, 1];

/**
 * The check digit over a text of the alphabet (ICAO Doc 9303 part 3 §4.9). It is the weighted sum modulo 10, with the
 * weights 7, 3, 1 from the left. Letters count 10 to 35 and fillers nothing.
 */
export function checkDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += worth(text[at]!) * WEIGHTS[at % 3]!;
  return String(sum % 10);
}

function worth(character: string): number {
  return character === '<' ? 0 : ALPHABET.indexOf(character);
}

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRA1988' | 'FRDL' | 'CHE-DL' | 'ISO-DL';

/** The characters of a line from `from` up to but not including `to`, counted from 0. */
export interface Span {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Names of check digits. Records keep them and the dashboard translates them, so they never change. */
export type CheckName = 'document number' | 'birth date' | 'expiry date' | 'personal number' | 'composite';

/**
 * The sex in a zone. A filler leaves it open: the print may have an X or nothing (ICAO Doc 9303 part 4 §4.2.2). Some
 * issuers repeat the X of the print.
 */
export type SexSign = 'M' | 'F' | 'X' | '<';

interface CheckRule {
  readonly name: CheckName;
  readonly at: Span;
  readonly over: readonly Span[];
  /** A filler may stand instead of the digit where what it covers is empty. */
  readonly mayBeFiller?: boolean;
}

export type SpanName =
  | 'documentCode'
  | 'issuer'
  | 'nationality'
  | 'number'
  | 'names'
  | 'surname'
  | 'givenNames'
  | 'birthDate'
  | 'expiryDate'
  | 'sex'
  | 'optional'
  | 'optional2';

/**
 * A format of a zone. `masks` has one line for each line of the zone. Its signs are A letter or filler, D digit,
 * N digit or filler, L letter, X anything. S and H are a sex, G is a language, C the kind of a card. K and E are what
 * the issuer adds to the kind. Any other sign stands for itself, in lower case.
 */
export interface Layout {
  readonly format: MrzFormat;
  readonly masks: readonly string[];
  readonly starts: RegExp;
  readonly spans: Readonly<Partial<Record<SpanName, Span>>>;
  readonly checks: readonly CheckRule[];
  /** Where a number longer than nine goes on. */
  readonly overflow?: Span;
  /** What the sign of the sex means, where that is not what the sign says. */
  readonly sexes?: Readonly<Record<string, SexSign>>;
}

const span = (line: number, from: number, to: number): Span => ({ line, from, to });
const A = (count: number) => 'A'.repeat(count);
const D = (count: number) => 'D'.repeat(count);
const N = (count: number) => 'N'.repeat(count);
const X = (count: number) => 'X'.repeat(count);

const code = { documentCode: span(0, 0, 2), issuer: span(0, 2, 5) };
/** The lower line that TD2, TD3 and both visas have in common (Doc 9303 parts 4 §4.2.2, 6 §4.2.2, 7 §4.2 and §5.2). */
const lower = {
  number: span(1, 0, 9),
  nationality: span(1, 10, 13),
  birthDate: span(1, 13, 19),
  sex: span(1, 20, 21),
  expiryDate: span(1, 21, 27),
};
const lowerChecks: readonly CheckRule[] = [
  { name: 'document number', at: span(1, 9, 10), over: [lower.number] },
  { name: 'birth date', at: span(1, 19, 20), over: [lower.birthDate], mayBeFiller: true },
  { name: 'expiry date', at: span(1, 27, 28), over: [lower.expiryDate], mayBeFiller: true },
];
const lowerStart = `${X(9)}N${A(3)}${N(6)}NS${N(6)}N`;
const composite = (at: Span, ...over: Span[]): CheckRule => ({ name: 'composite', at, over });

const TD3: Layout = {
  format: 'TD3',
  masks: [`pK${A(42)}`, `${lowerStart}${X(14)}ND`],
  starts: /^P/,
  spans: { ...code, ...lower, names: span(0, 5, 44), optional: span(1, 28, 42) },
  checks: [
    ...lowerChecks,
    // Part 4 §4.2.2: a filler may stand for zero where the personal number is empty.
    { name: 'personal number', at: span(1, 42, 43), over: [span(1, 28, 42)], mayBeFiller: true },
    composite(span(1, 43, 44), span(1, 0, 10), span(1, 13, 20), span(1, 21, 43)),
  ],
};

const TD2: Layout = {
  format: 'TD2',
  masks: [`CK${A(34)}`, `${lowerStart}${X(7)}D`],
  starts: /^[ACIRT]/,
  spans: { ...code, ...lower, names: span(0, 5, 36), optional: span(1, 28, 35) },
  overflow: span(1, 28, 35),
  checks: [...lowerChecks, composite(span(1, 35, 36), span(1, 0, 10), span(1, 13, 20), span(1, 21, 35))],
};

const MRVA: Layout = {
  format: 'MRVA',
  masks: [`vE${A(42)}`, `${lowerStart}${X(16)}`],
  starts: /^V/,
  spans: { ...code, ...lower, names: span(0, 5, 44), optional: span(1, 28, 44) },
  checks: lowerChecks,
};

const MRVB: Layout = {
  format: 'MRVB',
  masks: [`vE${A(34)}`, `${lowerStart}${X(8)}`],
  starts: /^V/,
  spans: { ...code, ...lower, names: span(0, 5, 36), optional: span(1, 28, 36) },
  checks: lowerChecks,
};

const TD1: Layout = {
  format: 'TD1',
  masks: [`CK${A(3)}${X(9)}N${X(15)}`, `${N(6)}NS${N(6)}N${A(3)}${X(11)}D`, A(30)],
  starts: /^[ACIRT]/,
  spans: {
    ...code,
    number: span(0, 5, 14),
    optional: span(0, 15, 30),
    birthDate: span(1, 0, 6),
    sex: span(1, 7, 8),
    expiryDate: span(1, 8, 14),
    nationality: span(1, 15, 18),
    optional2: span(1, 18, 29),
    names: span(2, 0, 30),
  },
  overflow: span(0, 15, 30),
  checks: [
    { name: 'document number', at: span(0, 14, 15), over: [span(0, 5, 14)] },
    { name: 'birth date', at: span(1, 6, 7), over: [span(1, 0, 6)], mayBeFiller: true },
    { name: 'expiry date', at: span(1, 14, 15), over: [span(1, 8, 14)], mayBeFiller: true },
    composite(span(1, 29, 30), span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)),
  ],
};

/**
 * The Mexican voter card: thirteen digits of section and citizen follow its number (Instituto Nacional Electoral). The
 * sex is H for hombre or M for mujer.
 */
const MEX_VOTER: Layout = {
  ...TD1,
  masks: [`idmex${D(10)}<<${D(12)}N`, TD1.masks[1]!.replace('S', 'H'), A(30)],
  starts: /^IDMEX\d{10}<<\d{12}[\d<]$/,
  sexes: { H: 'M', M: 'F' },
};

/** The French identity card of 1988 to 2021: year and month of issue, department and serial are its number. */
const FRA1988: Layout = {
  format: 'FRA1988',
  masks: [`idfra${A(25)}${X(6)}`, `${D(4)}${X(3)}${D(6)}${A(14)}${D(7)}SD`],
  starts: /^IDFRA/,
  spans: {
    ...code,
    surname: span(0, 5, 30),
    optional: span(0, 30, 36),
    number: span(1, 0, 12),
    givenNames: span(1, 13, 27),
    birthDate: span(1, 27, 33),
    sex: span(1, 34, 35),
  },
  checks: [
    { name: 'document number', at: span(1, 12, 13), over: [span(1, 0, 12)] },
    { name: 'birth date', at: span(1, 33, 34), over: [span(1, 27, 33)] },
    composite(span(1, 35, 36), span(0, 0, 36), span(1, 0, 35)),
  ],
};

/** The one line of the French driving licence of 2013; both digits cover everything before them. */
const FRDL: Layout = {
  format: 'FRDL',
  masks: [`d1fra${X(9)}D${D(6)}${A(8)}D`],
  starts: /^D1FRA/,
  spans: { ...code, number: span(0, 5, 14), expiryDate: span(0, 15, 21), surname: span(0, 21, 29) },
  checks: [
    { name: 'document number', at: span(0, 14, 15), over: [span(0, 0, 14)] },
    composite(span(0, 29, 30), span(0, 0, 29)),
  ],
};

/**
 * The Swiss driving licence: number of the card with the letter of its language, number of the licence and date of
 * birth, names. It has no check digit. Liechtenstein's is alike.
 */
const CHE_DL: Layout = {
  format: 'CHE-DL',
  masks: ['LLLDDDG<<', `faLLL${D(12)}<<${D(6)}<<<<<`, A(30)],
  starts: /^[A-Z]{3}\d{3}[DFIR]<<$/,
  spans: {
    documentCode: span(1, 0, 2),
    issuer: span(1, 2, 5),
    number: span(0, 0, 9),
    optional: span(1, 5, 17),
    birthDate: span(1, 19, 25),
    names: span(2, 0, 30),
  },
  checks: [],
};

/**
 * The line that opens a licence's chip: D, kind of access, the issuer's own data, check digit over all (ISO/IEC 18013-3
 * §8).
 */
const ISO_DL: Layout = {
  format: 'ISO-DL',
  masks: [`dX${A(3)}${X(24)}D`],
  starts: /^D[0-9NP<](?!FRA)/,
  spans: { ...code, optional: span(0, 5, 29) },
  checks: [composite(span(0, 29, 30), span(0, 0, 29))],
};

/** In the order in which lines are tried: those of one issuer go before the formats that they are kinds of. */
export const LAYOUTS: readonly Layout[] = [TD3, MEX_VOTER, TD1, FRA1988, TD2, MRVA, MRVB, FRDL, CHE_DL, ISO_DL];

/** The format that number and length of lines and the first line are of; undefined where they fit none. */
export function layoutOf(lines: readonly string[]): Layout | undefined {
  return LAYOUTS.find(
    ({ masks, starts }) =>
      masks.length === lines.length &&
      masks.every((mask, row) => mask.length === lines[row]!.length) &&
      starts.test(lines[0]!),
  );
}

/** The text of a span, fillers included. */
export function textOf(lines: readonly string[], { line, from, to }: Span): string {
  return lines[line]!.slice(from, to);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SETS: Readonly<Record<string, string>> = {
  A: `${LETTERS}<`,
  C: 'ACIRT',
  D: '0123456789',
  H: 'HMX<',
  E: `${LETTERS}0123456789<`,
  // No card or passport has a V there, since that makes a visa (ICAO Doc 9303 part 5 §4.2.2, note a).
  K: `${LETTERS.replace('V', '')}0123456789<`,
  G: 'DFIR',
  L: LETTERS,
  N: '0123456789<',
  S: 'MFX<',
  X: `0123456789${LETTERS}<`,
};

/** The characters that a sign of a mask allows. */
export function allowed(sign: string): string {
  return SETS[sign] ?? sign.toUpperCase();
}
