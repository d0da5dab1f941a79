import { createHash } from 'node:crypto';
import {
  type EntryFacts,
  entryKey,
  type IdentityDocument,
  type ListDate,
  type ListName,
  type Reference,
} from '../domain/list-entry.ts';
import type { CodeOf } from '../sentences.ts';

/** What a list may say of an entry. */
export type FactKind = CodeOf<'fact'>;

/** Every fact of an entry in words, each once and sorted, so that a list may publish them in another order. */
export type StatedFacts = Readonly<Record<FactKind, readonly string[]>>;

/**
 * What a list says of an entry, without the parts and the language of its names. These say how a name was read, and a
 * better reader would reopen every dismissed match.
 */
export function statedFacts(entry: EntryFacts): StatedFacts {
  return {
    kind: [entry.kind],
    names: sorted(entry.names.map(nameWords)),
    birthDates: sorted(entry.birthDates?.map(dateWords)),
    birthPlaces: sorted(entry.birthPlaces),
    deathDate: sorted(optional(entry.deathDate)),
    gender: sorted(optional(entry.gender)),
    nationalities: sorted(entry.nationalities),
    addresses: sorted(entry.addresses),
    documents: sorted(entry.documents?.map(documentWords)),
    positions: sorted(entry.positions),
    programmes: sorted(entry.programmes),
    listedOn: sorted(optional(entry.listedOn)),
    remarks: sorted(optional(entry.remarks)),
    // Ids of OpenSanctions among themselves say nothing of anybody.
    references: sorted(
      entry.references?.filter(({ to }) => to !== 'opensanctions').map(({ to, id }: Reference) => `${to} ${id}`),
    ),
    url: sorted(optional(entry.url)),
  };
}

/** SHA-256 (hex) over everything that the lists say of a match, whatever order they say it in. */
export function fingerprint(entries: readonly EntryFacts[]): string {
  const facts = entries.map((entry) => [entryKey(entry), statedFacts(entry)] as const);
  const ordered = facts.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/**
 * Whether what was decided on is still there as it was. That is all that the lists say of the entity, or of a part that
 * evidence alone joined to the rest. Another part says nothing new of whom was decided on.
 */
export function saysTheSame(decided: string, entries: readonly EntryFacts[]): boolean {
  if (fingerprint(entries) === decided) return true;
  const parts = partsOf(entries);
  return parts.length > 1 && parts.some((part) => fingerprint(part) === decided);
}

/** The entries that would be one also without any join by evidence. */
function partsOf(entries: readonly EntryFacts[]): readonly (readonly EntryFacts[])[] {
  const byKey = new Map(entries.map((entry) => [entryKey(entry), entry]));
  const headOf = (entry: EntryFacts): EntryFacts => {
    const to = entry.joined?.reason === 'evidence' ? undefined : byKey.get(entry.joined?.to ?? '');
    return to === undefined ? entry : headOf(to);
  };
  return [...Map.groupBy(entries, headOf).values()];
}

function sorted(words: readonly string[] | undefined): readonly string[] {
  return [...new Set(words)].sort();
}

function optional(word: string | undefined): readonly string[] {
  return word === undefined ? [] : [word];
}

function nameWords({ full, kind, weak }: ListName): string {
  return `${full} (${weak ? 'weak ' : ''}${kind})`;
}

function dateWords({ date, to, circa }: ListDate): string {
  return `${circa ? 'about ' : ''}${date}${to ? ` to ${to}` : ''}`;
}

function documentWords({ type, number, country }: IdentityDocument): string {
  return [type, number, country].filter(Boolean).join(', ');
}
