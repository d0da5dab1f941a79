import { type CaptureSettings, MAX_REDIRECT_ORIGINS } from '../domain/capture-session.ts';
import { TouchstoneError } from '../errors.ts';
import type { OptionValues } from './command.ts';
import { label, option } from './values.ts';

const NONE = 'none';
const MAX_URL = 2_048;

/** How an account asks people, for the help of `accounts set`. */
export const CAPTURE_USAGE = `
  --asker NAME|none   what people read as the one who asks, where they verify themselves from a link; the account's
                      name without it
  --privacy-url URL|none
                      address (https) of the privacy notice that they are shown
  --redirect-origin ORIGIN|none
                      where they may be led at the end, such as https://shop.example; may be repeated. These take the
                      place of all before`;

export const CAPTURE_OPTIONS = {
  asker: { type: 'string' },
  'privacy-url': { type: 'string' },
  'redirect-origin': { type: 'string', multiple: true },
} as const;

/** What is to change; empty where nothing was given. Throws `validation`. */
export function captureChanges(values: OptionValues): Partial<Omit<CaptureSettings, 'accountId'>> {
  const asker = label(values, 'asker');
  const privacy = option(values, 'privacy-url');
  const origins = values['redirect-origin'];
  return {
    ...(asker !== undefined && { asker: asker === NONE ? null : asker }),
    ...(privacy !== undefined && { privacyUrl: privacy === NONE ? null : webPage(privacy) }),
    ...(Array.isArray(origins) && { redirectOrigins: originsIn(origins.map(String)) }),
  };
}

/** How an account asks people, in a few sentences. */
export function captureWords({ asker, privacyUrl, redirectOrigins }: Omit<CaptureSettings, 'accountId'>): string {
  const facts = [
    asker !== null && `People are asked in the name of ${asker}.`,
    privacyUrl !== null && `Its privacy notice: ${privacyUrl}.`,
    redirectOrigins.length > 0 && `People may be led to ${redirectOrigins.join(', ')}.`,
  ];
  return facts.filter(Boolean).join(' ');
}

function webPage(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPage = url?.protocol === 'https:' && url.username === '' && url.password === '' && text.length <= MAX_URL;
  if (isPage) return url.href;
  throw new TouchstoneError('validation', `--privacy-url must be an address by https, not "${text.slice(0, 100)}".`);
}

function originsIn(given: readonly string[]): readonly string[] {
  if (given.length === 1 && given[0] === NONE) return [];
  if (given.length > MAX_REDIRECT_ORIGINS) {
    throw new TouchstoneError('validation', `At most ${MAX_REDIRECT_ORIGINS} origins.`);
  }
  return [...new Set(given.map(originOf))];
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin;
  const form = 'https://HOST or https://HOST:PORT, without a path';
  throw new TouchstoneError('validation', `--redirect-origin must be ${form}, not "${text.slice(0, 100)}".`);
}
