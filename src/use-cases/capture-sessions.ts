import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../accounts/secrets.ts';
import type { Actor } from '../domain/actor.ts';
import type { CaptureSession, CaptureSettings, CaptureWishes } from '../domain/capture-session.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';

/** A link that somebody makes for a person. */
export interface WantedCapture extends CaptureWishes {
  readonly accountId: number;
  /** The key or the person who makes it; both null: the operator. */
  readonly keyId: string | null;
  readonly userId: number | null;
  /** Seconds that the link holds. */
  readonly expiresIn: number;
}

/** The `redirectUrl` of a link cannot be used; the message says why. */
export class RedirectRefused extends TouchstoneError {
  constructor(message: string) {
    super('validation', message);
  }
}

/**
 * Makes a session and the token of its link. The records keep the token's hash, so it is known only now. Throws
 * `RedirectRefused`, and `not-found` for an account that is not there.
 */
export async function createCapture(
  { records }: Pick<Ports, 'records'>,
  wanted: WantedCapture,
): Promise<{ readonly session: CaptureSession; readonly token: string }> {
  if (wanted.redirectUrl !== null) await checkRedirect(records, wanted.accountId, wanted.redirectUrl);
  const token = newToken();
  const made = { ...wanted, id: randomUUID(), tokenHash: hashToken(token) };
  return { session: await records.captures.create(made), token };
}

/** A page that is none of the account's would learn that somebody was verified, and could pose as the account's. */
async function checkRedirect(records: Ports['records'], accountId: number, text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new RedirectRefused(say('refusal.redirect-form'));
  }
  const { redirectOrigins = [] } = (await records.accounts.capture(accountId)) ?? {};
  if (!redirectOrigins.includes(url.origin)) throw new RedirectRefused(say('refusal.redirect-origin'));
}

/**
 * Ends a session that is open, and deletes its pictures; the link shows nothing any more. Answers the session as it is
 * then: one that is over stays as it is. Undefined where the account has none such.
 */
export async function cancelCapture(
  { records, images }: Pick<Ports, 'records' | 'images'>,
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<CaptureSession | undefined> {
  const ended = await records.captures.end({ accountId, id }, { status: 'cancelled', reason: null });
  // The sweeper would find pictures that an interruption leaves.
  if (typeof ended?.recordId === 'number') await images.delete(ended.recordId);
  return records.captures.get(accountId, id);
}

/** Says how an account asks people. Without a change nothing is noted. Throws `not-found`. */
export async function changeCaptureSettings(
  { records: { accounts } }: Pick<Ports, 'records'>,
  id: number,
  changes: Partial<Omit<CaptureSettings, 'accountId'>>,
  actor: Actor,
): Promise<CaptureSettings> {
  const isChange = Object.keys(changes).length > 0;
  const settings = isChange ? await accounts.setCapture(id, changes, actor) : await accounts.capture(id);
  if (!settings) throw new TouchstoneError('not-found', `There is no account ${id}.`);
  return settings;
}
