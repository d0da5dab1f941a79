import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { Failure, send } from './api.ts';
import { type Key, t } from './language.ts';

/** What may go wrong at the browser, by the name of its error (WebAuthn Level 3, §5.1). */
const SENTENCES: Readonly<Record<string, Key>> = {
  InvalidStateError: 'refusal.passkey-known',
  SecurityError: 'passkey.otherHost',
  NotSupportedError: 'refusal.passkey-unusable',
  ConstraintError: 'refusal.passkey-unusable',
};

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined';
}

/** Whether this page was opened by an IP address, which no passkey can be bound to (WebAuthn Level 3, §5.1.3). */
export function isAtAddress(): boolean {
  const { hostname } = location;
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
}

/** Whether a passkey can be asked for on this page. */
export function takesPasskeys(): boolean {
  return knowsPasskeys() && !isAtAddress();
}

/** Lets the person choose a passkey and answer with it. `path`: where the service says what to ask. */
export async function askPasskey(path: string): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await send<PublicKeyCredentialRequestOptionsJSON>('POST', path);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON }).catch(refused);
}

/** Lets the person make a passkey on a device of theirs. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON }).catch(refused);
}

function refused(error: Error): never {
  const { name, message } = error;
  const key = /certificate/i.test(message) ? 'passkey.certificate' : (SENTENCES[name] ?? 'passkey.cancelled');
  throw new Failure(400, { detail: t(key) });
}
