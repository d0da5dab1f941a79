import { randomBytes } from 'node:crypto';
import type { WebhookRecords } from '../records/port.ts';
import { type MasterSecrets, SecretSealing } from '../secret-sealing.ts';

/** How Standard Webhooks writes a secret: this, then base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

const KIND = {
  name: 'The secret of the webhook',
  idOf: 'touchstone webhook key id',
  keyOf: 'touchstone webhook secrets',
  binding: 'webhook secret',
  owner: 'account',
};

/** Makes, seals and opens the secrets of hooks, each bound to its account. */
export class WebhookSecrets {
  readonly #sealing: SecretSealing;

  constructor(masters: MasterSecrets) {
    this.#sealing = new SecretSealing(KIND, masters);
  }

  /** A new secret as its owner sees it once, and as it is stored. */
  async create(accountId: number): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
    const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
    return { secret, sealed: await this.#sealing.seal(secret, accountId) };
  }

  /** Throws `damaged` where a secret was changed, or its master key is not at hand. */
  open(sealed: readonly Uint8Array[], accountId: number): Promise<string[]> {
    return Promise.all(sealed.map((one) => this.#sealing.open(one, accountId)));
  }

  /** Seals every stored secret under the master key in use. One that cannot be opened stays as it is. */
  async reseal(webhooks: Pick<WebhookRecords, 'secrets' | 'reseal'>): Promise<void> {
    for (const stored of await webhooks.secrets()) {
      const { accountId, secret, former } = stored;
      const after = {
        secret: await this.#sealing.anew(secret, accountId),
        former: former && (await this.#sealing.anew(former, accountId)),
      };
      if (after.secret !== secret || after.former !== former) await webhooks.reseal(stored, after);
    }
  }
}
