import type {
  EntryKind,
  IdentityDocument,
  ListDate,
  ListEntry,
  ListName,
  NameKind,
  NameParts,
  Reference,
} from '../../domain/list-entry.ts';
import { plainName } from './plain-name.ts';
import { tidy } from './values.ts';

/** A shape whose members may also be undefined, as they come from a list. */
type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** A longer text is no name: it is kept as a remark. The longest of the official lists has 270 characters. */
const MAX_NAME = 1000;

/** Collects the facts of one entry as its rows or elements come; blanks and repetitions are left out. */
export class EntryDraft {
  readonly id: string;
  kind: EntryKind;
  deathDate: string | undefined;
  gender: string | undefined;
  listedOn: string | undefined;
  url: string | undefined;
  readonly #names = new Map<string, ListName>();
  readonly #birthDates = new Map<string, ListDate>();
  readonly #birthPlaces = new Set<string>();
  readonly #nationalities = new Set<string>();
  readonly #addresses = new Set<string>();
  readonly #documents = new Map<string, IdentityDocument>();
  readonly #positions = new Set<string>();
  readonly #programmes = new Set<string>();
  readonly #remarks = new Set<string>();
  readonly #references = new Map<string, Reference>();

  constructor(id: string, kind: EntryKind) {
    this.id = id;
    this.kind = kind;
  }

  /**
   * A name without its list's footnote marks and other litter. One that stands there twice stays once: with the parts
   * of either, and weak only where both are.
   */
  addName(
    text: string | undefined,
    kind: NameKind,
    details: { weak?: boolean; parts?: Loose<NameParts>; language?: string | undefined } = {},
  ): void {
    if (!isName(text)) {
      this.addRemark(text);
      return;
    }
    const full = plainName(text);
    if (!full) return;
    const known = this.#names.get(full);
    const parts = plainParts(details.parts) ?? known?.parts;
    const weak = details.weak && (known?.weak ?? true) ? true : undefined;
    const strongest = known && kind !== 'primary' ? known.kind : kind;
    const language = known ? known.language : details.language;
    this.#names.set(full, present<ListName>({ full, kind: strongest, weak, parts, language })!);
  }

  addBirthDate(date: ListDate | undefined): void {
    if (date) this.#birthDates.set(`${date.date}/${date.to ?? ''}/${date.circa ?? ''}`, date);
  }

  addBirthPlace(text: string | undefined): void {
    addText(this.#birthPlaces, text);
  }

  addNationality(text: string | undefined): void {
    addText(this.#nationalities, text);
  }

  addAddress(text: string | undefined): void {
    addText(this.#addresses, text);
  }

  addDocument(type: string, text: string | undefined, country?: string): void {
    const number = tidy(text);
    if (!number) return;
    this.#documents.set(`${type}/${number}`, present<IdentityDocument>({ type, number, country: tidy(country) })!);
  }

  addPosition(text: string | undefined): void {
    addText(this.#positions, text);
  }

  addProgramme(text: string | undefined): void {
    addText(this.#programmes, text);
  }

  addRemark(text: string | undefined): void {
    addText(this.#remarks, text);
  }

  addReference(to: string, id: string | undefined): void {
    if (id) this.#references.set(`${to}/${id}`, { to, id });
  }

  /** The entry, its primary name first; undefined where it has no name. */
  entry(): ListEntry | undefined {
    const names = primaryFirst([...this.#names.values()]);
    if (names.length === 0) return undefined;
    return present<ListEntry>({
      id: this.id,
      kind: this.kind,
      names,
      birthDates: filled(this.#birthDates.values()),
      birthPlaces: filled(this.#birthPlaces),
      deathDate: this.deathDate,
      gender: this.gender,
      nationalities: filled(this.#nationalities),
      addresses: filled(this.#addresses),
      documents: filled(this.#documents.values()),
      positions: filled(this.#positions),
      programmes: filled(this.#programmes),
      listedOn: this.listedOn,
      remarks: [...this.#remarks].join('\n') || undefined,
      references: filled(this.#references.values()),
      url: this.url,
    });
  }
}

const isName = (text: string | undefined): boolean => (text ?? '').length <= MAX_NAME;

function addText(set: Set<string>, text: string | undefined): void {
  const value = tidy(text);
  if (value) set.add(value);
}

function plainParts(parts: Loose<NameParts> = {}): NameParts | undefined {
  return present<NameParts>(
    Object.fromEntries(
      Object.entries(parts).map(([part, text]) => [part, isName(text) ? plainName(text) : undefined]),
    ) as Loose<NameParts>,
  );
}

/** Where a list calls several names primary, or none, the first is it; the others are spellings of it. */
function primaryFirst(names: readonly ListName[]): ListName[] {
  const primary = names.find((name) => name.kind === 'primary') ?? names[0];
  if (!primary) return [];
  const others = names.filter((name) => name !== primary);
  return [
    { ...primary, kind: 'primary' },
    ...others.map((name): ListName => (name.kind === 'primary' ? { ...name, kind: 'spelling' } : name)),
  ];
}

function filled<T>(values: Iterable<T>): T[] | undefined {
  const list = [...values];
  return list.length > 0 ? list : undefined;
}

/** Without the members that are undefined or blank; undefined where none is left. */
function present<T extends object>(facts: Loose<T>): T | undefined {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== '');
  return known.length > 0 ? (Object.fromEntries(known) as T) : undefined;
}
