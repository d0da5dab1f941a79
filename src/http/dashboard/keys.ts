import { type Static, Type } from 'typebox';
import { readKeyExpiry, readOverlap } from '../../accounts/api-keys.ts';
import type { ApiKey } from '../../domain/account.ts';
import { canonicalRange } from '../../domain/address-ranges.ts';
import { type KeyUses, readScopes, spareScopes } from '../../domain/key-scope.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { createKey, revokeKey, rotateKey } from '../../use-cases/keys.ts';
import type { App } from '../app-type.ts';
import { type FieldError, invalidFields } from '../extensions/problems.ts';
import type { Services } from '../services.ts';
import type { KeyRow, NewKey } from './wire.ts';

const Ranges = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 });
const Wanted = Type.Object({
  name: Type.String({ maxLength: 1000 }),
  allow: Type.Optional(Ranges),
  scopes: Type.Optional(Type.Union([Type.Null(), Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })])),
  expiresAt: Type.Optional(Type.String({ maxLength: 40 })),
});
const Overlap = Type.Object({ overlap: Type.String({ maxLength: 20 }) });
const Typed = Type.Object({ allow: Ranges });
const KEYS = { may: 'keys' } as const;
const MAX_NAME_LENGTH = 200;
/** The newest keys that are shown, revoked ones too. */
const MAX_KEYS = 1_000;

/** Settings, API Keys: the value of a key is in the answer to its making and nowhere else. */
export function keyRoutes(app: App, services: Services): void {
  const { records, now } = services;
  app.get('/keys', { config: { may: 'keys:read', maxRows: MAX_KEYS } }, async (request): Promise<KeyRow[]> => {
    const { accountId } = request.user!;
    const [keys, uses] = await Promise.all([records.accounts.listKeys(accountId), records.accounts.keyUses(accountId)]);
    const shown = keys.reverse().slice(0, MAX_KEYS);
    return shown.map((key) => rowOf(key, now(), uses.get(key.id)));
  });

  app.post('/keys/check-allow', { config: KEYS, schema: { body: Typed } }, async (request) => {
    return { problems: request.body.allow.map(problemOf) };
  });

  app.post('/keys', { config: KEYS, schema: { body: Wanted } }, async (request, reply): Promise<NewKey> => {
    const { accountId, id: userId } = request.user!;
    const wanted = readWanted(request.body, now());
    const { key, value } = await createKey(services, { accountId, ...wanted }, `user:${userId}`);
    reply.code(201);
    return { ...rowOf(key, now()), value };
  });

  app.post('/keys/:id/rotate', { config: KEYS, schema: { body: Overlap } }, async (request): Promise<NewKey> => {
    const { id } = request.params as { id: string };
    const { accountId, id: userId } = request.user!;
    const wanted = { key: id, accountId, overlapMs: readOverlap(request.body.overlap) };
    const { key, value } = await rotateKey(services, wanted, `user:${userId}`);
    // Where the value of before ends at once, no request of this node goes on with it.
    services.authenticator.forget(key.id);
    return { ...rowOf(key, now()), value };
  });

  app.post('/keys/:id/revoke', { config: KEYS }, async (request): Promise<KeyRow> => {
    const { id } = request.params as { id: string };
    const { accountId, id: userId } = request.user!;
    return rowOf(await revokeKey(services, { key: id, accountId }, `user:${userId}`), now());
  });
}

function readWanted(body: Static<typeof Wanted>, now: Date) {
  const wrong: FieldError[] = [];
  const name = body.name.trim();
  const misnamed = nameProblem(name);
  if (misnamed) wrong.push({ field: 'name', message: misnamed });
  const given = (body.allow ?? []).map((text) => text.trim()).filter(Boolean);
  const problem = given.map(problemOf).find(Boolean);
  if (problem) wrong.push({ field: 'allow', message: problem });
  const attempt = <T>(field: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      wrong.push({ field, message: error.message });
      return undefined;
    }
  };
  const expiresAt = attempt('expiresAt', () =>
    body.expiresAt?.trim() ? readKeyExpiry(body.expiresAt, now) : undefined,
  );
  const scopes = attempt('scopes', () => (body.scopes ? readScopes(body.scopes) : null));
  if (wrong.length > 0) throw invalidFields(wrong);
  return { name, allow: given.map((text) => canonicalRange(text)), scopes: scopes ?? null, expiresAt };
}

function nameProblem(name: string): string | undefined {
  if ([...name].length > MAX_NAME_LENGTH) return say('refusal.key-name-too-long', { most: MAX_NAME_LENGTH });
  if (/\p{Cc}/u.test(name)) return say('refusal.key-name-controls');
  return name === '' ? say('refusal.key-name-missing') : undefined;
}

function problemOf(text: string): string | null {
  try {
    canonicalRange(text);
    return null;
  } catch (error) {
    return sentence(error);
  }
}

function rowOf({ accountId: _, ...key }: ApiKey, now: Date, uses: KeyUses = {}): KeyRow {
  return { ...key, spare: spareScopes(key, uses, now) };
}
