import { readTable } from '../../tables.ts';
import { compact } from './phrases.ts';

/**
 * What a label announces. `name` is a name whose part the other labels tell, `former` one that its holder had before;
 * `other` is known and not wanted.
 */
export type Role =
  | 'surname'
  | 'given'
  | 'name'
  | 'former'
  | 'birth'
  | 'expiry'
  | 'issue'
  | 'number'
  | 'personal'
  | 'sex'
  | 'nationality'
  | 'address'
  | 'other';

export interface Label {
  /** Letters A-Z and digits alone. */
  readonly phrase: string;
  readonly role: Role;
  /** Only at the start of a line or after another label: inside a line the letters may be anything. */
  readonly leading: boolean;
  /** In a language of North America; words of others are names there: Jane Tina, jantina. */
  readonly american: boolean;
}

const AMERICAN = ['en', 'fr', 'es'];

/**
 * Every label of `tables/documents/labels.tsv`, the longest phrase first; of equally long ones the one that comes first
 * in the table.
 */
export const LABELS: readonly Label[] = readTable('documents/labels.tsv', ['role', 'place', 'phrase', 'language'])
  .map(([role, place, phrase, language]): Label => {
    const american = language.split(',').some((one) => AMERICAN.includes(one));
    return { phrase: compact(phrase).letters, role: role as Role, leading: place === 'start', american };
  })
  .sort((a, b) => b.phrase.length - a.phrase.length);
