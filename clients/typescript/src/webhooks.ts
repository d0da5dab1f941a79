import { WebhookRefused } from './errors.ts';
import type { WebhookEvent } from './operations.ts';

/** Seconds that a delivery may be old, or from the future. */
const TOLERANCE = 300;

export interface Delivery {
  /** The secret as it was shown, with `whsec_`; two while one takes the place of the other. */
  readonly secret: string | readonly string[];
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, before anything parses it. */
  readonly body: string;
}

/**
 * The event of a delivery, once its signature holds (Standard Webhooks, HMAC-SHA-256). Throws `WebhookRefused` for any
 * other. `now`: milliseconds since 1970.
 */
export async function verifyWebhook({ secret, headers, body }: Delivery, now = Date.now()): Promise<WebhookEvent> {
  const header = (name: string) => {
    if (headers instanceof Headers) return headers.get(name) ?? '';
    // Gateways of functions hand names over as they were sent, such as `Webhook-Id`.
    const own = Object.keys(headers).find((one) => one.toLowerCase() === name);
    return String((own === undefined ? undefined : headers[own]) ?? '');
  };
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > TOLERANCE) throw new WebhookRefused('The timestamp is missing or too old.');
  const given = header('webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [bytesOf(one.slice(3))] : []));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    // `verify` compares in a time that tells nothing.
    for (const signature of given) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(body) as WebhookEvent;
    }
  }
  throw new WebhookRefused('The signature is not of this secret.');
}

function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Empty for what is no base64: no signature holds by it. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
