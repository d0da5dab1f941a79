import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedSecrets } from '../domain/webhook.ts';
import { TouchstoneError } from '../errors.ts';
import type { WebhookRecords } from '../records/port.ts';

/** How Standard Webhooks writes a secret: this, then base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The master keys, 64 hex digits each, the one in use first. Read each time, so that a rotation is followed. */
type MasterSecrets = () => Promise<readonly string[]>;

interface SealingKey {
  readonly id: Buffer;
  readonly key: Uint8Array;
}

/** Makes, seals and opens the secrets of hooks: AES-256-GCM under a key from the master key, bound to the account. */
export class WebhookSecrets {
  readonly #masters: MasterSecrets;

  constructor(masters: MasterSecrets) {
    this.#masters = masters;
  }

  /** A new secret as its owner sees it once, and as it is stored. */
  async create(accountId: number): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
    const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: seal(secret, accountId, (await this.#keys())[0]) };
  }

  /** Throws `damaged` where a secret was changed, or its master key is not at hand. */
  async open(sealed: readonly Uint8Array[], accountId: number): Promise<string[]> {
    const keys = await this.#keys();
    return sealed.map((one) => open(one, accountId, keys));
  }

  /** Seals every stored secret under the master key in use. One that cannot be opened stays as it is. */
  async reseal(webhooks: Pick<WebhookRecords, 'secrets' | 'reseal'>): Promise<void> {
    const keys = await this.#keys();
    for (const stored of await webhooks.secrets()) {
      const after = { secret: anew(stored.secret, stored, keys), former: anew(stored.former, stored, keys) };
      const isChanged = after.secret !== stored.secret || after.former !== stored.former;
      if (isChanged) await webhooks.reseal(stored, { ...after, secret: after.secret! });
    }
  }

  async #keys(): Promise<[SealingKey, ...SealingKey[]]> {
    const [first, ...rest] = (await this.#masters()).map(sealingKey);
    if (!first) throw new TouchstoneError('damaged', 'The master key is missing, which seals the secrets of webhooks.');
    return [first, ...rest];
  }
}

function sealingKey(master: string): SealingKey {
  const secret = Buffer.from(master, 'hex');
  const id = createHash('sha256').update('touchstone webhook key id').update(secret).digest().subarray(0, KEY_ID_BYTES);
  return { id, key: new Uint8Array(hkdfSync('sha256', secret, '', 'touchstone webhook secrets', 32)) };
}

/** The same bytes where the key in use sealed them, or where no key opens them. */
function anew<Sealed extends Uint8Array | null>(
  sealed: Sealed,
  { accountId }: SealedSecrets,
  keys: readonly [SealingKey, ...SealingKey[]],
): Sealed | Uint8Array {
  if (sealed === null || keys[0].id.equals(sealed.subarray(0, KEY_ID_BYTES))) return sealed;
  try {
    return seal(open(sealed, accountId, keys), accountId, keys[0]);
  } catch {
    return sealed;
  }
}

/** The form: id of the key, nonce, encrypted secret, tag. */
function seal(secret: string, accountId: number, { id, key }: SealingKey): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding(accountId));
  return new Uint8Array(Buffer.concat([id, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]));
}

function open(sealed: Uint8Array, accountId: number, keys: readonly SealingKey[]): string {
  const found = keys.find(({ id }) => id.equals(sealed.subarray(0, KEY_ID_BYTES)));
  if (!found) throw damaged('the master key that sealed it is not at hand');
  const [start, end] = [KEY_ID_BYTES + NONCE_BYTES, sealed.length - TAG_BYTES];
  try {
    const nonce = sealed.subarray(KEY_ID_BYTES, start);
    const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(binding(accountId)).setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()]).toString();
  } catch (error) {
    throw damaged('it was changed, or belongs to another account', error);
  }
}

/** Moved to another account, a secret does not open. */
function binding(accountId: number): Buffer {
  return Buffer.from(`touchstone\0webhook secret\0${accountId}`);
}

function damaged(why: string, cause?: unknown): TouchstoneError {
  return new TouchstoneError('damaged', `The secret of the webhook cannot be opened: ${why}.`, { cause });
}
