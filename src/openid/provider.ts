import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { ProviderPerson } from '../domain/provider-person.ts';
import type { ProviderSettings } from '../provider-settings.ts';
import { type Claims, readPerson, saysGroups, saysMultiFactor, sessionIdOf, subjectOf } from './claims.ts';
import { discover, type Found, SKEW_S } from './discovery.ts';
import { KnownProvider } from './known-provider.ts';
import { asProviderRefusal, ProviderRefusal } from './refusal.ts';

/** A logout token counts for so long after it was issued. */
const LOGOUT_S = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures by the provider's own keys. Neither none at all nor one by the client's secret is taken. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** What a browser brings back, beside what was sent along with it. */
export interface Exchange {
  /** The address that the provider sent the browser to, with its parameters. */
  readonly returned: URL;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The provider has to say that it asked for a proof again. */
  readonly anew: boolean;
}

/** What is kept of a sign-in, so that it can be looked at again and ended. Secret. */
export interface ProviderTokens {
  readonly issuer: string;
  readonly subject: string;
  readonly access: string;
  /** Milliseconds since 1970. */
  readonly accessUntil: number;
  readonly refresh?: string;
  /** The ID token, by which the provider knows whom to sign out. */
  readonly hint?: string;
  /** Groups stood in the ID token, so that the address for user information does not say them. */
  readonly groupsInToken: boolean;
}

export interface Arrival {
  readonly person: ProviderPerson;
  readonly tokens: ProviderTokens;
  /** The provider's id of the session; null where it says none. */
  readonly sid: string | null;
  /** The provider says that it asked for a second factor. */
  readonly multiFactor: boolean;
}

/** The same, later and without the browser. */
type Again = Pick<Arrival, 'person' | 'tokens'>;

/** Whom a logout token is about, and what tells it from others. */
export interface Logout {
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
  readonly id: string;
  /** Milliseconds since 1970: later it is refused anyway. */
  readonly until: number;
}

/** The longest ID token that is sent along when somebody signs out: it stands in an address. */
const MAX_HINT = 4_000;

/**
 * The company's own provider of sign-in (OpenID Connect Core 1.0, code flow with PKCE). The protocol is openid-client's
 * and jose's. It is asked when it is first needed, so that a service starts without it. Every method throws
 * `ProviderRefusal`.
 */
export class OpenIdProvider {
  readonly settings: ProviderSettings;
  readonly #now: () => Date;
  readonly #known: KnownProvider;
  #secretInBody = false;

  constructor(settings: ProviderSettings, now: () => Date) {
    this.settings = settings;
    this.#now = now;
    this.#known = new KnownProvider(() => this.#discover(), now);
  }

  /** The name on the button. */
  get name(): string {
    return this.settings.name;
  }

  /**
   * Where a browser is sent. `away`: nobody answers there, so that it would end at a page of nobody's. `anew`: the
   * provider asks for a proof, though somebody is signed in there.
   */
  async address(asked: {
    readonly redirect: string;
    readonly state: string;
    readonly nonce: string;
    readonly verifier: string;
    readonly anew: boolean;
    readonly hint?: string;
  }): Promise<string> {
    const { config } = await this.#known.reached();
    const { redirect, state, nonce, verifier, anew, hint } = asked;
    const parameters = {
      redirect_uri: redirect,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(anew && { prompt: 'login', max_age: '0' }),
      ...(hint !== undefined && { login_hint: hint }),
    };
    return client.buildAuthorizationUrl(config, parameters).href;
  }

