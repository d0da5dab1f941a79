import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an authenticator or a browser may do otherwise than it should. */
interface Ways {
  readonly origin?: string;
  /** Whether it verified the person. */
  readonly uv?: boolean;
  readonly crossOrigin?: boolean;
  /** Whether it says that several devices may have it. */
  readonly synced?: boolean;
  /** What it counts. */
  readonly counter?: number;
  readonly rpId?: string;
  readonly userHandle?: string | null;
  readonly challenge?: string;
  readonly type?: string;
  /** Members of the attestation in place of none. */
  readonly attestation?: { readonly fmt: string; readonly attStmt: Map<string, unknown> };
  readonly tampered?: boolean;
}

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, attested: 0x40 };

/** An authenticator in software: one passkey, whose answers can be wrong in each way that a test asks for. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #origin: string;
  readonly #key: KeyObject;
  readonly #jwk: { readonly x: string; readonly y: string };
  #rpId = '';
  #handle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    this.#jwk = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  }

  /** Makes the passkey. */
  make(options: PublicKeyCredentialCreationOptionsJSON, ways: Ways = {}) {
    this.#rpId = options.rp.id!;
    this.#handle = options.user.id;
    const { fmt, attStmt } = ways.attestation ?? { fmt: 'none', attStmt: new Map() };
    const id = Buffer.from(this.id, 'base64url');
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(this.#jwk.x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(this.#jwk.y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = [Buffer.alloc(16), length, id, Buffer.from(isoCBOR.encode(cose as never))];
    const authData = Buffer.concat([this.#authData(ways, FLAGS.attested), ...attested]);
    const object = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, ways),
        attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers with the passkey. */
  answer(options: PublicKeyCredentialRequestOptionsJSON, ways: Ways = {}) {
    this.counter += 1;
    const authData = this.#authData(ways, 0);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, ways);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authData, hash]), this.#key);
    if (ways.tampered) signature[signature.length - 1]! ^= 1;
    const { userHandle = this.#handle } = ways;
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #authData({ rpId = this.#rpId, uv = true, synced = false, counter = this.counter }: Ways, more: number): Buffer {
    const head = Buffer.alloc(5);
    const verified = uv ? FLAGS.verified : 0;
    head.writeUInt8(FLAGS.present | verified | (synced ? FLAGS.backupEligible : 0) | more);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  }

  #clientData(usual: string, asked: string, ways: Ways): string {
    const { type = usual, challenge = asked, origin = this.#origin, crossOrigin = false } = ways;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })).toString('base64url');
  }
}
