import { dayOf } from '../../src/domain/date-of-birth.ts';

/** A name as its list gives it. */
export interface ListedName {
  readonly id: string;
  readonly name: string;
  /** Parts of the name, where the list gives them apart. */
  readonly family: string | undefined;
  readonly given: string | undefined;
  /** `YYYY-MM-DD`, where the list knows the day. */
  readonly born: string | undefined;
}

/** One way in which banks write names. */
export interface BankWriting {
  readonly kind: string;
  readonly of: 'person' | 'organization';
  /** Undefined for a name that cannot be written so. `place`: of the name in the sample, for what varies. */
  readonly write: (listed: ListedName, place: number) => { name: string; dateOfBirth?: string } | undefined;
}

const person = (kind: string, write: BankWriting['write']): BankWriting => ({ kind, of: 'person', write });
const beside = (kind: string, form: string): BankWriting =>
  person(`number: ${kind}`, ({ name }) => ({ name: form.replace('NAME', () => name) }));
const organisation = (kind: string, form: string): BankWriting => ({
  kind: `organisation: ${kind}`,
  of: 'organization',
  write: ({ name }) => ({ name: form.replace('NAME', () => name) }),
});
const dated = (kind: string, dateOfBirth: string): BankWriting =>
  person(`date: ${kind}`, ({ name }) => ({ name, dateOfBirth }));

const as = (kind: string, form: string): BankWriting =>
  person(kind, ({ name }) => ({ name: form.replace('NAME', () => name) }));
const readAs = (text: string, set: string): string => new TextDecoder(set).decode(new TextEncoder().encode(text));
/** A text with a letter that has a mark, for names that have none: what is lost or misread is such letters. */
const marked = (name: string): string =>
  name.replace(/[aeo](?=\p{L})/u, (letter) => ({ a: 'á', e: 'é', o: 'ö' })[letter]!);
const spoilt = (kind: string, spoil: (name: string) => string): BankWriting =>
  person(`spoilt: ${kind}`, ({ name }) => {
    const written = spoil(marked(name));
    return written === name ? undefined : { name: written };
  });
/** The first letters of a person's given names, in capitals. */
const initialsOf = (given: string): string =>
  given
    .split(/[\s-]+/)
    .map((one) => one[0]!.toUpperCase())
    .join('');
const initialled = (kind: string, write: (initials: string, family: string) => string): BankWriting =>
  person(`initials: ${kind}`, ({ family, given }) => {
    const initials = given && family ? initialsOf(given) : '';
    return /^\p{Lu}{2,3}$/u.test(initials) ? { name: write(initials, family!) } : undefined;
  });
/** A name as payment messages cut it. */
const cut = (of: BankWriting['of']): BankWriting => ({
  kind: `cut at 35: ${of}`,
  of,
  write: ({ name }) => (name.length > 35 ? { name: name.slice(0, 35).trim() } : undefined),
});
const capital = (word: string): string => word[0]! + word.slice(1).toLowerCase();

