import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Reached, WebVisitor } from './web-visitor.ts';

const PROGRAM = fileURLToPath(new URL('provider-process.ts', import.meta.url));

export interface ProviderOptions {
  readonly clients: readonly {
    readonly client_id: string;
    readonly client_secret: string;
    readonly [member: string]: unknown;
  }[];
  /** Claims stand in the ID token too, as Entra ID and Okta have them. */
  readonly claimsInToken?: boolean;
  /** False: no refresh tokens, as Google without `access_type`. */
  readonly refresh?: boolean;
  readonly accessSeconds?: number;
  /** Clients beside this service. */
  readonly more?: readonly object[];
  /** How the secret of the client is taken. */
  readonly auth?: 'client_secret_basic' | 'client_secret_post';
  /** Subjects are others for each registration of a client, as Entra ID has them: by this name of one. */
  readonly pairwise?: string;
  /** Groups stand in the ID token and nowhere else. */
  readonly hideGroups?: boolean;
  /** Members of its description that are others. */
  readonly metadata?: object;
}

/** What is done to a token before it is handed out. */
export interface TokenChange {
  /** Null: without it. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly algorithm?: 'RS256' | 'HS256' | 'none';
  /** Signed by another key of the same name. */
  readonly foreignKey?: boolean;
  readonly header?: Readonly<Record<string, string>>;
}

export type Order =
  | { readonly kind: 'configure'; readonly options: ProviderOptions }
  | { readonly kind: 'people'; readonly people: Readonly<Record<string, object>> }
  | { readonly kind: 'tokens'; readonly change: TokenChange | null }
  | { readonly kind: 'mood'; readonly mood: { readonly waitMs?: number; readonly status?: number } }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'make'; readonly claims: Readonly<Record<string, unknown>>; readonly change?: TokenChange };

const CLIENT = { client_id: 'touchstone', client_secret: 'a secret & more: 7%+' };

/** A provider of sign-in (oidc-provider) in a process of its own. */
export class SignInProvider {
  readonly issuer: string;
  readonly #child: ChildProcess;
  #orders = 0;
  #people: Record<string, object> = {};
  #options: Partial<ProviderOptions> = {};
  #served: Reached | undefined;

  static async start(): Promise<SignInProvider> {
    const child = fork(PROGRAM, { stdio: 'ignore', env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }];
    return new SignInProvider(child, issuer);
  }

  private constructor(child: ChildProcess, issuer: string) {
    this.#child = child;
    this.issuer = issuer;
  }

  /** Settings of a service that uses it. */
  get settings(): Record<string, string> {
    return {
      TOUCHSTONE_OIDC_ISSUER: this.issuer,
      TOUCHSTONE_OIDC_CLIENT_ID: CLIENT.client_id,
      TOUCHSTONE_OIDC_CLIENT_SECRET: CLIENT.client_secret,
      TOUCHSTONE_OIDC_NAME: 'Harbour ID',
    };
  }

  /** Lets a service use it. */
  async serve(served: Reached, options: Partial<ProviderOptions> = {}): Promise<void> {
    // The second name of this machine, for browsers: passkeys need a host name.
    const names = options.pairwise === undefined ? ['127.0.0.1', 'localhost'] : ['127.0.0.1'];
    const urls = names.map((name) => served.service.url.replace('127.0.0.1', name));
    this.#served = served;
    this.#options = options;
    const client = {
      ...CLIENT,
      redirect_uris: urls.map((url) => `${url}/sign-in/oidc/callback`),
      post_logout_redirect_uris: urls.map((url) => `${url}/sign-in`),
      backchannel_logout_uri: `${urls[0]}/sign-in/oidc/logout`,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: options.auth ?? 'client_secret_basic',
      ...(options.pairwise !== undefined && { subject_type: 'pairwise' }),
    };
    await this.#order({ kind: 'configure', options: { clients: [client], ...options } });
  }

  /** The same with other options. */
  async change(options: Partial<ProviderOptions>): Promise<void> {
    await this.serve(this.#served!, { ...this.#options, ...options });
  }

  /** Somebody of this name, with claims. */
  async person(name: string, claims: object | undefined): Promise<void> {
    const { [name]: _, ...others } = this.#people;
    this.#people = claims ? { ...others, [name]: claims } : others;
    await this.#order({ kind: 'people', people: this.#people });
  }

  /** Hands out other tokens from now on; null: its own. */
  async tokens(change: TokenChange | null): Promise<void> {
    await this.#order({ kind: 'tokens', change });
  }

  async mood(mood: { readonly waitMs?: number; readonly status?: number }): Promise<void> {
    await this.#order({ kind: 'mood', mood });
  }

  async rotateKeys(): Promise<void> {
    await this.#order({ kind: 'rotate' });
  }

  /** A token that it signed. */
  make(claims: Readonly<Record<string, unknown>>, change?: TokenChange): Promise<string> {
    return this.#order({ kind: 'make', claims, ...(change && { change }) }) as Promise<string>;
  }

  /** A browser in which somebody signs in, up to where the service answered. */
  async visit(name: string, path?: string, address?: string): Promise<WebVisitor> {
    const visitor = new WebVisitor(this.#served!, address);
    await this.signIn(visitor, name, path);
    return visitor;
  }

  /** The same in a browser that is there already. */
  async signIn(visitor: WebVisitor, name: string, path = '/sign-in/oidc'): Promise<void> {
    await visitor.open(this.#served!.service.url + path);
    if (visitor.url.startsWith(`${this.issuer}/interaction/`)) await visitor.submit({ login: name });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  async #order(order: Order): Promise<unknown> {
    this.#orders += 1;
    const id = this.#orders;
    const answered = new Promise((resolve, reject) => {
      const hear = (answer: { id: number; result?: unknown; error?: string }) => {
        if (answer.id !== id) return;
        this.#child.off('message', hear);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(answer.error));
      };
      this.#child.on('message', hear);
    });
    this.#child.send({ id, order });
    return answered;
  }
}
