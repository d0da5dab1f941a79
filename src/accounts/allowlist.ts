import ipaddr from 'ipaddr.js';
import { TouchstoneError } from '../errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * An address or CIDR of an allow list in canonical form (RFC 5952): a single address without a length, an IPv4
 * address inside IPv6 as IPv4. Throws `validation` for anything else, also where bits of the host are set, since
 * 10.0.0.5/8 may have been meant as one address or as the whole network.
 */
export function canonicalRange(text: string): string {
  const trimmed = text.trim();
  const [address, bits] = parseRange(trimmed);
  const network = networkOf(address, bits);
  if (network !== address.toString()) {
    const longest = widest(address);
    throw refused(
      trimmed,
      `bits of the host are set: write ${network}/${bits} for the network or ${address} for the address (/${longest})`,
    );
  }
  return bits === widest(address) ? network : `${network}/${bits}`;
}

/** Whether a list of canonical ranges lets an address in; an empty list lets everybody in. */
export function allows(ranges: readonly string[], remoteAddress: string): boolean {
  if (ranges.length === 0) return true;
  // A link-local address carries its interface (fe80::1%eth0), which is ours and not the client's.
  const [text] = remoteAddress.split('%');
  if (!text || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some((range) => {
    const [network, bits] = parseRange(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

function parseRange(text: string): [Address, number] {
  const [address, bits, ...more] = text.split('/');
  const valid = address && (ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address));
  if (!valid || address.includes('%') || more.length > 0) throw refused(text, 'it is neither');
  const parsed = ipaddr.parse(address);
  if (bits === undefined) return unmapped(parsed, widest(parsed));
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > widest(parsed)) {
    throw refused(text, `the length must be 0 to ${widest(parsed)}`);
  }
  return unmapped(parsed, Number(bits));
}

/** ::ffff:192.0.2.0/120 is 192.0.2.0/24: clients of a listener for both families are compared as IPv4. */
function unmapped(address: Address, bits: number): [Address, number] {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

function networkOf(address: Address, bits: number): string {
  const range = `${address}/${bits}`;
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return network.toString();
}

function widest(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function refused(text: string, why: string): TouchstoneError {
  return new TouchstoneError(
    'validation',
    `An allowed address must be an IPv4 or IPv6 address or a CIDR range, not "${text}": ${why}.`,
  );
}
