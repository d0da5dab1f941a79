/** What clients know of their requests. Every name is asked for once. */
export class Ledger {
  /** Names of screenings that were acknowledged, by their ids. */
  readonly screenings = new Map<number, string>();
  /** Rows of batches that were accepted, by their labels, with which their names begin. */
  readonly batches = new Map<string, { readonly id: string; readonly rows: number }>();
  /** Requests that were refused with 503, or whose connection broke: they may be stored or not. */
  doubtful = 0;
  /** Sentences about answers that must not be. */
  readonly wrong: string[] = [];
  /** The longest that a request took, in milliseconds, since it was last asked for. */
  #slowest = 0;

  keep(id: number, name: string): void {
    const before = this.screenings.get(id);
    if (before !== undefined) this.wrong.push(`id ${id} was given to "${before}" and to "${name}"`);
    this.screenings.set(id, name);
  }

  took(milliseconds: number): void {
    this.#slowest = Math.max(this.#slowest, milliseconds);
  }

  /** The longest since the last call. */
  slowest(): number {
    const slowest = this.#slowest;
    this.#slowest = 0;
    return slowest;
  }
}
