import { EnvHttpProxyAgent, request } from 'undici';
import type { Config } from '../config.ts';
import { connectionFailure } from '../connection-failure.ts';
import type { DatabaseCondition } from '../records/database-condition.ts';
import { enabledSources } from '../watchlists/registry.ts';
import { type Finding, Findings } from './finding.ts';

/** One-time codes last 30 seconds, and nodes order what they do by the clock of the database. */
const WRONG_MS = 30_000;
/** The header Date has whole seconds, and an answer may be on its way for some. */
const ROUGH_MS = 5_000;
const DATABASE_MS = 2_000;
const PATIENCE_MS = 5_000;
const TODO = 'Let the machine keep its time by NTP: timedatectl set-ntp true';

/** This machine's clock beside that of the database server, and of a server that lists come from. */
export async function lookAtClock(
  config: Config,
  database: DatabaseCondition | undefined,
): Promise<readonly Finding[]> {
  const findings = new Findings('clock');
  const compared: string[] = [];
  if (database?.server) {
    compare(findings, -database.server.clockAheadMs, DATABASE_MS, 'the database server');
    compared.push('the database server');
  }
  const [source] = config.listsSyncMs === undefined ? [] : enabledSources(config);
  if (source) {
    const address = config.listsUrls[source.id] ?? source.address;
    const { host } = new URL(address);
    const ahead = await aheadOf(address).catch((error) => connectionFailure(error));
    if (typeof ahead === 'number') {
      compare(findings, ahead, ROUGH_MS, host);
      compared.push(host);
    } else if (ahead !== undefined) {
      const todo =
        'Let this machine reach the addresses of the lists, by HTTPS_PROXY where it has to, or import files.';
      findings.advise(`${host}, which has a list, cannot be reached: ${ahead}.`, todo);
    }
  }
  const none = 'Its time was compared with nobody: no list is synced, and no other server is in use.';
  return findings.orOk(compared.length === 0 ? none : `It agrees with ${compared.join(' and ')}.`);
}

/** `ahead`: how far this machine is before the other one, in milliseconds. */
function compare(findings: Findings, ahead: number, tolerance: number, other: string): void {
  if (Math.abs(ahead) <= tolerance) return;
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const found = `The clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} ${other}.`;
  if (Math.abs(ahead) > WRONG_MS) findings.must(found, TODO);
  else findings.advise(found, TODO);
}

/** How far this machine is before a web server, in milliseconds; undefined where that does not tell its time. */
async function aheadOf(address: string): Promise<number | undefined> {
  const dispatcher = new EnvHttpProxyAgent({ connectTimeout: PATIENCE_MS });
  try {
    const patience = { headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS };
    const { headers, body } = await request(address, { method: 'HEAD', dispatcher, ...patience });
    await body.dump();
    const told = Date.parse(String(headers.date));
    return Number.isNaN(told) ? undefined : Date.now() - told;
  } finally {
    await dispatcher.destroy();
  }
}
