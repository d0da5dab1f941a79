import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { OpenIdProvider } from '../openid/provider.ts';
import type { Records } from '../records/port.ts';
import { type Finding, Findings } from './finding.ts';

/** Whether the provider of sign-in answers as it must, and whether people get in without it. */
export async function lookAtSignIn(config: Config, records: Records, now: () => Date): Promise<readonly Finding[]> {
  const { provider: settings } = config;
  const findings = new Findings('sign-in');
  for (const { id, passwordSignIn, withPassword } of await records.accounts.byProvider()) {
    if (!settings && !passwordSignIn) {
      const found = `Account ${id} has no passwords, and no provider of sign-in is named.`;
      findings.must(found, `Set TOUCHSTONE_OIDC_ISSUER, or run: touchstone accounts sign-in ${id} --password on`);
    } else if (settings && withPassword === 0) {
      const found = `Account ${id} has no owner who gets in while the provider is away.`;
      findings.advise(found, `Run: touchstone users invite --account ${id} --role owner --break-glass --email E`);
    }
  }
  await lookAtPasskeys(config, records, findings);
  if (!settings) return findings.orOk('People sign in with passwords; no provider is named (TOUCHSTONE_OIDC_ISSUER).');
  const provider = new OpenIdProvider(settings, now);
  try {
    const { issuer, keys } = await provider.look();
    return findings.orOk(`The provider of sign-in ${issuer} answers, with ${keys} ${keys === 1 ? 'key' : 'keys'}.`);
  } catch (error) {
    const found = `The provider of sign-in ${settings.issuer} cannot be used: ${sentence(error).replace(/\.$/, '')}.`;
    findings.must(
      found,
      'Look at TOUCHSTONE_OIDC_ISSUER, and at the way to it. docs/sign-in.md has the usual reasons.',
    );
    return findings.all;
  } finally {
    await provider.close();
  }
}

/** Passkeys work at the host that they were made for, and at no other. */
async function lookAtPasskeys({ publicUrl }: Config, records: Records, findings: Findings): Promise<void> {
  const hosts = await records.users.passkeyHosts();
  const here = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const elsewhere = hosts.filter(({ host }) => host !== here);
  const named = elsewhere.map(({ host, count }) => `${count} for ${host}`).join(', ');
  if (here !== undefined && elsewhere.length > 0) {
    const todo = 'Have their owners remove them and add others, or put the host back that they were made for.';
    findings.advise(
      `Passkeys do not work at ${here} (TOUCHSTONE_PUBLIC_URL), since they were made elsewhere: ${named}.`,
      todo,
    );
  } else if (hosts.length > 1) {
    const todo = 'Set TOUCHSTONE_PUBLIC_URL to the address that people use.';
    findings.advise(`Passkeys were made for several hosts: ${named}. Each works at its own alone.`, todo);
  }
}
