import type { UserRole } from '../../src/domain/role.ts';
import { Bench, type Served } from './service.ts';
import { SignInProvider } from './sign-in-provider.ts';
import type { WebVisitor } from './web-visitor.ts';

/** A service whose people sign in by a provider, with a clock that tests move. */
export class ProviderBench {
  readonly bench: Bench;
  readonly served: Served;
  readonly provider: SignInProvider;
  readonly account: number;
  readonly #clock: { ahead: number };
  #people = 0;
  #visitors = 0;

  static async start(settings: Record<string, string> = {}): Promise<ProviderBench> {
    const provider = await SignInProvider.start();
    const clock = { ahead: 0 };
    const bench = await Bench.create({ ...provider.settings, ...settings });
    const served = await bench.serve({}, () => new Date(Date.now() + clock.ahead));
    await provider.serve(served);
    return new ProviderBench({ bench, served, provider, account: await bench.account(), clock });
  }

  private constructor(
    made: Pick<ProviderBench, 'bench' | 'served' | 'provider' | 'account'> & { clock: { ahead: number } },
  ) {
    this.bench = made.bench;
    this.served = made.served;
    this.provider = made.provider;
    this.account = made.account;
    this.#clock = made.clock;
  }

  /** Minutes pass for the service, and none for the provider. */
  pass(minutes: number): void {
    this.#clock.ahead += minutes * 60_000;
  }

  /** Milliseconds since 1970 as the service has them. */
  now(): number {
    return Date.now() + this.#clock.ahead;
  }

  /** Somebody whom the provider knows. */
  async person(claims: object = {}): Promise<{ name: string; email: string }> {
    this.#people += 1;
    const name = `person-${this.#people}`;
    const email = `${name}@harbour.example`;
    await this.provider.person(name, { email, email_verified: true, ...claims });
    return { name, email };
  }

  /** The token of the link. `words`: options of the command. */
  async invite(email: string, role: UserRole = 'viewer', account = this.account, ...words: string[]): Promise<string> {
    if (words.length === 0) return (await this.bench.invite(account, email, role)).token;
    const all = ['--account', String(account), '--email', email, '--role', role, ...words];
    const { url } = await this.bench.run<{ url: string }>('users', 'invite', ...all);
    return new URL(url).hash.slice(1);
  }

  /** Somebody who was invited, signed in. */
  async invited(
    role: UserRole = 'viewer',
    claims: object = {},
  ): Promise<{ name: string; email: string; visitor: WebVisitor }> {
    const { name, email } = await this.person(claims);
    await this.invite(email, role);
    return { name, email, visitor: await this.visit(name) };
  }

  visit(name: string, path?: string): Promise<WebVisitor> {
    return this.provider.visit(name, path, this.address());
  }

  /** An address of this machine that nobody came from yet. */
  address(): string {
    this.#visitors += 1;
    return `127.1.${Math.floor(this.#visitors / 250)}.${(this.#visitors % 250) + 1}`;
  }

  signInRules(...words: string[]): Promise<object> {
    return this.bench.run('accounts', 'sign-in', String(this.account), ...words);
  }

  /** Entries of the audit log of one kind, also of nobody, the newest first. */
  async audit(action: string): Promise<{ subject: string; details: Record<string, unknown> }[]> {
    const { entries } = await this.bench.records(({ audit }) => audit.unsent('none', 100_000));
    return entries.filter((entry) => entry.action === action).reverse();
  }

  async stop(): Promise<void> {
    await this.served.stop();
    await this.provider.stop();
    await this.bench.remove();
  }
}
