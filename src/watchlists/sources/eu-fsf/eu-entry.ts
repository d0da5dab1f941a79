import type { ListDate, NameKind } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';
import { calendarDate, isoDate, oneLine, tidy, unReference, yearRange } from '../../entries/values.ts';

/** A name as the XML and CSV 1.1 have it; blank members are undefined or ''. */
export interface EuName {
  readonly whole: string | undefined;
  readonly first: string | undefined;
  readonly middle: string | undefined;
  readonly last: string | undefined;
  readonly language: string | undefined;
  readonly title: string | undefined;
  readonly strong: boolean;
}

/** Languages of the EU's Official Journal but English: names in them are renderings for that language's readers. */
const JOURNAL_LANGUAGES = new Set('BG CS DA DE EL ES ET FI FR GA HR HU IT LT LV MT NL PL PT RO SK SL SV'.split(' '));

export function addNames(draft: EntryDraft, names: readonly EuName[]): void {
  const primary = primaryOf(names);
  for (const name of names) {
    const person = draft.kind === 'person';
    draft.addName(wholeName(name), name === primary ? 'primary' : kindOf(name, person), {
      weak: !name.strong,
      language: tidy(name.language)?.toLowerCase(),
      ...(person && { parts: { given: name.first, middle: name.middle, family: name.last, title: name.title } }),
    });
  }
}

const wholeName = (name: EuName): string | undefined =>
  tidy(name.whole) ?? tidy([name.first, name.middle, name.last].filter(Boolean).join(' '));

const inLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);

/**
 * The files do not say which name is the main one, and their order is that of data entry. This takes the first strong
 * name. Then Latin letters count, then English or no language, then name parts.
 */
function primaryOf(names: readonly EuName[]): EuName | undefined {
  const weight = (name: EuName): number => {
    const language = tidy(name.language)?.toUpperCase();
    return (
      (name.strong ? 8 : 0) +
      (inLatin(wholeName(name) ?? '') ? 4 : 0) +
      (!language || language === 'EN' ? 2 : 0) +
      (name.first && name.last ? 1 : 0)
    );
  };
  const named = names.filter(wholeName);
  return named.reduce<EuName | undefined>(
    (best, name) => (best && weight(best) >= weight(name) ? best : name),
    undefined,
  );
}

function kindOf(name: EuName, person: boolean): NameKind {
  const language = tidy(name.language)?.toUpperCase() ?? '';
  if (JOURNAL_LANGUAGES.has(language)) return person ? 'spelling' : 'alias';
  return inLatin(wholeName(name) ?? '') ? 'alias' : 'original';
}

export interface EuBirth {
  readonly date: string | undefined;
  readonly year: string | undefined;
  readonly month: string | undefined;
  readonly day: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly circa: boolean;
  readonly calendar: string | undefined;
  readonly country: string | undefined;
}

/** Adds a birth date; a year range with one open end cannot be compared and is kept as a remark. */
export function addBirth(draft: EntryDraft, birth: EuBirth): void {
  const { from, to } = birth;
  if (Boolean(tidy(from)) !== Boolean(tidy(to)))
    draft.addRemark(from ? `Born in or after ${from}.` : `Born in or before ${to}.`);
  const date = birthDate(birth);
  if (date) draft.addBirthDate(birth.circa ? { ...date, circa: true } : date);
}

function birthDate(birth: EuBirth): ListDate | undefined {
  // `birthdate` is always of the Gregorian calendar, the parts beside it are of the calendar that is named.
  const whole = isoDate(birth.date);
  if (whole) return { date: whole };
  if (!birth.year) return yearRange(birth.from, birth.to);
  if (birth.calendar?.toUpperCase() === 'ISLAMIC') return islamicYear(Number(birth.year), birth.country);
  const date = calendarDate(birth.year, birth.month, birth.day);
  return date ? { date } : undefined;
}

/**
 * The Gregorian years that a Hijri year touches. The files call both Hijri calendars ISLAMIC. Iran and Afghanistan
 * count solar years (from 21 March 622). All others count lunar years of 354.367 days (from 16 July 622).
 */
function islamicYear(year: number, country: string | undefined): ListDate | undefined {
  if (!Number.isInteger(year) || year < 1200 || year > 1500) return undefined;
  const solar = /^(IR|AF|IRN|AFG)$/.test(country ?? '');
  const start = solar ? year + 621.22 : 622.54 + (year - 1) * (354.367 / 365.2425);
  const length = solar ? 1 : 354.367 / 365.2425;
  return yearRange(String(Math.floor(start)), String(Math.floor(start + length)));
}

/** `00` and UNKNOWN are how the files write that no country is known. */
export function country(code: string | undefined, description: string | undefined): string | undefined {
  const known = (text: string | undefined) => (text && text !== '00' && text !== 'UNKNOWN' ? tidy(text) : undefined);
  return known(description) ?? known(code);
}

/** Identification type codes in words, for files that give the code alone. */
const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  passport: 'National passport',
  id: 'National identification card',
  regnumber: 'Registration number',
  fiscalcode: 'Fiscal code',
  taxid: 'Tax identification number',
  imo: 'IMO number',
  swiftbic: 'SWIFT/BIC',
  birthcert: 'Birth certificate',
  drivinglicence: 'Driving licence',
  nationcert: 'Nationality certificate',
  ssn: 'Social security number',
  travelcardid: 'Travel document',
  residentperm: 'Residence permit',
  euvat: 'EU VAT number',
  unssn: 'UN social security number',
  tradelic: 'Trade licence',
  electionid: 'Electoral card',
  other: 'Other identification number',
};

export interface EuDocument {
  readonly number: string | undefined;
  readonly latinNumber: string | undefined;
  readonly typeCode: string | undefined;
  readonly type: string | undefined;
  readonly country: string | undefined;
  /** What the list says against the document: `known false`, `reported lost`… */
  readonly flags: readonly string[];
  readonly remark: string | undefined;
}

export function addDocument(draft: EntryDraft, document: EuDocument): void {
  const name =
    tidy(document.type) ?? DOCUMENT_TYPES[document.typeCode ?? ''] ?? tidy(document.typeCode) ?? 'Identification';
  const type = document.flags.length > 0 ? `${name} (${document.flags.join(', ')})` : name;
  draft.addDocument(type, document.number, document.country);
  if (document.latinNumber !== document.number) draft.addDocument(type, document.latinNumber, document.country);
  draft.addRemark(oneLine(document.remark && `${name} ${document.number ?? ''}: ${document.remark}`));
}

/**
 * Adds a remark, and the entry's own UN reference where the remark states it ("UN Ref: QDi.004"). Others name
 * associates.
 */
export function addRemark(draft: EntryDraft, text: string | undefined): void {
  const remark = tidy(text);
  if (!remark || /^(none|n\/a|-)$/i.test(remark)) return;
  draft.addRemark(remark);
  const stated =
    /\bUN\s?(?:SC)?\s*ref(?:erence)?(?:\s*(?:number|no))?\s*[.:]*\s*([A-Z]{2}[ie]\s?\.?\s?\d{1,3})\b/i.exec(remark);
  draft.addReference('un-sc', unReference(stated?.[1]));
}

/** What the rows of one entity have told so far. */
export interface EuDraft {
  readonly draft: EntryDraft;
  readonly names: EuName[];
}
