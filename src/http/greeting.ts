import { fileURLToPath } from 'node:url';
import type { Environment } from '../domain/environment.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { LIVENESS_MODEL } from '../models/catalogue.ts';
import type { LivenessInUse } from '../models/model-store.ts';
import { invitationUrl } from '../service-url.ts';
import type { FirstAccount } from '../use-cases/accounts.ts';
import type { Certificate } from './tls/certificate.ts';

/** Names that match on the starter list, and on the list of the sandbox. */
const [LISTED, INVENTED] = ['Kim Jong Un', 'Quillon Ferrabast'];
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

interface Facts {
  readonly environment: Environment;
  readonly url: string;
  readonly certificate: Certificate;
  readonly sources: readonly SnapshotSource[];
  readonly liveness: LivenessInUse;
  /** Undefined where there was an account already. */
  readonly firstAccount: FirstAccount | undefined;
}

/** What an operator sees at start, with a call that works when it is pasted. */
export function greeting(facts: Facts): string {
  const { environment, url, certificate, sources, liveness, firstAccount } = facts;
  return `${[
    '',
    `Touchstone serves at ${url}`,
    ...(environment === 'production' ? [] : [`  environment  ${environment}`]),
    `  certificate  ${certificate.selfSigned ? `self-signed, ${certificate.file}` : certificate.file}`,
    `  fingerprint  SHA-256 ${certificate.fingerprint}`,
    ...listLines(sources, environment),
    ...livenessLines(liveness),
    ...(environment === 'sandbox' ? [`  specimens    ${url}/sandbox`] : []),
    ...keyLines(firstAccount),
    ...dashboardLines(url, firstAccount),
    '',
    'Try it:',
    ...curl(url, certificate, firstAccount?.key ?? 'YOUR-KEY', environment === 'sandbox' ? INVENTED : LISTED),
    '',
    `The interface: ${url}/openapi.json · Operating it: ${DOCS}`,
    'From here on the log, a JSON object a line. Ctrl-C stops.',
    '',
  ].join('\n')}\n`;
}

function listLines(sources: readonly SnapshotSource[], environment: Environment): string[] {
  if (sources.length === 0) return ['  lists        none yet; see: touchstone lists sync, touchstone lists import'];
  const widest = Math.max(...sources.map(({ name }) => name.length));
  const lines = sources.map(({ name, entries }) => `${name.padEnd(widest)}  ${entries.toLocaleString('en')} entries`);
  const starter = environment !== 'sandbox' && sources.some((source) => source.starter);
  return [
    ...lines.map((line, index) => `  ${(index === 0 ? 'lists' : '').padEnd(11)}  ${line}`),
    ...(starter
      ? ['               (starter): a small list that comes with Touchstone, until the real one is there']
      : []),
  ];
}

function livenessLines(liveness: LivenessInUse): string[] {
  if (liveness !== 'damaged') return [];
  return [`  liveness     the installed model is damaged and left out: touchstone models install ${LIVENESS_MODEL}`];
}

function keyLines(firstAccount: FirstAccount | undefined): string[] {
  if (!firstAccount) return ['  keys         touchstone keys create --account ID --name NAME makes one'];
  return [
    `  first key    ${firstAccount.key}`,
    `               of account ${firstAccount.accountId}; shown this once, only its hash is stored`,
  ];
}

function dashboardLines(url: string, firstAccount: FirstAccount | undefined): string[] {
  if (!firstAccount) return [`  dashboard    ${url} · touchstone users invite lets somebody in`];
  return [
    `  dashboard    ${invitationUrl(url, firstAccount.setUpToken)}`,
    '               opens it and asks for your address and a password; works once, for 24 hours',
  ];
}

function curl(url: string, certificate: Certificate, key: string, name: string): string[] {
  const trust = certificate.selfSigned ? ` --cacert '${certificate.file.replaceAll("'", "'\\''")}'` : '';
  return [
    `  curl${trust} -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"${name}","entityType":"Individual"}' ${url}/api/Screening/screen`,
  ];
}
