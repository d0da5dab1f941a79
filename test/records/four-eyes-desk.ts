import type { Actor } from '../../src/domain/actor.ts';
import type { AlertStep, QueuedAlert } from '../../src/domain/alert.ts';
import {
  type Customer,
  type CustomerContent,
  type CustomerProposal,
  needsScreening,
  widens,
} from '../../src/domain/customer.ts';
import { LIST_CATEGORIES } from '../../src/domain/list-entry.ts';
import { type EvidencedMatch, matchView } from '../../src/domain/match.ts';
import type { UserRole } from '../../src/domain/role.ts';
import type { NewScreening } from '../../src/domain/screening.ts';
import type { Records } from '../../src/records/port.ts';
import { accountWithKey, screening } from './samples.ts';

export const LISTED = 'Ivo Marlin';
export const BORN = '1970-02-03T00:00:00Z';
export const CONTENT: CustomerContent = {
  name: LISTED,
  entityType: 'Individual',
  dateOfBirth: BORN,
  otherNames: [],
  categories: [...LIST_CATEGORIES].sort(),
  minScore: 70,
  monitored: true,
};
const STEP = { reason: null, comment: null, remember: false } as const;

/** What the one listed person scores for a customer: the exact name 99.5, a birth date that is wrong 20 less. */
export function scoreOf({ name, otherNames, entityType, dateOfBirth }: CustomerContent): number {
  if (entityType !== 'Individual') return 0;
  const best = [name, ...otherNames].includes(LISTED) ? 99.5 : name.startsWith('Ivo') ? 88 : 0;
  return dateOfBirth === null || dateOfBirth === BORN ? best : Math.max(0, best - 20);
}

/** What a screening of the content finds. */
function found(accountId: number, content: CustomerContent): NewScreening {
  const score = scoreOf(content);
  const isMatch = score > 0 && score >= content.minScore && content.categories.includes('sanctions');
  const one = screening(accountId, null, content.name, isMatch ? 1 : 0);
  const matches = (JSON.parse(one.evidence) as EvidencedMatch[]).map((match) => ({ ...match, score }));
  const facts = matches.map((match) => ({
    ...match,
    facts: match.facts.map((entry) => ({ ...entry, names: [{ full: LISTED, kind: 'primary' as const }] })),
  }));
  return { ...one, ...content, matches: facts.map(matchView), evidence: JSON.stringify(facts) };
}

/** An account with four eyes, one customer, and people who joined before anything was proposed. */
export class Desk {
  readonly #records: Records;
  readonly accountId: number;
  readonly keyId: string;

  private constructor(records: Records, accountId: number, keyId: string) {
    this.#records = records;
    this.accountId = accountId;
    this.keyId = keyId;
  }

  static async open(records: Records, fourEyes = true): Promise<Desk> {
    const { accountId, keyId } = await accountWithKey(records);
    if (fourEyes) await records.accounts.set(accountId, { fourEyes }, 'operator');
    return new Desk(records, accountId, keyId);
  }

  /** Somebody who follows an invitation now. */
  async join(role: UserRole, email: string): Promise<number> {
    const [hash, session] = [randomBytes(), randomBytes()];
    const expiresAt = '2999-01-01T00:00:00.000Z';
    const { users } = this.#records;
    await users.invite({ accountId: this.accountId, email, role, hash, expiresAt }, 'operator');
    const user = await users.accept({ link: hash, email, password: '$argon2id$x', session });
    if (typeof user === 'string') throw new Error(user);
    return user.id;
  }

  /** What becomes of a customer's content, with the screening that it asks for. */
  async put(change: Partial<CustomerContent>, by: Actor, reference = 'C-1') {
    const { customers } = this.#records;
    const before = await customers.get(this.accountId, reference);
    const content = { ...(before ? contentOf(before) : CONTENT), ...change };
    const makesRecord = needsScreening(before, content);
    const row = { accountId: this.accountId, reference, content, revision: before?.revision ?? null, makesRecord, by };
    const isSearched = makesRecord || (before !== undefined && widens(before, content));
    return customers.put({ ...row, ...(isSearched && { found: found(this.accountId, content) }) });
  }

  delete(by: Actor, reference = 'C-1') {
    return this.#records.customers.delete(this.accountId, reference, { records: false, actor: by });
  }

  customer(reference = 'C-1'): Promise<Customer | undefined> {
    return this.#records.customers.get(this.accountId, reference);
  }

  async alert(reference = 'C-1'): Promise<QueuedAlert | undefined> {
    const query = { limit: 5, sort: 'newest', customer: reference } as const;
    return (await this.#records.alerts.page(this.accountId, query))[0];
  }

  async decide(step: AlertStep, by: number | string, remember = false, reference = 'C-1') {
    const alert = await this.alert(reference);
    if (!alert) return { kind: 'missing' as const };
    return this.#records.alerts.step(this.#action(alert.id, by), { ...STEP, step, remember });
  }

  async answer(accept: boolean, by: number | string, reference = 'C-1') {
    const alert = await this.alert(reference);
    if (!alert) return { kind: 'missing' as const };
    return this.#records.alerts.answerProposal(this.#action(alert.id, by), { accept, comment: null });
  }

  /** What waits for the customer. */
  async waiting(): Promise<CustomerProposal | undefined> {
    return (await this.#records.customers.proposals(this.accountId, 1, 'C-1'))[0];
  }

  /** Answers it. */
  async answerChange(accept: boolean, by: number) {
    const { customers } = this.#records;
    const proposal = await this.waiting();
    const before = await this.customer();
    if (!proposal || !before) return 'gone';
    const { id: agreed, content, records } = proposal;
    const actor = `user:${by}`;
    if (!accept) return customers.refuse(this.accountId, agreed, actor);
    if (!content) return customers.delete(this.accountId, 'C-1', { records, actor, agreed });
    const row = { accountId: this.accountId, reference: 'C-1', content, revision: before.revision, by: actor, agreed };
    const put = await customers.put({ ...row, makesRecord: true, found: found(this.accountId, content) });
    return put.kind;
  }

  actions(): Promise<string[]> {
    return this.#records.audit
      .page(this.accountId, { limit: 50 })
      .then((entries) => entries.map(({ action, actor }) => `${action} ${actor}`));
  }

  #action(alertId: number, by: number | string) {
    const { accountId } = this;
    return typeof by === 'number'
      ? { accountId, alertId, userId: by }
      : { accountId, alertId, userId: null, keyId: by };
  }
}

function contentOf({ name, entityType, dateOfBirth, otherNames, categories, minScore, monitored }: Customer) {
  return { name, entityType, dateOfBirth, otherNames, categories, minScore, monitored };
}

export function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

export const WRONG = { dateOfBirth: '1999-09-09T00:00:00Z' };
export const RIGHT = { dateOfBirth: BORN };
