/** Milliseconds of each stage of a work, and of the whole. */
export class StageTimes {
  readonly #began = performance.now();
  readonly #stages: Record<string, number> = {};

  /** A stage is over that began with the whole. */
  mark(stage: string): void {
    this.#stages[stage] = performance.now() - this.#began;
  }

  /** Does the work of a stage, and keeps what it takes. Throws as the work does. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    this.#stages[stage] = performance.now() - began;
    return result;
  }

  /** All of them by their names, `total` among them. */
  timings(): Record<string, number> {
    this.mark('total');
    return Object.fromEntries(Object.entries(this.#stages).map(([stage, ms]) => [stage, Math.round(ms * 10) / 10]));
  }
}
