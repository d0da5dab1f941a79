import { createRemoteJWKSet, customFetch as jwksFetch } from 'jose';
import * as client from 'openid-client';
import { isLoopback, type ProviderSettings } from '../provider-settings.ts';
import { AddressPolicy } from '../webhooks/addresses.ts';
import { PATIENCE_MS, ProviderFetch } from './bounded-fetch.ts';
import { ProviderRefusal } from './refusal.ts';

/** Clocks of the provider and of this machine may differ so much, in seconds. */
export const SKEW_S = 60;
/** Keys are asked for again after so long, and for an unknown key at most so often. */
const KEYS_MS = 10 * 60_000;
const KEYS_AGAIN_MS = 2_000;

/** A provider as it described itself at some time. */
export interface Found {
  readonly config: client.Configuration;
  /** As it calls itself, to the letter. */
  readonly issuer: string;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly fetching: ProviderFetch;
  /** Where it describes itself. */
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Asks a provider what it says of itself. Throws what openid-client throws, and `ProviderRefusal`. */
export async function discover(settings: ProviderSettings, secretBy: client.ClientAuth, now: Date): Promise<Found> {
  const { issuer: wanted, clientId } = settings;
  const fetching = await fetchingFor(wanted);
  const place = new URL(`${bare(wanted)}/.well-known/openid-configuration`);
  const metadata = { [client.clockTolerance]: SKEW_S };
  const config = await client.discovery(place, clientId, metadata, secretBy, {
    [client.customFetch]: fetching.fetch,
    timeout: PATIENCE_MS / 1000,
    execute: isLoopback(wanted) ? [client.allowInsecureRequests] : [],
  });
  const { issuer, jwks_uri } = config.serverMetadata();
  // Slashes at the end are the commonest slip. The form that the provider gives itself is the one that counts.
  if (bare(issuer) !== bare(wanted)) {
    throw new ProviderRefusal('issuer', `TOUCHSTONE_OIDC_ISSUER is ${wanted}, and the provider calls itself ${issuer}`);
  }
  if (jwks_uri === undefined) throw new ProviderRefusal('answer', 'the provider names no place for its keys');
  if (!isLoopback(wanted) && !jwks_uri.startsWith('https:')) {
    throw new ProviderRefusal('answer', 'the provider names a place for its keys that is not https');
  }
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: KEYS_AGAIN_MS,
    [jwksFetch]: (url, options) =>
      fetching.fetch(String(url), { ...options, headers: Object.fromEntries(options.headers), body: undefined }),
  });
  return { config, issuer, keys, fetching, place: place.href, at: now.getTime() };
}

/** A company's provider may stand in its own network. One on the internet must not lead into it. */
async function fetchingFor(issuer: string): Promise<ProviderFetch> {
  const policy = new AddressPolicy({ ranges: [], origins: [] });
  const isPublic = await policy.check(issuer).then(
    () => true,
    () => false,
  );
  return new ProviderFetch(isPublic ? policy : undefined);
}

function bare(address: string): string {
  return address.replace(/\/+$/, '');
}