/** Every kind that is measured. */
export const BANK_WRITINGS: readonly BankWriting[] = [
  person('as listed', ({ name }) => ({ name })),
  beside('digit behind', 'NAME 2'),
  beside('year', 'NAME 1976'),
  beside('date', 'NAME 05.10.1976'),
  beside('SWIFT 50F', '1/NAME'),
  beside('sign', 'NAME #12345678'),
  beside('DOB', 'NAME DOB 05/10/1976'),
  beside('share', 'NAME 25%'),
  beside('reference', 'NAME REF 889/2024'),
  beside('passport', 'NAME PASSPORT NO AB1234567'),
  beside('account', '40817810099910004312 NAME'),
  beside('amount', 'NAME USD 1,250.00'),
  beside('phone', 'NAME TEL. +971 50 123 4567'),
  beside('Arabic digits', 'NAME ١٩٧٦'),
  beside('glued', 'NAME2'),
  beside('born in Russian', 'NAME 05.10.1976 г.р.'),
  beside('named month', 'NAME né le 5 octobre 1976'),
  beside('lines of 50F', '1/NAME 2/LENINA 5 3/RU/MOSCOW 4/19761005'),
  beside('account in groups', 'NAME IBAN GB29 NWBK 6016 1331 9268 19'),
  beside('numeral', 'NAME III'),
  beside('address', 'NAME, 12 Baker Street, London'),
  organisation('register', 'NAME INN 7701234567'),
  organisation('registration', 'NAME Reg. No. 123456'),
  organisation('reference', 'NAME REF 889/2024'),
  organisation('VAT', 'NAME VAT DE123456789'),
  organisation('LEI', 'NAME LEI 5493001KJTIIGC8Y1R12'),
  organisation('IBAN', 'NAME IBAN DE89370400440532013000'),
  organisation('street and town', 'NAME, 12 Baker Street, London'),
  organisation('street in Russian', 'NAME, ul. Lenina 14, Moscow'),
  organisation('postcode and town', 'NAME, 115035 Moscow'),
  beside('brackets', 'NAME (1)'),
  cut('person'),
  cut('organization'),
  person('date: today', ({ name }) => ({ name, dateOfBirth: dayOf(new Date()) })),
  dated('1900-01-01', '1900-01-01'),
  dated('9999-12-31', '9999-12-31'),
  dated('1753-01-01', '1753-01-01'),
  dated('0001-01-01', '0001-01-01'),
  dated('1970-01-01', '1970-01-01'),
  dated('1969-12-31', '1969-12-31'),
  person('date: true year', ({ name, born }) => (born ? { name, dateOfBirth: born.slice(0, 4) } : undefined)),
  person('date: true month', ({ name, born }) => (born ? { name, dateOfBirth: born.slice(0, 7) } : undefined)),
  person('date: 1 January of the year', ({ name, born }) =>
    born ? { name, dateOfBirth: `${born.slice(0, 4)}-01-01` } : undefined,
  ),
  as('placeholder: FNU', 'FNU NAME'),
  as('placeholder: LNU', 'NAME LNU'),
  as('placeholder: unknown', 'NAME unknown'),
  as('placeholder: not available', 'NAME N/A'),
  as('placeholder: crosses', 'X X NAME'),
  as('holders: another', 'NAME and Wilma Quistorp'),
  as('holders: another first', 'Wilma Quistorp & NAME'),
  as('holders: another by a slash', 'NAME / Wilma Quistorp'),
  as('holders: another by a semicolon', 'Wilma Quistorp; NAME'),
  as('holders: another in Spanish', 'NAME y Wilma Quistorp'),
  as('holders: another in German', 'Wilma Quistorp und NAME'),
  as('holders: joint tenants', 'NAME & Wilma Quistorp JTWROS'),
  as('holders: a given name alone', 'Wilma and NAME'),
  as('holders: Mr and Mrs', 'Mr and Mrs NAME'),
  initialled('first', (initials, family) => `${initials} ${family}`),
  initialled('behind', (initials, family) => `${family} ${initials}`),
  initialled('first, small family name', (initials, family) => `${initials} ${capital(family)}`),
  initialled('in small letters', (initials, family) => `${initials} ${family}`.toLowerCase()),
  spoilt('Windows-1252', (name) => readAs(name, 'windows-1252')),
  spoilt('Windows-1251', (name) => readAs(name, 'windows-1251')),
  spoilt('Macintosh', (name) => readAs(name, 'macintosh')),
  spoilt('twice', (name) => readAs(readAs(name, 'windows-1252'), 'windows-1252')),
  spoilt('entities', (name) => name.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)),
  spoilt('percent', (name) => encodeURIComponent(name)),
  spoilt('question mark', (name) => name.replace(/[^\0-\x7f]/gu, '?')),
  spoilt('lost for good', (name) => name.replace(/[^\0-\x7f]/gu, 'ï¿½')),
];
