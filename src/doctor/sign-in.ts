import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { OpenIdProvider } from '../openid/provider.ts';
import type { Records } from '../records/port.ts';
import { type Finding, Findings } from './finding.ts';

/** Whether the provider of sign-in answers as it must, and whether people get in without it. */
export async function lookAtSignIn(
  { provider: settings }: Config,
  records: Records,
  now: () => Date,
): Promise<readonly Finding[]> {
  const findings = new Findings('sign-in');
  for (const { id, breakGlass } of await records.accounts.withoutPasswords()) {
    if (!settings) {
      const found = `Account ${id} has no passwords, and no provider of sign-in is named.`;
      findings.must(found, `Set TOUCHSTONE_OIDC_ISSUER, or run: touchstone accounts sign-in ${id} --password on`);
    } else if (breakGlass === 0) {
      const found = `Account ${id} has no owner who gets in while the provider is away.`;
      findings.advise(found, `Run: touchstone users invite --account ${id} --role owner --break-glass --email E`);
    }
  }
  if (!settings) return findings.orOk('People sign in with passwords; no provider is named (TOUCHSTONE_OIDC_ISSUER).');
  const provider = new OpenIdProvider(settings, now);
  try {
    const { issuer, keys } = await provider.look();
    return findings.orOk(`The provider of sign-in ${issuer} answers, with ${keys} keys.`);
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
