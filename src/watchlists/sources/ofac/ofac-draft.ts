import type { ListDate, ListName } from '../../../domain/list-entry.ts';
import { EntryDraft } from '../../entries/entry-draft.ts';
import { oneLine } from '../../entries/values.ts';
import { wordedDate } from './dates.ts';
import { clean } from './ofac-names.ts';

/**
 * Labels of numbers that identify. OFAC has some two hundred types of them and adds new ones. So the form of a label
 * decides, and its name only where the form does not tell.
 */
const NUMBER_LABEL =
  /(?:\bNo\.?|\bNumber|#|\bIdentification|\bID|\bPassport|\bCard|\bIdentification Document|\bCredit Code(?: Certificate)?)(?: \([^()]+\))?$|^(?:SSN|RFC|RTN|MMSI|ISIN|US FEIN|C\.?U\.?[IR]\.?[TP]\.?|R\.F\.C\.|D\.N\.I\.|C\.U\.I\.|C\.I\.F\.|N\.I\.E\.|I\.F\.E\.|SWIFT\/BIC|BIK \(RU\)|License|Travel Document|Numero de Identidad|Credencial electoral|Cartilla de Servicio Militar Nacional|Aircraft Mode S Transponder Code|Equity Ticker|Digital Currency Address - \w+)$/;
const NO_IDENTITY = /^(?:Phone|Telephone|Fax)\b/i;
/** Only where it is called a UN reference: a remark may name the reference number of somebody else. */
const UN_REFERENCE = /\bUN\b[^.;()]{0,40}?\b([A-Z]{2}[ie]\.\d{3})\b/g;

/** One entry as the facts of an OFAC file come in, in the words that all of its formats share. */
export class OfacDraft extends EntryDraft {
  /** Adds one fact under its label: a birth date, a passport, a nationality, or anything else as a remark. */
  fact(label: string, value: string | undefined, country?: string): void {
    const plain = label.replace(/[\s:-]+$/, '');
    const text = clean(value ?? '');
    switch (plain.toLowerCase()) {
      case 'dob':
      case 'birthdate':
        this.birthDate(wordedDate(text), text);
        break;
      case 'pob':
      case 'place of birth':
        this.addBirthPlace(text);
        break;
      case 'nationality':
      case 'citizen':
      case 'nationality country':
      case 'citizenship country':
      case 'nationality of registration':
      case 'vessel flag':
        this.addNationality(text || country);
        break;
      case 'gender':
        this.gender ??= text || undefined;
        break;
      case 'vessel call sign':
        this.number('Vessel call sign', text);
        break;
      default:
        if (text && isNumberLabel(plain)) this.number(plain, text, country);
        else this.remark(`${label} ${text}${country ? ` (${country})` : ''}`);
    }
  }

  /** A birth date, or the words that stand for it where they are none. */
  birthDate(date: ListDate | undefined, words: string): void {
    if (date) this.addBirthDate(date);
    else if (words) this.remark(`DOB ${words}`);
  }

  name({ full, kind, weak, parts }: ListName): void {
    this.addName(full, kind, { weak: weak ?? false, parts: parts ?? {} });
  }

  /** Titles, which OFAC separates by semicolons. */
  positions(titles: string | undefined): void {
    for (const title of titles?.split(';') ?? []) this.addPosition(title);
  }

  address(parts: readonly (string | undefined)[]): void {
    this.addAddress(oneLine(...parts));
  }

  /** A number with its issuing country, which may stand behind the number in brackets. */
  number(type: string, written: string, stated?: string): void {
    const [, bare, bracketed] = (stated ? undefined : /^(\S.*?) \(([A-Z][^()]+)\)$/.exec(written)) ?? [];
    const imo = /^IMO\s*(\d{7})$/.exec(bare ?? written)?.[1];
    this.addDocument(imo ? 'IMO number' : type, imo ?? bare ?? written, stated ?? bracketed);
  }

  /** A remark; the UN reference numbers that it names are references. */
  remark(text: string | undefined): void {
    this.addRemark(text && clean(text));
    for (const [, id] of text?.matchAll(UN_REFERENCE) ?? []) this.addReference('un-sc', id);
  }

  /** The earliest of the listing dates, `YYYY-MM-DD`. */
  listed(day: string | undefined): void {
    if (day && (!this.listedOn || day < this.listedOn)) this.listedOn = day;
  }
}

/** True for the label of a number that identifies its holder. */
export function isNumberLabel(label: string): boolean {
  return NUMBER_LABEL.test(label) && !NO_IDENTITY.test(label);
}
