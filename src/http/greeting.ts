import { fileURLToPath } from 'node:url';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { invitationUrl } from '../service-url.ts';
import type { FirstAccount } from '../use-cases/create-first-account.ts';
import type { Certificate } from './tls/certificate.ts';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

interface Facts {
  readonly url: string;
  readonly certificate: Certificate;
  readonly sources: readonly SnapshotSource[];
  /** Undefined where there was an account already. */
  readonly firstAccount: FirstAccount | undefined;
}

/** What an operator sees at start, with a call that works when it is pasted. */
export function greeting(facts: Facts): string {
  const { url, certificate, sources, firstAccount } = facts;
  return `${[
    '',
    `Touchstone serves at ${url}`,
    `  certificate  ${certificate.selfSigned ? `self-signed, ${certificate.file}` : certificate.file}`,
    `  fingerprint  SHA-256 ${certificate.fingerprint}`,
    ...listLines(sources),
    ...keyLines(firstAccount),
    ...dashboardLines(url, firstAccount),
    '',
    'Try it:',
    ...curl(url, certificate, firstAccount?.key ?? 'YOUR-KEY'),
    '',
    `The interface: ${url}/openapi.json · Operating it: ${DOCS}`,
    'From here on the log, a JSON object a line. Ctrl-C stops.',
    '',
  ].join('\n')}\n`;
}

function listLines(sources: readonly SnapshotSource[]): string[] {
  if (sources.length === 0) return ['  lists        none yet; see: touchstone lists sync, touchstone lists import'];
  const widest = Math.max(...sources.map(({ name }) => name.length));
  const lines = sources.map(({ name, entries }) => `${name.padEnd(widest)}  ${entries.toLocaleString('en')} entries`);
  const starter = sources.some((source) => source.starter);
  return [
    ...lines.map((line, index) => `  ${(index === 0 ? 'lists' : '').padEnd(11)}  ${line}`),
    ...(starter
      ? ['               (starter): a small list that comes with Touchstone, until the real one is there']
      : []),
  ];
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

function curl(url: string, certificate: Certificate, key: string): string[] {
  const trust = certificate.selfSigned ? ` --cacert '${certificate.file.replaceAll("'", "'\\''")}'` : '';
  return [
    `  curl${trust} -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' \\`,
    `    -d '{"name":"Kim Jong Un","entityType":"Individual"}' ${url}/api/Screening/screen`,
  ];
}
