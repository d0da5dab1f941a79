import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { DATABASE_FILE } from '../open-records.ts';
import { type Finding, Findings } from './finding.ts';

const GROUP_AND_OTHERS = 0o077;
const OTHERS = 0o007;

/** Files that would let another user of the machine read or decrypt what is stored, by what such a user gets. */
const SECRETS: Readonly<Record<string, string>> = {
  'master.key': 'the key of all images',
  [DATABASE_FILE]: 'all records',
  'tls/key.pem': 'the private key of the certificate',
};

/** Who else on this machine may read what the service keeps. Not looked at on Windows, which has no such modes. */
export async function lookAtPermissions(config: Config): Promise<readonly Finding[]> {
  const findings = new Findings('permissions');
  if (!process.getuid) return findings.orOk('They were not looked at: Windows keeps them in another form.');
  const { dataDir, tls } = config;
  if (!holdsCachesAlone(config)) {
    const directory = await stat(dataDir);
    if (directory.mode & OTHERS) {
      findings.must(`Every user of this machine may look into ${dataDir}.`, `Run: chmod o-rwx '${dataDir}'`);
    }
    lookAtOwner(findings, dataDir, directory, process.getuid());
  }
  for (const [name, what] of Object.entries(SECRETS)) {
    await lookAtSecret(findings, { file: join(dataDir, name), what, forbidden: GROUP_AND_OTHERS });
  }
  // A group that reads keys is how certificates are usually handed to services.
  const what = 'the private key of the certificate';
  if (tls && !(await isMounted(tls.key))) await lookAtSecret(findings, { file: tls.key, what, forbidden: OTHERS });
  return findings.orOk(`Only their owner can read what is secret in ${dataDir}.`);
}

/** Of a node whose records, images and key are elsewhere. Kubernetes makes such directories for everybody of a pod. */
function holdsCachesAlone({ databaseUrl, imagesUrl, masterKeys }: Config): boolean {
  return databaseUrl !== undefined && imagesUrl !== undefined && masterKeys !== undefined;
}

/** A file that is a mount of its own was handed to a container, where nobody else is. The machine outside guards it. */
async function isMounted(file: string): Promise<boolean> {
  const [own, around] = await Promise.all([file, dirname(file)].map((path) => stat(path).catch(() => undefined)));
  return own !== undefined && around !== undefined && own.dev !== around.dev;
}

async function lookAtSecret(
  findings: Findings,
  { file, what, forbidden }: { file: string; what: string; forbidden: number },
): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found || !(found.mode & forbidden)) return;
  const whose = found.mode & OTHERS ? 'Every user of this machine' : `The group of ${file}`;
  findings.must(`${whose} may read ${what}: ${file}.`, `Run: chmod ${forbidden === OTHERS ? 'o' : 'go'}-rwx '${file}'`);
}

function lookAtOwner(findings: Findings, dataDir: string, { uid }: Stats, own: number): void {
  if (uid === own) return;
  if (own === 0) {
    const todo = `Run commands as that user too: sudo -u '#${uid}' npx touchstone …`;
    findings.advise(`${dataDir} belongs to user ${uid}, and this command runs as root.`, todo);
  } else {
    const todo = `Run commands as the user of the service, or: sudo chown -R ${own} '${dataDir}'`;
    findings.must(`${dataDir} belongs to user ${uid}, and this command runs as user ${own}.`, todo);
  }
}
