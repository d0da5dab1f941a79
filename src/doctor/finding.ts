/**
 * - `ok`: nothing to do.
 * - `advice`: it works, and an operator should look at it.
 * - `must`: it does not work, loses something or lets somebody in until it is mended.
 */
export type FindingState = 'ok' | 'advice' | 'must';

/** What a look at one thing gave. Both texts are plain sentences. */
export interface Finding {
  /** What was looked at, such as `certificate`. */
  readonly check: Check;
  readonly state: FindingState;
  readonly found: string;
  /** What to do; null where there is nothing. */
  readonly todo: string | null;
}

export type Check =
  | 'settings'
  | 'disk'
  | 'permissions'
  | 'clock'
  | 'certificate'
  | 'database'
  | 'images'
  | 'lists'
  | 'keys'
  | 'sign-in'
  | 'audit-stream'
  | 'models'
  | 'service';

/** The findings of one look, which all carry its name. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #check: Check;

  constructor(check: Check) {
    this.#check = check;
  }

  ok(found: string): void {
    this.all.push({ check: this.#check, state: 'ok', found, todo: null });
  }

  advise(found: string, todo: string): void {
    this.all.push({ check: this.#check, state: 'advice', found, todo });
  }

  must(found: string, todo: string): void {
    this.all.push({ check: this.#check, state: 'must', found, todo });
  }

  /** That all is well, where nothing else was said. */
  orOk(found: string): readonly Finding[] {
    if (this.all.length === 0) this.ok(found);
    return this.all;
  }
}
