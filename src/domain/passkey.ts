/** A passkey as its owner sees it (WebAuthn Level 3, §4 "Credential Key Pair"). Times are ISO 8601 in UTC. */
export interface Passkey {
  readonly id: number;
  /** As its owner calls it. */
  readonly name: string;
  /** The host that it was made for; it works at no other. */
  readonly rpId: string;
  /** A provider may keep it on several devices of its owner; fixed when it is made (Level 3, §6.1.3). */
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Since when it is refused: its authenticator counted back, so a copy may exist. */
  readonly copiedAt: string | null;
}

/** What an answer of an authenticator is checked against. */
export interface StoredPasskey extends Passkey {
  readonly userId: number;
  /** Id of the credential, base64url. */
  readonly credential: string;
  /** In the form of COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** What the authenticator counted at the last use; many always say 0. */
  readonly counter: number;
  /** How the authenticator is reached: `internal`, `usb`, `hybrid`… */
  readonly transports: readonly string[];
}

/** Characters of a passkey's name. */
export const MAX_PASSKEY_NAME = 60;
/** Passkeys of one person. */
export const MAX_PASSKEYS = 20;

/**
 * Whether an authenticator that says this number was not copied (WebAuthn Level 3, §6.1.1). Devices that share a synced
 * passkey each count for themselves, so its number says nothing.
 */
export function countsOn({ counter, synced }: Pick<StoredPasskey, 'counter' | 'synced'>, now: number): boolean {
  return synced || (counter === 0 && now === 0) || now > counter;
}