  /** Takes what a browser brought back to the provider, and answers who it is. */
  async arrive({ returned, state, nonce, verifier, anew }: Exchange): Promise<Arrival> {
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(anew && { maxAge: 0 }),
    };
    return this.#asking(async (found) => {
      const tokens = await this.#granted(() => client.authorizationCodeGrant(found.config, returned, { ...checks }));
      const claims = (await this.#signed(tokens.id_token!, found)) as Claims;
      const info = await this.#information(found, tokens.access_token, claims);
      return {
        person: readPerson(found.issuer, [claims, ...info], this.settings.groupsClaim),
        tokens: this.#kept(tokens, claims, found),
        sid: sessionIdOf(claims),
        multiFactor: saysMultiFactor(claims),
      };
    });
  }

  /**
   * Who somebody is now. `withdrawn`: the provider does not answer for them any more. `unconfirmed`: it cannot be asked
   * without the browser.
   */
  async again(before: ProviderTokens): Promise<Again> {
    return this.#asking(async (found) => {
      if (before.issuer !== found.issuer) throw new ProviderRefusal('withdrawn', 'another provider signed them in');
      if (before.refresh === undefined) return this.#byInformation(found, before);
      const tokens = await this.#granted(() => client.refreshTokenGrant(found.config, before.refresh!)).catch(
        withdrawn,
      );
      const claims = tokens.id_token
        ? ((await this.#signed(tokens.id_token, found)) as Claims)
        : { sub: before.subject };
      if (subjectOf(claims) !== before.subject) throw new ProviderRefusal('other-person', 'another subject came back');
      const info = await this.#information(found, tokens.access_token, claims);
      this.#requireGroups(before, [claims, ...info]);
      const kept = this.#kept(tokens, claims, found);
      return {
        person: readPerson(found.issuer, [claims, ...info], this.settings.groupsClaim),
        // A provider that turns no refresh token leaves the one before in force (RFC 6749 §6).
        tokens: { ...before, ...kept, groupsInToken: before.groupsInToken, refresh: kept.refresh ?? before.refresh },
      };
    });
  }

  /** Where a browser signs out at the provider; undefined where the provider has no such place. */
  async signOutAddress(tokens: ProviderTokens, after: string): Promise<string | undefined> {
    const { config, issuer } = await this.#known.now();
    if (config.serverMetadata().end_session_endpoint === undefined || tokens.issuer !== issuer) return undefined;
    const hint = tokens.hint === undefined ? {} : { id_token_hint: tokens.hint };
    return client.buildEndSessionUrl(config, { post_logout_redirect_uri: after, ...hint }).href;
  }

  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6). Whether it came before is for the caller. */
  async readLogout(token: string): Promise<Logout> {
    return this.#asking(async (found) => {
      const claims = await this.#signed(token, found, { requiredClaims: ['iat', 'jti'], maxTokenAge: LOGOUT_S });
      const { events, iat, jti } = claims;
      const event = (events as Record<string, unknown> | null | undefined)?.[LOGOUT_EVENT];
      const isLogout = typeof event === 'object' && event !== null && claims.nonce === undefined;
      const subject = claims.sub === undefined ? null : subjectOf(claims);
      const sid = sessionIdOf(claims);
      if (!isLogout || (subject === null && sid === null)) {
        throw new ProviderRefusal('events', 'it is no logout token, or names nobody');
      }
      // Its age ends it by then, whatever it says of its own end. Both ends of the last second count.
      const until = iat! + LOGOUT_S + SKEW_S + 1;
      return { issuer: found.issuer, subject, sid, id: String(jti), until: until * 1000 };
    });
  }

  /** What the provider says of itself, for a look at the settings. */
  async look(): Promise<{ readonly issuer: string; readonly signsOut: boolean; readonly keys: number }> {
    return this.#asking(async ({ config, issuer, keys }) => {
      await keys.reload();
      const signsOut = config.serverMetadata().end_session_endpoint !== undefined;
      return { issuer, signsOut, keys: keys.jwks()?.keys.length ?? 0 };
    });
  }

  close(): Promise<void> {
    return this.#known.close();
  }

  async #asking<T>(work: (found: Found) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#known.now());
    } catch (error) {
      throw asProviderRefusal(error);
    }
  }

  #discover(): Promise<Found> {
    const { clientSecret: secret } = this.settings;
    // Servers know one way of sending the secret or the other, and say so by refusing it.
    const secretBy: client.ClientAuth = (...given) => {
      if (secret === undefined) return client.None()(...given);
      return (this.#secretInBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(...given);
    };
    return discover(this.settings, secretBy, this.#now());
  }

  /** The other way of sending the secret is tried once where the first is refused: no code is used up by that. */
  async #granted<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (this.settings.clientSecret === undefined || (error as { error?: string }).error !== 'invalid_client')
        throw error;
      this.#secretInBody = !this.#secretInBody;
      return ask();
    }
  }

  async #signed(token: string, { keys, issuer }: Found, options: JWTVerifyOptions = {}): Promise<JWTPayload> {
    const checks = {
      issuer,
      audience: this.settings.clientId,
      algorithms: SIGNATURES,
      clockTolerance: SKEW_S,
      ...options,
    };
    try {
      return (await jwtVerify(token, keys, checks)).payload;
    } catch (error) {
      // A provider may put another key under the same name.
      const { code } = error as { code?: string };
      if (code !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || keys.coolingDown) throw error;
      await keys.reload();
      return (await jwtVerify(token, keys, checks)).payload;
    }
  }

  /** What the ID token leaves out, where the provider says it elsewhere. */
  async #information({ config }: Found, access: string, claims: Claims): Promise<Claims[]> {
    const isWhole = typeof claims.email === 'string' && saysGroups(claims, this.settings.groupsClaim);
    if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return [];
    return [await client.fetchUserInfo(config, access, subjectOf(claims))];
  }

  async #byInformation(found: Found, before: ProviderTokens): Promise<Again> {
    const isOver = before.accessUntil <= this.#now().getTime();
    if (isOver || found.config.serverMetadata().userinfo_endpoint === undefined) {
      throw new ProviderRefusal('unconfirmed', 'the provider gave no refresh token, and the access token has ended');
    }
    const claims: Claims = await client.fetchUserInfo(found.config, before.access, before.subject).catch(withdrawn);
    this.#requireGroups(before, [claims]);
    return { person: readPerson(found.issuer, [claims], this.settings.groupsClaim), tokens: before };
  }

  /** Where groups stood in a place that is not given again, nobody knows them. */
  #requireGroups({ groupsInToken }: ProviderTokens, places: readonly Claims[]): void {
    if (!groupsInToken || places.some((place) => saysGroups(place, this.settings.groupsClaim))) return;
    throw new ProviderRefusal('unconfirmed', 'the provider tells groups only when somebody signs in');
  }

  #kept(tokens: client.TokenEndpointResponse, claims: Claims, { issuer }: Found): ProviderTokens {
    const { access_token, expires_in = 300, refresh_token, id_token } = tokens;
    return {
      issuer,
      subject: subjectOf(claims),
      access: access_token,
      accessUntil: this.#now().getTime() + expires_in * 1000,
      groupsInToken: saysGroups(claims, this.settings.groupsClaim),
      ...(refresh_token !== undefined && { refresh: refresh_token }),
      ...(id_token !== undefined && id_token.length <= MAX_HINT && { hint: id_token }),
    };
  }
}

/** A provider that refuses a token which worked before has ended it. */
function withdrawn(error: unknown): never {
  const refusal = asProviderRefusal(error);
  const { status } = error as { status?: number };
  const isRefused = refusal.fault === 'code' || status === 401 || status === 403;
  throw isRefused ? new ProviderRefusal('withdrawn', refusal.message, { cause: error }) : refusal;
}
