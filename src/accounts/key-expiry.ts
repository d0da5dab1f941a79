import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * When a key ends, from an ISO 8601 date (its first moment) or date-time; without an offset it is UTC. Throws
 * `validation` for a date that does not exist or that has passed.
 */
export function readKeyExpiry(text: string, now: Date): string {
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = FORM.exec(text.trim()) ?? [];
  const at = new Date(`${day}T${minutes}${seconds}${offset}`);
  if (!day || Number.isNaN(at.getTime()) || !exists(day)) {
    throw new TouchstoneError('validation', say('refusal.expiry-invalid', { given: text }));
  }
  if (at <= now) throw new TouchstoneError('validation', say('refusal.expiry-passed', { at: at.toISOString() }));
  return at.toISOString();
}

/** JavaScript reads 30 February as 2 March. */
function exists(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
