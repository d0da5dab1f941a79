import { secondsLeft } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

/** The account has no unit left in this period; nothing was stored and nothing spent. */
export class QuotaExhausted extends TouchstoneError {
  /** Whole seconds until the next period, at least 1. */
  readonly secondsLeft: number;

  constructor(now: Date) {
    super('quota-exhausted', say('refusal.quota'));
    this.secondsLeft = secondsLeft(now);
  }
}
