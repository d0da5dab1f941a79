import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Config } from '../../config.ts';
import { replaceFile } from '../../durable-file.ts';
import { TouchstoneError } from '../../errors.ts';
import { makeDirectory, unwritable } from '../../file-failure.ts';

const DAY_MS = 86_400_000;
/** What clients commonly accept at most of a certificate that its owner trusts by hand (Apple, since 2019). */
const VALID_DAYS = 825;
/** A certificate that ends within this time is renewed at start, so that a service that runs for weeks keeps it. */
const RENEW_DAYS = 30;

export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** PEM file of the certificate, for clients to trust. */
  readonly file: string;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
  readonly validTo: Date;
  readonly selfSigned: boolean;
}

/**
 * The certificate of the listener: the configured one, or a self-signed one in `<dataDir>/tls`. The latter is created
 * where it is missing, and renewed before it ends. Throws `usage` where configured files cannot be used.
 */
export async function certificate(config: Config, now: () => Date): Promise<Certificate> {
  if (config.tls) return configured(config.tls);
  const files = { cert: join(config.dataDir, 'tls', 'cert.pem'), key: join(config.dataDir, 'tls', 'key.pem') };
  return (await stored(files, now())) ?? (await made(files, config.host, now()));
}

async function configured(files: { cert: string; key: string }): Promise<Certificate> {
  try {
    return usable(await readFile(files.cert, 'utf8'), await readFile(files.key, 'utf8'), files.cert, false);
  } catch (error) {
    throw new TouchstoneError(
      'usage',
      'TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY must be readable PEM files of a certificate and its own key.',
      { cause: error },
    );
  }
}

/** Undefined where there is none, where the two do not fit (a stop between two writes), or where it ends soon. */
async function stored(files: { cert: string; key: string }, now: Date): Promise<Certificate | undefined> {
  try {
    const found = usable(await readFile(files.cert, 'utf8'), await readFile(files.key, 'utf8'), files.cert, true);
    return found.validTo.getTime() - now.getTime() > RENEW_DAYS * DAY_MS ? found : undefined;
  } catch {
    return undefined;
  }
}

async function made(files: { cert: string; key: string }, host: string, now: Date): Promise<Certificate> {
  const { generate } = await import('selfsigned');
  const pems = await generate([{ name: 'commonName', value: 'Touchstone' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: alternativeNames(host),
      },
    ],
  });
  await makeDirectory(dirname(files.key));
  for (const [file, pem] of [
    [files.key, pems.private],
    [files.cert, pems.cert],
  ] as const) {
    await replaceFile(file, pem).catch((error: unknown) => {
      throw unwritable(file, error);
    });
  }
  return usable(pems.cert, pems.private, files.cert, true);
}

/** What clients may call this machine: itself, its name, and the address it listens on. */
function alternativeNames(host: string): ({ type: 2; value: string } | { type: 7; ip: string })[] {
  const wildcard = host === '0.0.0.0' || host === '::';
  const called = new Set(['localhost', hostname(), '127.0.0.1', '::1', ...(wildcard ? [] : [host])]);
  return [...called].map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name }));
}

function usable(cert: string, key: string, file: string, selfSigned: boolean): Certificate {
  // Throws where the key is not the certificate's.
  createSecureContext({ cert, key });
  const parsed = new X509Certificate(cert);
  return { cert, key, file, fingerprint: parsed.fingerprint256, validTo: new Date(parsed.validTo), selfSigned };
}
