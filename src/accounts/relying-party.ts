import { isIP } from 'node:net';

/** Who asks for a passkey (WebAuthn Level 3, §4 "WebAuthn Relying Party"). */
export interface RelyingParty {
  /** The host that passkeys are bound to. */
  readonly id: string;
  /** Of the pages that may ask: `https://HOST`, with a port that is not 443. */
  readonly origin: string;
}

/**
 * The address that people use, where it is set; else the one that a request named. A browser asks for no passkey unless
 * that is its page's own. Undefined for an IP address: passkeys need a name.
 */
export function relyingParty(publicUrl: string | undefined, host: string | undefined): RelyingParty | undefined {
  const text = publicUrl ?? `https://${host ?? ''}`;
  if (!URL.canParse(text)) return undefined;
  const { origin, hostname, pathname, username } = new URL(text);
  const isPlain = pathname === '/' && username === '' && hostname !== '';
  if (!isPlain || hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  return { id: hostname, origin };
}
