import type { EntryKind, NameKind } from '../../../domain/list-entry.ts';
import type { EntryDraft } from '../../entries/entry-draft.ts';

/** Schemata of FollowTheMoney that are screened. A LegalEntity is a person or an organisation, nobody knows which. */
const KINDS: Readonly<Record<string, EntryKind>> = {
  Person: 'person',
  Organization: 'organization',
  Company: 'organization',
  PublicBody: 'organization',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

export const kindOf = (schema: string | undefined): EntryKind | undefined => KINDS[schema ?? ''];

export const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text);

/** A further name: one that is not in Latin letters counts as the original of those that are. */
export const furtherKind = (text: string, latin: NameKind): NameKind => (isLatin(text) ? latin : 'original');

/** How ids of other lists look among the ids that OpenSanctions merged into an entity, and what those lists write. */
const REFERENTS: readonly (readonly [RegExp, string, (...groups: string[]) => string])[] = [
  [/^(Q\d+)$/, 'wikidata', (id) => id],
  [/^ofac-(\d+)$/, 'us-ofac-sdn', (id) => id],
  [/^eu-fsf-eu-(\d+)-(\d+)$/, 'eu-fsf', (first, second) => `EU.${first}.${second}`],
  [/^gb-hmt-(\d+)$/, 'uk-ofsi', (id) => id],
  [/^gb-fcdo-([a-z]{3}\d{4})$/, 'uk-sanctions', (id) => id.toUpperCase()],
  [/^interpol-red-(\d{4})-(\d+)$/, 'interpol-red', (year, number) => `${year}/${number}`],
  [/^evpo-([0-9a-f]{8}-[0-9a-f-]{27})$/, 'everypolitician', (id) => id],
];

/** Those of lists that are read here, and the ids of OpenSanctions that were merged into the entity. */
export function addReferents(draft: EntryDraft, ids: readonly string[]): void {
  for (const id of ids) {
    if (id !== draft.id && !/^Q\d+$/.test(id)) draft.addReference('opensanctions', id);
    for (const [pattern, list, format] of REFERENTS) {
      const match = pattern.exec(id);
      if (match) draft.addReference(list, format(...match.slice(1)));
    }
  }
}

export const pageOf = (id: string): string => `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`;
