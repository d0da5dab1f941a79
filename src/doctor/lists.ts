import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Records } from '../records/port.ts';
import { isOverdue, type SourceStatus, stateOf } from '../watchlists/list-status.ts';
import { Lists } from '../watchlists/lists.ts';
import { type Finding, Findings } from './finding.ts';

const SYNC = 'Run: touchstone lists sync; or import its files: touchstone lists import SOURCE FILE';

/** The lists in force. The invented list of the sandbox is always as it should be. */
export async function lookAtLists(config: Config, records: Records, now: Date): Promise<readonly Finding[]> {
  const findings = new Findings('lists');
  if (config.environment === 'sandbox') return findings.orOk('The sandbox has its fixed list of invented entries.');
  const lists = new Lists(
    config,
    records,
    () => now,
    () => {},
  );
  const { snapshot, sources } = await lists.status();
  if (snapshot === null) {
    findings.must('There is no list at all, so nothing can be screened.', SYNC);
    return findings.all;
  }
  await lookAtFiles(findings, config, snapshot);
  // Only sanctions lists must be there: an operator may do without the others.
  lookAtMissing(findings, 'must', sources.filter(isSanctions), now);
  lookAtMissing(
    findings,
    'advise',
    sources.filter((source) => !isSanctions(source)),
    now,
  );
  for (const source of sources.filter((one) => isOverdue(one, now, config.listsSyncMs !== undefined))) {
    lookAtAge(findings, source, now);
  }
  lookAtFailures(findings, sources);
  const entries = sources.reduce((sum, source) => sum + source.entries, 0);
  return findings.orOk(`${sources.length} lists with ${entries} entries are in force, none of them old.`);
}

/** A node that shares a bucket fetches what it does not have. */
async function lookAtFiles(
  findings: Findings,
  { dataDir, databaseUrl, imagesUrl }: Config,
  snapshot: string,
): Promise<void> {
  if (databaseUrl !== undefined && imagesUrl !== undefined) return;
  try {
    for (const kind of ['index', 'facts']) await access(join(dataDir, 'snapshots', `${snapshot}.${kind}`));
  } catch {
    const todo = 'Run: touchstone lists repair';
    findings.must(`The compiled lists of snapshot ${snapshot} are not in ${join(dataDir, 'snapshots')}.`, todo);
  }
}

const isSanctions = ({ category }: SourceStatus): boolean => category === 'sanctions';

/** `say`: how grave it is that one of these lists is not there. */
function lookAtMissing(findings: Findings, say: 'must' | 'advise', sources: readonly SourceStatus[], now: Date): void {
  const missing = sources.filter((source) => source.enabled && stateOf(source, now) === 'missing');
  const starters = missing.filter(({ starter }) => starter);
  const absent = missing.filter(({ starter }) => !starter);
  if (starters.length > 0) findings[say](`Only the small starter list stands in for ${named(starters)}.`, SYNC);
  if (absent.length > 0) findings[say](`Nothing is screened against ${named(absent)}.`, SYNC);
}

function named(sources: readonly SourceStatus[]): string {
  return sources.map(({ name }) => name).join(', ');
}

/** Lists that fail for one reason, as without a network, are one finding. */
function lookAtFailures(findings: Findings, sources: readonly SourceStatus[]): void {
  const failed = sources.filter(({ lastError }) => lastError !== null);
  for (const [why, lists] of Map.groupBy(failed, (source) => reasonOf(source).replace(/^https?:\/\/\S+: /, ''))) {
    const [first, ...others] = lists;
    const reason = others.length === 0 ? reasonOf(first!) : why;
    const sync = `Run: touchstone lists sync ${lists.map(({ source }) => source).join(' ')}`;
    findings.advise(`The last refresh failed of ${named(lists)}: ${reason}`, sync);
  }
}

/** Why a refresh failed, without the name of the list before it. */
function reasonOf({ name, lastError }: SourceStatus): string {
  const said = lastError ?? '';
  return said.startsWith(name) ? said.slice(name.length).replace(/^[,:] /, '') : said;
}

/** Of a list that is overdue. */
function lookAtAge(findings: Findings, source: SourceStatus, now: Date): void {
  const { name, published } = source;
  if (stateOf(source, now) === 'unknown') {
    findings.advise(`${name}: nothing tells how old the list in force is.`, SYNC);
    return;
  }
  const found = `${name}: the list in force is of ${published!.slice(0, 10)}, and nobody looked for a newer one.`;
  findings[isSanctions(source) ? 'must' : 'advise'](found, SYNC);
}
