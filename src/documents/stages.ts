/** Milliseconds of each stage and of all. */
export class Stages {
  readonly #began = performance.now();
  readonly #spent: Record<string, number> = {};

  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    this.#spent[stage] = round(performance.now() - began);
    return result;
  }

  timings(): Record<string, number> {
    return { ...this.#spent, total: round(performance.now() - this.#began) };
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
