import ipaddr from 'ipaddr.js';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * An address or CIDR in canonical form (RFC 5952). A single address has no length. An IPv4 address inside IPv6 becomes
 * IPv4.
 * Throws `validation` for anything else. Bits of the host must be zero, since 10.0.0.5/8 may mean one address or the
 * whole network. `what` begins the sentence.
 */
export function canonicalRange(text: string, what = say('address.allowed')): string {
  const trimmed = text.trim();
  const parsed = parseRange(trimmed);
  if (typeof parsed === 'string') throw refused(trimmed, what, parsed);
  const [address, bits] = parsed;
  const network = firstAddress(address, bits);
  if (network !== address.toString()) {
    const longest = widest(address);
    const bounds = { network, bits, address: address.toString(), most: longest };
    throw refused(trimmed, what, say('address.host-bits', bounds));
  }
  return bits === widest(address) ? network : `${network}/${bits}`;
}

/** Whether a list of canonical ranges lets an address in; an empty list lets everybody in. */
export function allows(ranges: readonly string[], address: string): boolean {
  return ranges.length === 0 || rangeTest(ranges)(address);
}

/** Tells whether an address lies in one of these canonical ranges; what is no address lies in none. */
export function rangeTest(ranges: readonly string[]): (address: string) => boolean {
  const networks = ranges.map((range) => parseRange(range)).filter((range) => typeof range !== 'string');
  return (text) => {
    const address = networks.length === 0 ? undefined : clientAddress(text);
    if (!address) return false;
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

/** The zone of a link-local address, such as eth0 of fe80::1%eth0: of letters that a URI has too (RFC 6874). */
const ZONE = /^([^%]*:[^%]*)%[\w.~-]+$/;

/**
 * The address of a client; undefined where the text is none. A zone is the interface of whoever wrote it, and no part
 * of the address. An IPv4 client on a listener for both families shows as ::ffff:a.b.c.d; it is the IPv4 address that
 * counts.
 */
export function clientAddress(text: string): Address | undefined {
  const parsed = parseAddress(ZONE.exec(text)?.[1] ?? text);
  return parsed && unmapped(parsed, widest(parsed))[0];
}

/** IPv4 in four decimal parts without leading zeros, which some read as octal, or IPv6. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== undefined;
}

/** The last 32 bits of an IPv6 address, in decimal (RFC 4291 §2.2). */
const DECIMAL_END = /^(.*:)([\d.]+\.[\d.]+)$/;

/**
 * The address that a text is; undefined where it is none. The parser takes `::203.0.113.7` for an IPv4-mapped address.
 * It is an IPv4-compatible one, which is another address than 203.0.113.7 (RFC 4291 §2.5.5), so it gets hexadecimal.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.includes('%')) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const [, start, decimal] = DECIMAL_END.exec(text) ?? [];
  if (decimal === undefined) return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
  if (!ipaddr.IPv4.isValidFourPartDecimal(decimal)) return undefined;
  const hex = Buffer.from(ipaddr.IPv4.parse(decimal).toByteArray()).toString('hex');
  const whole = `${start}${hex.slice(0, 4)}:${hex.slice(4)}`;
  return ipaddr.IPv6.isValid(whole) ? ipaddr.IPv6.parse(whole) : undefined;
}

/** The range, or why it is none. */
function parseRange(text: string): [Address, number] | string {
  const [address = '', bits, ...more] = text.split('/');
  const parsed = parseAddress(address);
  if (!parsed || more.length > 0) return say('address.neither');
  if (bits === undefined) return unmapped(parsed, widest(parsed));
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || Number(bits) > widest(parsed)) {
    return say('address.length', { most: widest(parsed) });
  }
  return unmapped(parsed, Number(bits));
}

/** ::ffff:192.0.2.0/120 is 192.0.2.0/24: clients of a listener for both families are compared as IPv4. */
function unmapped(address: Address, bits: number): [Address, number] {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

function firstAddress(address: Address, bits: number): string {
  const range = `${address}/${bits}`;
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(range) : ipaddr.IPv6.networkAddressFromCIDR(range);
  return network.toString();
}

function widest(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function refused(text: string, what: string, why: string): TouchstoneError {
  return new TouchstoneError('validation', say('address.invalid', { what, given: text, why }));
}
