import type { Pixels } from '../src/imaging/pixels.ts';
import { readTable } from '../src/tables.ts';
import { barcodeText, drawPdf417, encodeAamva } from './aamva.ts';
import { randomDate, yearsLater } from './dates.ts';
import { encodeMrz } from './mrz.ts';
import { type Culture, homeAddress, personName, place } from './names.ts';
import { Random } from './random.ts';
import { REGION_CULTURES, type Region } from './regions.ts';
import type { State } from './states.ts';
import type { DocumentKind, Holder, MrzFormat, PrintedBarcode, PrintedMrz } from './truth.ts';

/** An invented document before it is drawn. */
export interface Subject {
  readonly kind: DocumentKind;
  readonly state: State | null;
  readonly region: Region | null;
  readonly holder: Holder;
  readonly number: string;
  readonly issueDate: string;
  readonly expiryDate: string;
  readonly personalNumber: string;
  readonly code: string;
  readonly mrz: PrintedMrz | null;
  readonly barcode: PrintedBarcode | null;
  readonly bars: Pixels | null;
}

export interface SubjectOptions {
  /** Its validity ended in the past. */
  readonly expired?: boolean;
  /** The machine-readable zone has a wrong check digit printed. */
  readonly wrongCheckDigit?: boolean;
  /** A person drawn before, on another document now. */
  readonly holder?: Holder;
  /** What people of a region are called; by default a mix. */
  readonly cultures?: readonly Culture[];
}

/** A document of a state: passport, card, permit, visa or European licence. */
export function stateSubject(
  random: Random,
  kind: DocumentKind,
  state: State,
  mrzFormat: MrzFormat | null,
  options: SubjectOptions,
): Subject {
  const holder = options.holder ?? person(random, state, kind);
  const validity = kind === 'visa' ? 1 : random.pick([5, 10, 10]);
  const issueDate = options.expired ? randomDate(random, 2005, 2010) : randomDate(random, 2023, 2025);
  // Valid documents are valid for years to come, so that tests do not expire before the project is maintained again.
  const expiryDate = yearsLater(
    issueDate,
    kind === 'visa' && !options.expired ? 12 : Math.max(validity, options.expired ? 5 : 10),
    random.whole(0, 1),
  );
  const digits = random.code(numberPattern(random, kind, state, mrzFormat));
  // The French card's number begins with the year and month of issue.
  const number =
    mrzFormat === 'FRA1988'
      ? issueDate.slice(2, 4) + issueDate.slice(5, 7) + digits.slice(4)
      : kind === 'passport'
        ? passportNumber(state.code, digits)
        : digits;
  const code = codeOf(random, kind);
  const personalNumber = random.code(random.pick(['999999999', '9999999999', '99999999999']));
  const optional = mrzFormat === 'TD3' && random.chance(0.4) ? personalNumber : '';
  let mrz =
    mrzFormat &&
    encodeMrz(mrzFormat, {
      code,
      issuer: state.code,
      number: number.replaceAll(' ', ''),
      holder,
      expiryDate,
      optional,
    });
  if (mrz && options.wrongCheckDigit) mrz = spoil(mrz);
  return {
    kind,
    state,
    region: null,
    holder,
    number,
    issueDate,
    expiryDate,
    personalNumber,
    code,
    mrz,
    barcode: null,
    bars: null,
  };
}

