import type { EntryKind, IdentityDocument, ListDate, ListEntry, ListName } from '../../model.ts';
import { wordedDate } from './dates.ts';
import { clean } from './names.ts';

/**
 * Labels of numbers that identify: OFAC has some two hundred types of them and adds new ones, so they are known by
 * their form, and by name where the form does not tell.
 */
const NUMBER_LABEL =
  /(?:\bNo\.?|\bNumber|#|\bIdentification|\bID)(?: \([^()]+\))?$|^(?:(?:Diplomatic |Stateless Person )?Passport|SSN|C\.?U\.?[IR]\.?[TP]\.?|R\.F\.C\.|D\.N\.I\.|C\.U\.I\.|C\.I\.F\.|N\.I\.E\.|SWIFT\/BIC|BIK \(RU\)|MMSI|ISIN|License|Travel Document|Residency Card|Cartilla de Servicio Militar Nacional|Moroccan Personal ID Card|Stateless Person ID Card|Refugee ID Card|Permanent Resident Card|Aircraft Mode S Transponder Code|Equity Ticker|Digital Currency Address - \w+)$/;
const NO_IDENTITY = /^(?:Phone|Telephone|Fax)\b/i;
const UN_REFERENCE = /\b[A-Z]{2}[ie]\.\d{3}\b/g;

/** One entry as the facts of an OFAC file come in, in the words that all of its formats share. */
export class EntryDraft {
  readonly id: string;
  readonly kind: EntryKind;
  readonly #names = new Map<string, ListName>();
  readonly #birthDates = new Map<string, ListDate>();
  readonly #birthPlaces = new Set<string>();
  readonly #nationalities = new Set<string>();
  readonly #addresses = new Set<string>();
  readonly #documents = new Map<string, IdentityDocument>();
  readonly #positions = new Set<string>();
  readonly #programmes = new Set<string>();
  readonly #remarks = new Set<string>();
  #gender: string | undefined;
  #listedOn: string | undefined;

  constructor(id: string, kind: EntryKind) {
    this.id = id;
    this.kind = kind;
  }

  /** Adds a name; the first is the primary one. A name that comes both strong and weak is strong. */
  name(name: ListName): void {
    const known = this.#names.get(name.full);
    if (name.full && (!known || (known.weak && !name.weak))) this.#names.set(name.full, name);
  }

  /** Adds one fact under its label: a birth date, a passport, a nationality, or anything else as a remark. */
  fact(label: string, value: string | undefined, country?: string): void {
    const plain = label.replace(/[\s:-]+$/, '');
    const text = clean(value ?? '');
    switch (plain) {
      case 'DOB':
      case 'Birthdate':
        this.birthDate(wordedDate(text), text);
        break;
      case 'POB':
      case 'Place of Birth':
        add(this.#birthPlaces, text);
        break;
      case 'nationality':
      case 'citizen':
      case 'Nationality Country':
      case 'Citizenship Country':
      case 'Nationality of Registration':
      case 'Vessel Flag':
        add(this.#nationalities, text || country);
        break;
      case 'Gender':
        this.#gender ??= text || undefined;
        break;
      default:
        if (text && isNumberLabel(plain)) this.document(plain, text, country);
        else this.remark(`${label} ${text}${country ? ` (${country})` : ''}`);
    }
  }

  /** A birth date, or the words that stand for it where they are none. */
  birthDate(date: ListDate | undefined, words = ''): void {
    if (date) this.#birthDates.set(JSON.stringify(date), date);
    else if (words) this.remark(`DOB ${words}`);
  }

  document(type: string, number: string, country?: string): void {
    const imo = /^IMO\s*(\d{7})$/.exec(number)?.[1];
    const document: IdentityDocument = {
      type: imo ? 'IMO number' : type,
      number: imo ?? number,
      ...(country ? { country } : {}),
    };
    this.#documents.set(JSON.stringify(document), document);
  }

  position(text: string | undefined): void {
    for (const position of (text ?? '').split(';')) add(this.#positions, position.trim());
  }

  address(parts: readonly (string | undefined)[]): void {
    add(this.#addresses, parts.filter(Boolean).join(', '));
  }

  programme(code: string | undefined): void {
    add(this.#programmes, code);
  }

  remark(text: string | undefined): void {
    add(this.#remarks, clean(text ?? ''));
  }

  /** The earliest of the listing dates, `YYYY-MM-DD`. */
  listed(day: string | undefined): void {
    if (day && (!this.#listedOn || day < this.#listedOn)) this.#listedOn = day;
  }

  /** Undefined where no name came in. */
  entry(): ListEntry | undefined {
    if (this.#names.size === 0) return undefined;
    const remarks = [...this.#remarks].join('; ');
    const references = [...new Set(remarks.match(UN_REFERENCE))].map((id) => ({ to: 'un-sc', id }));
    return {
      id: this.id,
      kind: this.kind,
      names: [...this.#names.values()],
      ...list('birthDates', this.#birthDates.values()),
      ...list('birthPlaces', this.#birthPlaces),
      ...(this.#gender ? { gender: this.#gender } : {}),
      ...list('nationalities', this.#nationalities),
      ...list('addresses', this.#addresses),
      ...list('documents', this.#documents.values()),
      ...list('positions', this.#positions),
      ...list('programmes', this.#programmes),
      ...(this.#listedOn ? { listedOn: this.#listedOn } : {}),
      ...(remarks ? { remarks } : {}),
      ...list('references', references),
    };
  }
}

/** True for the label of a number that identifies its holder. */
export function isNumberLabel(label: string): boolean {
  return NUMBER_LABEL.test(label) && !NO_IDENTITY.test(label);
}

function add(set: Set<string>, text: string | undefined): void {
  if (text) set.add(text);
}

function list<K extends string, V>(key: K, values: Iterable<V>): { [P in K]?: V[] } {
  const present = [...values];
  return (present.length === 0 ? {} : { [key]: present }) as { [P in K]?: V[] };
}
