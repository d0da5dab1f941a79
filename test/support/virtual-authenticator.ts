import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';

/** The authenticator that Chromium has inside (Chrome DevTools Protocol, domain WebAuthn). */
export interface Device {
  readonly session: CDPSession;
  readonly id: string;
}

/** Browsers know no passkeys where a certificate is wrong, so this one trusts that of the service. */
export async function trusting(dataDir: string): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(join(dataDir, 'tls', 'cert.pem')));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`;
}

/** A security key with a PIN, as if it were inside the machine. */
export async function deviceOf(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { session, id };
}

export async function credentialsOf({ session, id }: Device) {
  return (await session.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;
}