/** A North American driving licence with its barcode. */
export async function regionSubject(random: Random, region: Region, options: SubjectOptions): Promise<Subject> {
  const culture = random.pick(options.cultures ?? REGION_CULTURES);
  const sex = random.chance(0.5) ? 'M' : 'F';
  const name = personName(random, culture, sex, 0.05);
  const postal = random.code(region.postal);
  const street = `${random.whole(1, 9899)} ${random.pick(['Main St', 'Oak Avenue', 'N 4th Street', 'Maple Dr', 'Sunset Blvd Apt 12', 'County Road 7', 'Elm Ct'])}`;
  const birthDate = randomDate(random, 1948, 2003);
  const holder: Holder = options.holder ?? {
    // American states print names without diacritics.
    surname: barcodeText(name.surname),
    given: name.given.map(barcodeText),
    sex: random.chance(0.04) ? 'X' : sex,
    birthDate,
    birthPlace: '',
    nationality: region.country,
    address: [street, random.pick(region.cities)],
    face: random.whole(1, 1e9),
  };
  const issueDate = options.expired ? randomDate(random, 2005, 2010) : randomDate(random, 2023, 2025);
  const expiryDate = `${Number(issueDate.slice(0, 4)) + (options.expired ? 5 : 9)}${holder.birthDate.slice(4)}`.replace(
    '-02-29',
    '-02-28',
  );
  const number = random.code(region.number);
  const version = random.pick([1, 2, 3, 4, 6, 8, 8, 9, 10]);
  const barcode = encodeAamva(
    { region, holder, number: number.replaceAll(/[ -]/g, ''), issueDate, expiryDate, postal },
    version,
    random,
  );
  const bars = await drawPdf417(barcode, random.pick([10, 12, 14]));
  const address: [string, string] = [
    holder.address[0],
    `${holder.address[1]}${random.chance(0.5) ? ',' : ''} ${region.code} ${postal}`,
  ];
  return {
    kind: 'driving_licence',
    state: null,
    region,
    holder: { ...holder, address },
    number,
    issueDate,
    expiryDate,
    personalNumber: random.code('99X99X9999'),
    code: '',
    mrz: null,
    barcode,
    bars,
  };
}

function person(random: Random, state: State, kind: DocumentKind): Holder {
  const foreign = kind === 'visa' || kind === 'residence_permit';
  const sex = random.chance(0.5) ? 'M' : 'F';
  const nationality = foreign
    ? random.pick(['UKR', 'TUR', 'GBR', 'CAN', 'AUS', 'UTO', 'GRC', 'ROU'].filter((code) => code !== state.code))
    : state.code;
  return {
    ...personName(random, state.culture, sex),
    sex: random.chance(0.03) ? 'X' : sex,
    birthDate: randomDate(random, 1944, 2006),
    birthPlace: place(random, state.culture),
    nationality,
    address: homeAddress(random, state.culture),
    face: random.whole(1, 1e9),
  };
}

function numberPattern(random: Random, kind: DocumentKind, state: State, format: MrzFormat | null): string {
  if (format === 'FRA1988') return '999999999999';
  if (format === 'FRDL') return '99AA99999';
  if (kind === 'driving_licence')
    return random.pick(['A999999999', '99999999', 'AA9999999X', '99999/99/9999', '999999 999', 'X99999XXX99']);
  if (kind === 'passport')
    return random.pick([
      'AA9999999',
      'A99999999',
      '999999999',
      '99AA99999',
      state.code === 'DEU' ? 'CXXXXXXXX' : 'AA999999',
    ]);
  // One card in eight has a number longer than the nine places of the field.
  if (format === 'TD1' && random.chance(0.12)) return 'AA9999999X99';
  return random.pick(['AA9999999', '999999999', 'AAA999999', 'X99XX99XX', 'AA99999']);
}

/** In the format of its issuer where that is published. Drawn apart, so that nothing else of the document changes. */
function passportNumber(issuer: string, digits: string): string {
  const format = PASSPORT_FORMATS.find(([code, type]) => code === issuer && type === 'Passport')?.[2];
  const pattern = format?.replace(/([A9X])\{(\d)[^}]*\}/g, (_, sign: string, times: string) =>
    sign.repeat(Number(times)),
  );
  return pattern ? new Random(`passport ${issuer} ${digits}`).code(pattern) : digits;
}

const PASSPORT_FORMATS = readTable('documents/number-formats.tsv', ['issuer', 'type', 'format']);

function codeOf(random: Random, kind: DocumentKind): string {
  if (kind === 'passport') return random.pick(['P', 'P', 'P', 'PO', 'PD']);
  if (kind === 'visa') return random.pick(['V', 'VC', 'VD']);
  if (kind === 'residence_permit') return random.pick(['AR', 'IR', 'AC']);
  return random.pick(['I', 'ID', 'ID']);
}

/** Makes the birth date's check digit wrong, as forgers and drawn samples have it. */
function spoil({ format, lines }: PrintedMrz): PrintedMrz {
  const row = format === 'FRDL' ? 0 : 1;
  const at = { TD1: 6, FRA1988: 33, FRDL: 14 }[format as 'TD1'] ?? 19;
  const line = lines[row]!;
  const digit = String((Number(line[at]) + 3) % 10);
  return {
    format,
    lines: lines.map((one, index) => (index === row ? line.slice(0, at) + digit + line.slice(at + 1) : one)),
  };
}
