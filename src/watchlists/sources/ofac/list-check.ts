import type { ListEntry } from '../../../domain/list-entry.ts';
import { TouchstoneError } from '../../../errors.ts';

/** The two lists as OFAC names them inside its files. */
export type OfacList = 'SDN List' | 'Consolidated List';

/** Programmes of the non-SDN lists (PLC, Part 561, FSE, CMIC, CAPTA, menu-based); very few SDNs carry them as well. */
const NON_SDN_PROGRAMME = /^(?:NS-|561|FSE-|CMIC-|CAPTA|MBS)/;
/** Share of entries with such a programme: 23 to 33 of 100 on the non-SDN list, 2 of 15,000 among the SDNs. */
const NON_SDN_SHARE = 0.05;
/** Fewer entries are no ground to judge by. */
const ENOUGH_ENTRIES = 50;

/**
 * The flat files and the sdnList XML do not say which list they hold; the programmes do. A mix-up would put one list in
 * force under the other's name, so it is refused.
 */
export class ListCheck {
  readonly #list: OfacList;
  #entries = 0;
  #nonSdn = 0;

  constructor(list: OfacList) {
    this.#list = list;
  }

  see(entry: ListEntry): void {
    this.#entries += 1;
    if (entry.programmes?.some((programme) => NON_SDN_PROGRAMME.test(programme))) this.#nonSdn += 1;
  }

  /** Throws `list-unusable` where there was no entry, or where they are of the other list. */
  finish(): void {
    if (this.#entries === 0) {
      throw new TouchstoneError('list-unusable', `The files hold no entries of OFAC's ${described(this.#list)}.`);
    }
    if (this.#entries < ENOUGH_ENTRIES) return;
    const seen: OfacList = this.#nonSdn / this.#entries >= NON_SDN_SHARE ? 'Consolidated List' : 'SDN List';
    if (seen === this.#list) return;
    throw new TouchstoneError(
      'list-unusable',
      `By their programmes the entries are of OFAC's ${described(seen)}, not of the ${described(this.#list)}.`,
    );
  }
}

function described(list: OfacList): string {
  return list === 'SDN List' ? 'SDN list' : 'consolidated (non-SDN) list';
}
