import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** Steps before and after the present one that are taken: clocks differ (RFC 6238 §5.2). */
const WINDOW = 1;

/** A new secret of 160 bits (RFC 4226 §4), base32, and the `otpauth://` address for a QR code. */
export function newTotp(email: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: totp(secret.base32, email).toString() };
}

/** Whether a text has the form of a code: six digits. */
export function isTotpCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/**
 * The number of the time step of a code (RFC 6238 §4.2), to refuse its second use. Undefined for a code that is wrong,
 * or of more than 30 seconds before or after `now`. `secret`: base32.
 */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined;
  const delta = totp(secret, '').validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Touchstone', label, period: STEP_SECONDS, digits: 6, secret: Secret.fromBase32(secret) });
}
