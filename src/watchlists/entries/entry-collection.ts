import type { ListEntry, ListName } from '../../domain/list-entry.ts';
import { EntryDraft } from './entry-draft.ts';

/** Entries of one source by id, in the order in which they first appear. Parts of one entry are combined. */
export class EntryCollection {
  readonly #entries = new Map<string, ListEntry>();

  add(entry: ListEntry): void {
    const known = this.#entries.get(entry.id);
    this.#entries.set(entry.id, known ? combine(known, entry) : entry);
  }

  get size(): number {
    return this.#entries.size;
  }

  values(): Iterable<ListEntry> {
    return this.#entries.values();
  }
}

/** One entry with the facts of both; where only one value can be, the first entry's. */
function combine(first: ListEntry, second: ListEntry): ListEntry {
  const draft = new EntryDraft(first.id, first.kind === 'unknown' ? second.kind : first.kind);
  draft.deathDate = first.deathDate ?? second.deathDate;
  draft.gender = first.gender ?? second.gender;
  draft.listedOn = first.listedOn ?? second.listedOn;
  draft.url = first.url ?? second.url;
  addNames(draft, first.names);
  addNames(
    draft,
    second.names.map((name) => (name.kind === 'primary' ? { ...name, kind: 'spelling' } : name)),
  );
  for (const entry of [first, second]) {
    addOrigin(draft, entry);
    addDetails(draft, entry);
  }
  return draft.entry()!;
}

function addNames(draft: EntryDraft, names: readonly ListName[]): void {
  for (const { full, kind, weak, parts, language } of names) {
    draft.addName(full, kind, { weak: weak ?? false, language, ...(parts && { parts }) });
  }
}

function addOrigin(draft: EntryDraft, entry: ListEntry): void {
  for (const date of entry.birthDates ?? []) draft.addBirthDate(date);
  for (const place of entry.birthPlaces ?? []) draft.addBirthPlace(place);
  for (const nationality of entry.nationalities ?? []) draft.addNationality(nationality);
}

function addDetails(draft: EntryDraft, entry: ListEntry): void {
  for (const address of entry.addresses ?? []) draft.addAddress(address);
  for (const { type, number, country } of entry.documents ?? []) draft.addDocument(type, number, country);
  for (const position of entry.positions ?? []) draft.addPosition(position);
  for (const programme of entry.programmes ?? []) draft.addProgramme(programme);
  for (const remark of entry.remarks?.split('\n') ?? []) draft.addRemark(remark);
  for (const { to, id } of entry.references ?? []) draft.addReference(to, id);
}
