import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '../domain/account.ts';
import { allows } from '../domain/address-ranges.ts';
import { hasScope, type KeyScope, type KeyScopes } from '../domain/key-scope.ts';
import { isUsedUp, secondsLeft } from '../domain/quota.ts';
import { clientReader } from './client-address.ts';
import { styleOf } from './compat/errors.ts';
import { hasSession, personOf } from './dashboard/security.ts';
import { decodedPath } from './paths.ts';
import type { Services } from './services.ts';
import {
  notAllowed,
  notHttps,
  quotaExhausted,
  type Refusal,
  scopeMissing,
  tooFast,
  unauthorized,
} from './wire/failure.ts';

/** Whose request it is: of a key, or of a person who is signed in to the dashboard. The other of the two is null. */
interface Caller {
  readonly keyId: string | null;
  readonly userId: number | null;
  readonly accountId: number;
  /** What its key may do; null: all, as a person may by the role. */
  readonly scopes: KeyScopes;
  /** Its key was recalled. The record that is stored has to confirm it, or the refusal. */
  readonly confirmKey?: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once a request has passed authentication. */
    caller: Caller | undefined;
    /** The path is one beyond the contract, whatever the method. */
    extension: boolean;
    /** Address of the client, after believing trusted proxies alone. */
    client: string;
  }
  interface FastifyContextConfig {
    /** A route beyond the contract. */
    extension?: boolean;
    /** It costs nothing and makes no record, so that it is answered when the quota is spent too. */
    free?: boolean;
    /** What it stores confirms the key, so that the key may be recalled. */
    confirmsKey?: boolean;
    /** A key needs one of these. Without them a key that may not do all is refused. */
    scopes?: readonly KeyScope[];
    /** Served without a key. */
    public?: boolean;
    /** Answered whatever a proxy says of its client: probes come from the proxy itself. */
    probe?: boolean;
  }
}

/**
 * The checks before anything of a request is read, in the order that is fixed: authentication (401), origin and scope
 * (403), quota and rate (429). Everything needs a key but what a route declares public, and unknown paths outside
 * /api. The session of a person counts where a route declares a right. A key beside it counts before it.
 */
export function accessHook(services: Services) {
  const readClient = clientReader(services.trustedProxies);
  return async (request: FastifyRequest): Promise<void> => {
    const { config } = request.routeOptions;
    const client = readClient(saidOfClient(request));
    request.client = client.address;
    const needsNoKey = isPublic(request) || isOfPerson(request);
    if (needsNoKey && !client.https && !config.probe) throw notHttps();
    if (isPublic(request)) return;
    if (needsNoKey) return admitPerson(services, request);
    const access = await authenticated(services, request);
    if (!client.https) throw notHttps();
    if (!allows(access.key.allow, client.address)) throw notAllowed();
    checkScope(services, request, config.scopes ?? []);
    // Who repeats a request gets its first answer, though the quota is spent by now. A new one is refused later.
    checkLimits(services, access, request.extension || config.free === true || mayBeAgain(request));
  };
}

function saidOfClient({ socket, headers }: FastifyRequest): Parameters<ReturnType<typeof clientReader>>[0] {
  return {
    peer: socket.remoteAddress ?? '',
    for: joined(headers['x-forwarded-for']),
    proto: joined(headers['x-forwarded-proto']),
  };
}

async function admitPerson({ users }: Services, request: FastifyRequest): Promise<void> {
  const person = await personOf(users, request);
  request.caller = person && { keyId: null, userId: person.id, accountId: person.accountId, scopes: null };
}

/** Whether a session counts for a request, and no key. */
function isOfPerson(request: FastifyRequest): boolean {
  const { desk, may } = request.routeOptions.config;
  return desk === true || (may !== undefined && keyIn(request) === undefined && hasSession(request));
}

async function authenticated(services: Services, request: FastifyRequest): Promise<KeyAccess> {
  const { authenticator } = services;
  const key = keyIn(request);
  // An answer that is given again makes no record that would confirm the key.
  const isConfirmed = request.routeOptions.config.confirmsKey && !mayBeAgain(request);
  const recalled = isConfirmed ? authenticator.recall(key) : undefined;
  const access = recalled ?? (await authenticator.authenticate(key));
  if (!access) throw unauthorized();
  const { id: keyId, accountId, scopes } = access.key;
  request.caller = { keyId, userId: null, accountId, scopes, confirmKey: recalled !== undefined };
  request.allowance = allowanceOf(access);
  return access;
}

function mayBeAgain({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.idempotent === true && headers['idempotency-key'] !== undefined;
}

function allowanceOf({ quota, used }: KeyAccess): FastifyRequest['allowance'] {
  return { quota, remaining: quota - used };
}

/**
 * The refusal of a request whose key may have been recalled: no record confirmed it then, so the database does. A key
 * that was withdrawn since learns nothing else. Throws what the database throws.
 */
export async function confirmedRefusal(
  { authenticator }: Services,
  request: FastifyRequest,
  refusal: Refusal,
): Promise<Refusal> {
  if (!request.caller?.confirmKey) return refusal;
  const access = await authenticator.confirm(keyIn(request));
  if (!access) return unauthorized();
  request.allowance = allowanceOf(access);
  return refusal;
}

/**
 * Throws where the quota of the account is used up, or the key is used too often. Beyond the contract only what makes a
 * record needs quota.
 */
function checkLimits(services: Services, access: KeyAccess, free: boolean): void {
  if (!free && isUsedUp(access)) throw quotaExhausted(secondsLeft(services.now()));
  const wait = services.rate?.take(access.key.id) ?? 0;
  if (wait > 0) throw tooFast(Math.ceil(wait / 1000));
}

/**
 * Throws 403 where the key of a request has none of these scopes. Where nothing is, every key learns so. The scope that
 * it takes is noted; of several the route checks the one it takes itself.
 */
export function checkScope({ records }: Services, { is404, caller }: FastifyRequest, anyOf: readonly KeyScope[]): void {
  if (is404) return;
  const { keyId, scopes } = caller!;
  if (!hasScope(scopes, anyOf)) throw scopeMissing(anyOf);
  if (keyId !== null && anyOf.length === 1) records.accounts.note(keyId, anyOf[0]!);
}

/** Clients of yente and watchman have a header of their own for a key, which counts on their paths alone. */
function keyIn({ headers, url, query }: FastifyRequest): string | undefined {
  const value = headers['x-api-key'];
  if (typeof value === 'string') return value;
  const path = decodedPath(url);
  if (styleOf(path) === undefined) return undefined;
  const inHeader = /^(?:ApiKey|Bearer) +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  // OpenRefine sends no header of its user's.
  const { api_key: inQuery } = query as { api_key?: unknown };
  return inHeader ?? (path.startsWith('/reconcile/') && typeof inQuery === 'string' ? inQuery : undefined);
}

/** Unknown paths have no route that could declare anything, so the path decides for them. */
function isPublic(request: FastifyRequest): boolean {
  if (!request.is404) return request.routeOptions.config.public === true;
  return !/^\/+api(\/|$)/i.test(decodedPath(request.url));
}

function joined(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}
