import { clientAddress, rangeTest } from '../domain/address-ranges.ts';

/** Who sent a request, after believing trusted proxies alone. */
export interface Client {
  /** The address nearest to the client that can be believed; as written where it is no address. */
  readonly address: string;
  /** False where a trusted proxy does not say that its client spoke https. */
  readonly https: boolean;
}

export interface ForwardedRequest {
  readonly peer: string;
  /** X-Forwarded-For and X-Forwarded-Proto, as they came. */
  readonly for: string | undefined;
  readonly proto: string | undefined;
}

/** Reads X-Forwarded-* for peers inside the canonical ranges; of all others the headers count for nothing. */
export function clientReader(trustedProxies: readonly string[]): (forwarded: ForwardedRequest) => Client {
  const trusted = rangeTest(trustedProxies);
  return (forwarded) => {
    if (!trusted(forwarded.peer)) return { address: forwarded.peer, https: true };
    const protocols = list(forwarded.proto);
    return {
      address: nearestUntrusted([...list(forwarded.for).map(withoutPort), forwarded.peer], trusted),
      https: protocols.length > 0 && protocols.every((protocol) => protocol.toLowerCase() === 'https'),
    };
  };
}

/** Walks from our side towards the client: what stands left of an untrusted address may be invented by it. */
function nearestUntrusted(chain: readonly string[], trusted: (address: string) => boolean): string {
  return chain.findLast((address) => !trusted(address)) ?? chain[0]!;
}

function list(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Some proxies write `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`, also with the zone of a link-local
 * address (`[fe80::1%eth0]`, in a URI `[fe80::1%25eth0]`; RFC 6874). Anything else stays as it is.
 */
function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/.exec(text) ?? [];
  const address = v6?.replace('%25', '%') ?? v4;
  if (address === undefined || address.includes(':') !== (v6 !== undefined)) return text;
  return clientAddress(address) ? address : text;
}
