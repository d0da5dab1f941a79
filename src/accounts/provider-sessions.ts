import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionView } from '../domain/user.ts';
import type { OpenIdProvider, ProviderTokens } from '../openid/provider.ts';
import { asProviderRefusal, ProviderRefusal } from '../openid/refusal.ts';
import type { Records } from '../records/port.ts';
import { type MasterSecrets, SecretSealing } from '../secret-sealing.ts';
import { hashToken } from './secrets.ts';

const MINUTE_MS = 60_000;
/** The provider is asked about somebody who works after so long, beside their requests. */
const SOON_MS = 10 * MINUTE_MS;
/** And after so long before their next request is answered. */
const DUE_MS = 15 * MINUTE_MS;
/** While the provider is away, what it said last counts for so long. */
const AWAY_MS = 60 * MINUTE_MS;
/** Where the provider cannot be asked without the browser, and no group is followed, its sign-in counts for so long. */
const UNASKED_MS = 12 * 60 * MINUTE_MS;
/** A provider that was away is asked again after so long. */
const AGAIN_MS = 15_000;
/** A node that began to ask and never ended is given up after so long. */
const STALE_MS = 30_000;
/** How long and how often to look whether another node has its answer. */
const OTHERS_MS = 6_000;
const POLL_MS = 200;

const KIND = {
  name: 'What the provider gave with a session',
  idOf: 'touchstone provider session key id',
  keyOf: 'touchstone provider sessions',
  binding: 'provider session',
  owner: 'person',
};

/** `away`: nobody knows. `ended`: there is no such session any more. */
type Outcome = 'goes-on' | 'ended' | 'away';

interface Options {
  readonly records: Records;
  readonly provider: OpenIdProvider;
  readonly masters: MasterSecrets;
  readonly now: () => Date;
  readonly failed: (refusal: ProviderRefusal) => void;
}

/** Sessions that the provider began: whether it still answers for their people, and what ends them. */
export class ProviderSessions {
  readonly #options: Options;
  readonly #sealing: SecretSealing;
  readonly #asking = new Map<string, Promise<Outcome>>();
  #awayUntil = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#sealing = new SecretSealing(KIND, options.masters);
  }

  /** As it is stored with a session of the person. */
  seal(tokens: ProviderTokens, userId: number): Promise<Uint8Array> {
    return this.#sealing.seal(JSON.stringify(tokens), userId);
  }

  /**
   * A session as it goes on; undefined where it does not. The provider is asked about its person every 15 minutes while
   * they work. What it says of their groups counts at once.
   */
  async followed(hash: Uint8Array, view: SessionView): Promise<SessionView | undefined> {
    const age = this.#age(view.checkedAt!);
    if (age < SOON_MS) return view;
    const key = Buffer.from(hash).toString('hex');
    const asking = this.#asking.get(key) ?? this.#begin(key, hash, view);
    if (age < DUE_MS) return view;
    const outcome = await asking;
    if (outcome === 'goes-on') return this.#options.records.users.session(hash);
    return outcome === 'away' && age < AWAY_MS ? view : undefined;
  }

  /** Where the browser of a session signs out at the provider; undefined where it need not or cannot. */
  async signOutAddress(hash: Uint8Array, user: { readonly id: number }, after: string): Promise<string | undefined> {
    const sealed = await this.#options.records.users.sessionTokens(hash);
    if (!sealed) return undefined;
    // Whoever wants to leave must not be kept by a provider that is away.
    try {
      return await this.#options.provider.signOutAddress(await this.#opened(sealed, user.id), after);
    } catch {
      return undefined;
    }
  }

  /** Ends what a logout token is about. Throws `ProviderRefusal`. */
  async logOut(token: string): Promise<void> {
    const { issuer, subject, sid, id, until } = await this.#options.provider.readLogout(token);
    const logout = { token: hashToken(`${issuer} ${id}`), until: new Date(until).toISOString(), issuer, subject };
    const isNew = await this.#options.records.users.providerLogout({ ...logout, session: sid });
    if (!isNew) throw new ProviderRefusal('replayed', 'this logout token came before');
  }

  #begin(key: string, hash: Uint8Array, view: SessionView): Promise<Outcome> {
    const asking = this.#ask(hash, view)
      // The records cannot be reached: nobody knows.
      .catch((): Outcome => 'away')
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #ask(hash: Uint8Array, view: SessionView): Promise<Outcome> {
    const { records, now } = this.#options;
    if (now().getTime() < this.#awayUntil) return 'away';
    const claim = { checkedAt: view.checkedAt!, stale: new Date(now().getTime() - STALE_MS).toISOString() };
    const sealed = await records.users.claimCheck(hash, claim);
    if (!sealed) return this.#afterOther(hash, view.checkedAt!);
    const { id } = view.user;
    const asked = await this.#opened(sealed, id)
      .then((tokens) => this.#options.provider.again(tokens))
      .catch((error: unknown) => asProviderRefusal(error));
    if (asked instanceof ProviderRefusal) return this.#unanswered(asked, hash, view);
    const followed = await records.users.follow(id, asked.person, hash, await this.seal(asked.tokens, id));
    return followed.kind === 'ok' ? 'goes-on' : 'ended';
  }

  async #unanswered(refusal: ProviderRefusal, hash: Uint8Array, view: SessionView): Promise<Outcome> {
    const { records, now, failed } = this.#options;
    const { users } = records;
    if (refusal.fault === 'away' || refusal.fault === 'client') {
      failed(refusal);
      this.#awayUntil = now().getTime() + AGAIN_MS;
      await users.giveUpCheck(hash);
      return 'away';
    }
    const isUnasked = refusal.fault === 'unconfirmed' && !view.byGroup && this.#age(view.createdAt) < UNASKED_MS;
    if (isUnasked) {
      await users.endCheck(hash);
      return 'goes-on';
    }
    await users.withdrawSession(hash, view.user.id, refusal.fault);
    return 'ended';
  }

  /** Another node, or an earlier request, asks: what it finds out stands in the records. */
  async #afterOther(hash: Uint8Array, checkedAt: string): Promise<Outcome> {
    for (let waited = 0; waited < OTHERS_MS; waited += POLL_MS) {
      const view = await this.#options.records.users.session(hash);
      if (!view) return 'ended';
      if (view.checkedAt !== checkedAt) return 'goes-on';
      await sleep(POLL_MS);
    }
    return 'away';
  }

  /** What was sealed under a key that is not at hand cannot be asked for. */
  async #opened(sealed: Uint8Array, userId: number): Promise<ProviderTokens> {
    const text = await this.#sealing.open(sealed, userId).catch((cause: unknown) => {
      throw new ProviderRefusal('unconfirmed', 'what the provider gave cannot be opened', { cause });
    });
    return JSON.parse(text) as ProviderTokens;
  }

  #age(at: string): number {
    return this.#options.now().getTime() - Date.parse(at);
  }
}
