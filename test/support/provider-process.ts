/*
 * oidc-provider in a process of its own, which `SignInProvider` starts and steers. A person of it signs in by the name
 * alone. What a real provider never does, such as a token for somebody else, it does where it is told to.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { Order, ProviderOptions, TokenChange } from './sign-in-provider.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const ALL_SCOPES = 'openid email profile offline_access';

let options: ProviderOptions;
let people: Readonly<Record<string, object>> = {};
let change: TokenChange | null = null;
/** Milliseconds before every answer, or a status in place of all. */
let mood: { readonly waitMs?: number; readonly status?: number } = {};
let keys: JWK[] = [];
let handler: Handler = (_, response) => void response.writeHead(503).end();
let issuer = '';

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

function build(): void {
  const provider = new Provider(issuer, {
    clients: [...options.clients, ...(options.more ?? [])],
    jwks: { keys },
    cookies: { keys: ['one key of the tests'] },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (_: unknown, accountId: string) =>
      createHash('sha256').update(`${options.pairwise} ${accountId}`).digest('base64url'),
    claims: {
      openid: ['sub', 'groups', 'roles', '_claim_names', '_claim_sources', 'hasgroups'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    conformIdTokenClaims: options.claimsInToken !== true,
    ttl: {
      AccessToken: options.accessSeconds ?? 3600,
      IdToken: 3600,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 3600,
      RefreshToken: 86_400,
    },
    issueRefreshToken: async () => options.refresh !== false,
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: unknown }, form: string) => {
          context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
        },
      },
    },
    // Its own asks no address of this machine.
    fetch: (url: string, { dispatcher: _, ...rest }: RequestInit & { dispatcher?: unknown }) => fetch(url, rest),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) =>
      people[accountId] && { accountId, claims: async () => ({ sub: accountId, ...people[accountId] }) },
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
    }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(ALL_SCOPES);
      await grant.save();
      return grant;
    },
    renderError: (context: { body: unknown }, out: object) => {
      context.body = `provider error ${JSON.stringify(out)}`;
    },
  });
  provider.use(async (context, next) => {
    if (context.path === '/token' && options.auth && !usesAuth(context)) {
      context.status = 401;
      context.body = { error: 'invalid_client' };
      return;
    }
    await next();
    if (context.path === '/token' && change) context.body = await changed(context.body as Record<string, unknown>);
    if (context.path === '/me' && options.hideGroups) context.body = { ...(context.body as object), groups: undefined };
    if (context.path === '/.well-known/openid-configuration' && options.metadata) {
      context.body = { ...(context.body as object), ...options.metadata };
    }
  });
  const callback = provider.callback();
  handler = (request, response) => {
    if (request.url?.startsWith('/interaction/')) return void interaction(provider, request, response);
    callback(request, response);
  };
}

/** It takes either form by itself; others do not. */
function usesAuth({ headers }: { readonly headers: { readonly authorization?: string } }): boolean {
  return (headers.authorization === undefined) === (options.auth === 'client_secret_post');
}

/** A page that asks who one is, and believes it. */
async function interaction(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      '<!doctype html><html lang="en"><title>The provider</title><form method="post"><label>Who are you? <input name="login"></label><button>Go on</button></form></html>',
    );
    return;
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const accountId = new URLSearchParams(body).get('login') ?? '';
  const refused = { error: 'access_denied', error_description: 'not today' };
  await provider.interactionFinished(request, response, people[accountId] ? { login: { accountId } } : refused);
}

async function changed(body: Record<string, unknown>): Promise<object> {
  if (!change || typeof body.id_token !== 'string') return body;
  const [, payload] = body.id_token.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as JWTPayload;
  return { ...body, id_token: await token({ ...claims, ...change.claims }, change) };
}

async function token(
  claims: JWTPayload,
  { algorithm = 'RS256', foreignKey = false, header = {} }: TokenChange,
): Promise<string> {
  // A message between processes has no undefined members.
  claims = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  if (algorithm === 'none') return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
  const own = keys[0]!;
  const signing = foreignKey ? { ...(await newKey()), kid: own.kid! } : own;
  const key =
    algorithm === 'HS256'
      ? new TextEncoder().encode(options.clients[0]!.client_secret)
      : await importJWK(signing, 'RS256');
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: own.kid!, ...header }).sign(key);
}

const server = createServer((request, response) => {
  const answer = () => {
    if (mood.status !== undefined) response.writeHead(mood.status).end();
    else handler(request, response);
  };
  if (mood.waitMs === undefined) answer();
  else setTimeout(answer, mood.waitMs);
});

async function obey(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'configure':
      options = order.options;
      if (keys.length === 0) keys = [await newKey()];
      return build();
    case 'people':
      people = order.people;
      return undefined;
    case 'tokens':
      change = order.change;
      return undefined;
    case 'mood':
      mood = order.mood;
      return undefined;
    case 'rotate':
      keys = [await newKey()];
      return build();
    case 'make':
      return token(
        { iss: issuer, aud: 'touchstone', jti: randomUUID(), ...order.claims } as JWTPayload,
        order.change ?? {},
      );
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  obey(order).then(
    (result) => process.send!({ id, result }),
    (error: Error) => process.send!({ id, error: error.message }),
  );
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.send!({ issuer });
});
