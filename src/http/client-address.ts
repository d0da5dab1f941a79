import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Who sent a request, after believing trusted proxies alone. */
export interface Client {
  /** The address nearest to the client that can be believed; as written where it is no address. */
  readonly address: string;
  /** False where a trusted proxy does not say that its client spoke https. */
  readonly https: boolean;
}

export interface Forwarded {
  readonly peer: string;
  /** X-Forwarded-For and X-Forwarded-Proto, as they came. */
  readonly for: string | undefined;
  readonly proto: string | undefined;
}

/** Reads X-Forwarded-* for peers inside the ranges; of all others the headers count for nothing. */
export function clientReader(trustedProxies: readonly string[]): (forwarded: Forwarded) => Client {
  const ranges = trustedProxies.map(range);
  const trusted = (address: string): boolean => inside(ranges, address);
  return (forwarded) => {
    if (!trusted(forwarded.peer)) return { address: forwarded.peer, https: true };
    const protocols = list(forwarded.proto);
    return {
      address: nearestUntrusted([...list(forwarded.for), forwarded.peer], trusted),
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

function range(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function inside(ranges: readonly Range[], text: string): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(text)) return false;
  // An IPv4 client on a listener for both families shows as ::ffff:a.b.c.d; it is the IPv4 address that counts.
  const address = ipaddr.process(text);
  return ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}
