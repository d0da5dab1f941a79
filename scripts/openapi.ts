// Writes openapi.json as the service serves it. With --check: fails where the file differs from that, or where it
// breaks clients of the last two committed versions of it.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { startService } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { breakingChanges } from './openapi-breaking.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(ROOT, 'openapi.json');
const COMPARED_VERSIONS = 2;

/** Changes that were decided although they refuse what was accepted before, and why. */
const DECIDED: Readonly<Record<string, string>> = {
  'POST /api/Screening/screen body.name: pattern changed':
    'a name without letter or digit cannot be screened: its all-clear would be a lie',
  'GET /api/IdVerification/{id}/explanation 200.authenticity[].id: enum changed':
    'portrait-edges never looked at edges: it is second-portrait now; 0.1.0 is not published yet',
  ...Object.fromEntries(
    [
      'POST /api/Screening/batch body: type changed',
      'POST /api/Customers/import body: type changed',
      'POST /api/OwnLists/{list}/import body: type changed',
      ...[
        'reference: type changed',
        'name: type changed',
        'entityType: type changed',
        'entityType: enum changed',
        'dateOfBirth: type changed',
        'identifiers: type changed',
        'identifiers: maxItems is tighter',
        'minScore: type changed',
        'minScore: minimum is tighter',
        'minScore: maximum is tighter',
      ].map((member) => `POST /api/Screening/batch body.items[].${member}`),
    ].map((change) => [change, 'the document says what was always taken; rows of another form are refused as before']),
  ),
  ...Object.fromEntries(
    [
      'GET /api/Screening/batch 200.items[]',
      'POST /api/Screening/batch 202',
      'GET /api/Screening/batch/{id} 200',
      'DELETE /api/Screening/batch/{id} 200',
    ].map((answer) => [
      `${answer}.kind: enum changed`,
      'a batch of customers is one of that address, as was announced',
    ]),
  ),
};

const served = await servedDocument();
if (process.argv.includes('--check')) await check(served);
else await writeFile(FILE, served);

async function servedDocument(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-openapi-'));
  const config = readConfig({
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_PORT: '0',
    TOUCHSTONE_METRICS: 'off',
    TOUCHSTONE_LISTS_SYNC: 'off',
    TOUCHSTONE_FIRST_ACCOUNT: 'off',
  });
  const service = await startService(config, { print: () => {}, log: { write: () => {} } });
  const dispatcher = new Agent({ connect: { ca: await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8') } });
  try {
    const { body } = await request(`${service.url}/openapi.json`, { dispatcher });
    // The committed document names the default address, whatever port served it.
    return (await body.text()).replace(service.url, 'https://localhost:8443');
  } finally {
    await dispatcher.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function check(document: string): Promise<void> {
  const problems: string[] = [];
  if ((await readFile(FILE, 'utf8')) !== document) {
    problems.push('openapi.json is not what the service serves; run: npm run openapi');
  }
  const versions = committedVersions();
  for (const { commit, text } of versions) {
    const changes = breakingChanges(JSON.parse(text), JSON.parse(document)).filter((change) => !DECIDED[change]);
    problems.push(...changes.map((change) => `breaks clients of ${commit.slice(0, 8)}: ${change}`));
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const compared = versions.length === 0 ? 'no committed version to compare with' : `compared with ${versions.length}`;
  process.stdout.write(`openapi.json: ${problems.length} problems, ${compared}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

/** The newest versions in the history; none outside of a git checkout. */
function committedVersions(): { commit: string; text: string }[] {
  try {
    const commits = git('log', `-${COMPARED_VERSIONS}`, '--format=%H', '--', 'openapi.json')
      .split('\n')
      .filter(Boolean);
    return commits.map((commit) => ({ commit, text: git('show', `${commit}:openapi.json`) }));
  } catch {
    return [];
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
