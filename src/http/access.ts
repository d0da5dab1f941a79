import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '../domain/account.ts';
import { allows } from '../domain/address-ranges.ts';
import { isUsedUp, secondsLeft } from '../domain/quota.ts';
import { clientReader } from './client-address.ts';
import { decodedPath } from './paths.ts';
import type { Services } from './services.ts';
import { quotaExhausted, Refusal, tooFast, unauthorized } from './wire/failure.ts';

/** Whose request it is. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once a request to the API has passed authentication. */
    caller: Caller | undefined;
    /** Address of the client, after believing trusted proxies alone. */
    client: string;
  }
  interface FastifyContextConfig {
    /** Served without a key. */
    public?: boolean;
    /** Answered whatever a proxy says of its client: probes come from the proxy itself. */
    probe?: boolean;
  }
}

/**
 * The checks before anything of a request is read, in the order that is fixed: authentication (401), origin (403),
 * quota and rate (429). Everything needs a key but what a route declares public, and unknown paths outside /api.
 */
export function accessHook(services: Services) {
  const readClient = clientReader(services.trustedProxies);
  return async (request: FastifyRequest): Promise<void> => {
    const { config } = request.routeOptions;
    const client = readClient({
      peer: request.socket.remoteAddress ?? '',
      for: joined(request.headers['x-forwarded-for']),
      proto: joined(request.headers['x-forwarded-proto']),
    });
    request.client = client.address;
    if (isPublic(request)) {
      if (!client.https && !config.probe) throw notHttps();
      return;
    }
    const access = await authenticated(services, request);
    if (!client.https) throw notHttps();
    if (!allows(access.key.allow, client.address)) throw notAllowed();
    checkLimits(services, access);
  };
}

async function authenticated(services: Services, request: FastifyRequest): Promise<KeyAccess> {
  const value = request.headers['x-api-key'];
  const access = await services.authenticator.authenticate(typeof value === 'string' ? value : undefined);
  if (!access) throw unauthorized();
  request.caller = { keyId: access.key.id, accountId: access.key.accountId };
  return access;
}

/** Throws where the quota of the account is used up, or the key is used too often. */
function checkLimits(services: Services, access: KeyAccess): void {
  if (isUsedUp(access)) throw quotaExhausted(secondsLeft(services.now()));
  const wait = services.rate?.take(access.key.id) ?? 0;
  if (wait > 0) throw tooFast(Math.ceil(wait / 1000));
}

/** Unknown paths have no route that could declare anything, so the path decides for them. */
function isPublic(request: FastifyRequest): boolean {
  if (!request.is404) return request.routeOptions.config.public === true;
  return !/^\/+api(\/|$)/i.test(decodedPath(request.url));
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

function notHttps(): Refusal {
  return new Refusal(403, 'envelope', 'Forbidden.', [
    'The proxy did not say that the request came over https (X-Forwarded-Proto); plain HTTP is refused.',
  ]);
}

function notAllowed(): Refusal {
  return new Refusal(403, 'envelope', 'Forbidden.', [
    'The address of this request is not whitelisted for this API key.',
  ]);
}
