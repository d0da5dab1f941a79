import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddress, parseAddress, rangeTest } from '../domain/address-ranges.ts';
import type { WebhooksAllowed } from '../setting-values.ts';
import { Turns } from '../threads/turns.ts';

/** The addresses of unicast IPv6 that anybody was given so far (RFC 4291 §2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The system's resolver takes a thread of the pool that also reads files; it must leave some of them free. */
const LOOKUPS_AT_ONCE = 2;
const MAX_WAITING_LOOKUPS = 1_000;

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Why a hook may not be told at an address; the message is a public sentence. */
export class AddressRefused extends Error {
  readonly code: 'url-invalid' | 'url-not-https' | 'url-not-public' | 'url-unresolvable';

  constructor(code: AddressRefused['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AddressRefused';
    this.code = code;
  }
}

/**
 * Where hooks may be told: by https at public addresses, and where the operator allows it. A name is judged by what it
 * resolves to, when the hook is made and again at each connection. That goes to the very addresses that were judged.
 */
export class AddressPolicy {
  readonly #origins: ReadonlySet<string>;
  readonly #isAllowed: (address: string) => boolean;
  readonly #resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly #turns = new Turns({ atOnce: LOOKUPS_AT_ONCE, maxWaiting: MAX_WAITING_LOOKUPS });

  /** `resolve`: tests bring their own. */
  constructor(
    { ranges, origins }: WebhooksAllowed,
    resolve: (host: string) => Promise<readonly ResolvedAddress[]> = (host) => systemLookup(host, { all: true }),
  ) {
    this.#origins = new Set(origins);
    this.#isAllowed = rangeTest(ranges);
    this.#resolve = resolve;
  }

  /** The whole check of a new hook. Throws `AddressRefused`. */
  async check(text: string): Promise<void> {
    const url = this.checkForm(text);
    const host = hostOf(url);
    if (!isAddress(host) && !this.isTrusted(url)) await this.#judged(host);
  }

  /** What can be said without resolving the name. Throws `AddressRefused`. */
  checkForm(text: string): URL {
    if (!URL.canParse(text)) throw new AddressRefused('url-invalid', 'url is no web address.');
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || url.hash !== '') {
      throw new AddressRefused('url-invalid', 'url must have no user, no password and no fragment.');
    }
    if (url.protocol !== 'https:' && !this.isTrusted(url)) {
      throw new AddressRefused('url-not-https', 'url must begin with https://.');
    }
    const host = hostOf(url);
    if (isAddress(host) && !this.isTrusted(url)) this.#judge([host]);
    return url;
  }

  /** The operator named this very origin. */
  isTrusted(url: URL): boolean {
    return this.#origins.has(url.origin);
  }

  /** Resolves names for connections, and refuses those that lead anywhere else than to public addresses. */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.#judged(host).then(
      (found) => {
        if (options.all) done(null, [...found]);
        else done(null, found[0]!.address, found[0]!.family);
      },
      (error) => done(error, []),
    );
  };

  async #judged(host: string): Promise<readonly ResolvedAddress[]> {
    const found = await this.#turns
      .run(0, () => this.#resolve(host))
      .catch((cause: unknown) => {
        throw new AddressRefused('url-unresolvable', 'The name in the url does not resolve to an address.', { cause });
      });
    this.#judge(found.map(({ address }) => address));
    return found;
  }

  #judge(addresses: readonly string[]): void {
    if (addresses.every((address) => isPublic(address) || this.#isAllowed(address))) return;
    throw new AddressRefused('url-not-public', 'The url leads to an address that is not public.');
  }
}

/** An address in brackets without them. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Whether everybody can reach it: no private, local, shared, reserved or documentation range, and no tunnel to one. */
function isPublic(text: string): boolean {
  const address = parseAddress(text);
  if (address?.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}
