import { readFileSync } from 'node:fs';
import { isAddress, parseAddress } from './domain/address-ranges.ts';
import { TouchstoneError } from './errors.ts';
import { fileFailure } from './file-failure.ts';

/** The provider of sign-in (OpenID Connect), as the operator names it. */
export interface ProviderSettings {
  /** As it was written: some providers count the slash at its end. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** What people call it: `Okta`. */
  readonly name: string;
  /** Separated by spaces, `openid` among them. */
  readonly scopes: string;
  readonly groupsClaim: string;
}

interface Given {
  readonly oidcIssuer: string | undefined;
  readonly oidcClientId: string | undefined;
  readonly oidcClientSecret: string | undefined;
  /** Path of a file with the secret. */
  readonly oidcClientSecretFile: string | undefined;
  readonly oidcName: string;
  readonly oidcScopes: string;
  readonly oidcGroupsClaim: string;
}

/** Undefined where no provider is named. Throws `usage` for settings that do not go together. */
export function providerSettings(given: Given): ProviderSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name, oidcScopes: scopes } = given;
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    throw new TouchstoneError(
      'usage',
      'TOUCHSTONE_OIDC_ISSUER and TOUCHSTONE_OIDC_CLIENT_ID go together: set both or none.',
    );
  }
  return { issuer, clientId, clientSecret: secretOf(given), name, scopes, groupsClaim: given.oidcGroupsClaim };
}

function secretOf({ oidcClientSecret: secret, oidcClientSecretFile: file }: Given): string | undefined {
  if (secret !== undefined && file !== undefined) {
    const both = 'TOUCHSTONE_OIDC_CLIENT_SECRET and TOUCHSTONE_OIDC_CLIENT_SECRET_FILE: set one of them.';
    throw new TouchstoneError('usage', both);
  }
  if (file === undefined) return secret;
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    const why = fileFailure(error);
    throw new TouchstoneError('usage', `TOUCHSTONE_OIDC_CLIENT_SECRET_FILE cannot be read: ${why}.`, { cause: error });
  }
  throw new TouchstoneError('usage', 'TOUCHSTONE_OIDC_CLIENT_SECRET_FILE names an empty file.');
}

/** An https address without query and fragment; http on a loopback address alone. */
export function issuerAddress(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url && url.username + url.password + url.search + url.hash === '';
  const isWellKnown = url?.pathname.includes('/.well-known/') === true;
  if (!url || !isPlain || isWellKnown || !(url.protocol === 'https:' || isLoopback(value))) {
    throw new TouchstoneError(
      'usage',
      `${name} must be the https address that the provider calls itself, such as https://login.example.com; it is "${value}".`,
    );
  }
  if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/.test(url.pathname)) {
    const everybody = 'names no tenant, so that people of every organisation could sign in.';
    throw new TouchstoneError(
      'usage',
      `${name} ${everybody} Put the id of your tenant in place of "${url.pathname.split('/')[1]}".`,
    );
  }
  return value;
}

/** Whether an address is plain http on this very machine. */
export function isLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    protocol === 'http:' && (host === 'localhost' || (isAddress(host) && parseAddress(host)?.range() === 'loopback'))
  );
}

/** Words with `openid` among them. */
export function scopeWords(value: string, name: string): string {
  const words = value.split(/[\s,]+/).filter(Boolean);
  if (words.includes('openid') && words.every((word) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(word)))
    return words.join(' ');
  throw new TouchstoneError(
    'usage',
    `${name} must be scopes with "openid" among them, such as "openid email profile"; it is "${value}".`,
  );
}

/** A short text for people, or the name of a claim. */
export function shortLabel(value: string, name: string): string {
  if (value.length <= 100 && !/\p{C}/u.test(value)) return value;
  throw new TouchstoneError('usage', `${name} must be a text of at most 100 ordinary characters.`);
}
