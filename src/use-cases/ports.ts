import type { Environment } from '../domain/environment.ts';
import type { ListCategory } from '../domain/list-entry.ts';
import type { OWN_CATEGORY } from '../domain/own-list.ts';
import type { ImageVault } from '../images/vault.ts';
import type { Records } from '../records/port.ts';
import type { Query } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import type { Announce } from './events.ts';

/** A search in the lists in force. */
export interface NameSearch {
  /** Id of the snapshot in force; undefined until lists are loaded. */
  readonly snapshot: string | undefined;
  /** Throws `busy` where too many searches of the account wait. */
  search(query: Query, accountId: number): Promise<SearchAnswer>;
}

/** All that use cases are done with. Each names what it needs of it. */
export interface Ports {
  readonly records: Records;
  readonly announce: Announce;
  readonly now: () => Date;
  readonly environment: Environment;
  readonly images: ImageVault;
  readonly search: NameSearch;
  /** Sentences about lists that are missing, old or starter lists. Never waits for a disk. */
  aboutLists(): readonly string[];
  /** The category of a list by its id. */
  categoryOf(source: string): ListCategory | typeof OWN_CATEGORY;
}
