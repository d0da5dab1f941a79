import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import type { Config } from '../config.ts';
import { connectionFailure } from '../connection-failure.ts';
import { localUrl } from '../service-url.ts';
import { type Finding, Findings } from './finding.ts';

/** Longer than the service takes to say that its database hangs. */
const PATIENCE_MS = 5_000;

interface PresentedCertificate {
  readonly status: number;
  readonly reason: string | undefined;
  /** SHA-256, as `AB:CD:…`. */
  readonly fingerprint: string;
}

/** Whether a service answers where the settings say, and with the certificate that lies there now. */
export async function lookAtService(config: Config): Promise<readonly Finding[]> {
  const findings = new Findings('service');
  const url = localUrl(config);
  if (config.port === 0) return findings.orOk('It takes any free port, so it was not asked.');
  const answer = await ask(url).catch((error: NodeJS.ErrnoException) => error);
  if (answer instanceof Error) {
    if (answer.code === 'ECONNREFUSED') return findings.orOk(`No service runs at ${url}.`);
    const todo = 'Look whether another program has that port, or restart the service.';
    findings.must(`What runs at ${url} does not answer as the service does: ${connectionFailure(answer)}.`, todo);
    return findings.all;
  }
  if (answer.status !== 200) {
    findings.must(
      `The service at ${url} is not ready: ${answer.reason ?? `it answers ${answer.status}.`}`,
      'Look into its log.',
    );
  }
  const lying = await fingerprintOf(config).catch(() => undefined);
  if (lying !== undefined && lying !== answer.fingerprint) {
    const todo = 'It takes them within ten seconds; where it does not, its log says why.';
    findings.must('The service still uses an earlier certificate than the one in its files.', todo);
  }
  return findings.orOk(`It serves at ${url}.`);
}

/** No certificate is refused here, since it is what is looked at. */
async function ask(url: string): Promise<PresentedCertificate> {
  let fingerprint = '';
  const connect = buildConnector({ rejectUnauthorized: false, timeout: PATIENCE_MS });
  const dispatcher = new Agent({
    connect: (options, done) =>
      connect(options, (...result) => {
        fingerprint = (result[1] as TLSSocket | null)?.getPeerCertificate().fingerprint256 ?? '';
        done(...result);
      }),
  });
  try {
    const patience = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
    const { statusCode, body } = await dispatcher.request({
      origin: url,
      path: '/health/ready',
      method: 'GET',
      ...patience,
    });
    const { reason } = (await body.json()) as { reason?: string };
    return { status: statusCode, reason, fingerprint };
  } finally {
    await dispatcher.destroy();
  }
}

async function fingerprintOf({ tls, dataDir }: Config): Promise<string> {
  return new X509Certificate(await readFile(tls?.cert ?? join(dataDir, 'tls', 'cert.pem'))).fingerprint256;
}
