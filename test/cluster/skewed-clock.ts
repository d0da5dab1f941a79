/** Loaded into a node before the rest: its clock is RIG_CLOCK_AHEAD_MS ahead of the machine's. */
const ahead = Number(process.env.RIG_CLOCK_AHEAD_MS ?? 0);
const Real = Date;

class Skewed extends Real {
  constructor(...given: []) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }

  static override now(): number {
    return Real.now() + ahead;
  }
}

globalThis.Date = Skewed as DateConstructor;
