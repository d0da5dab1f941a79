import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { DATABASE_FILE, databaseCondition, replicaOf } from '../open-records.ts';
import type { DatabaseCondition, ServerCondition } from '../records/database-condition.ts';
import { type Finding, Findings } from './finding.ts';

const OLDEST_MAJOR = 15;
/** What an operator's own tools take beside the nodes. */
const SPARE_CONNECTIONS = 5;
/** One file of the primary's log. */
const BEHIND_BYTES = 16 * 2 ** 20;

/** What the look found, and the database's condition where it could be seen. */
export interface DatabaseLook {
  readonly findings: readonly Finding[];
  readonly condition: DatabaseCondition | undefined;
}

/** The database of the records, which is left as it is. */
export async function lookAtDatabase(config: Config): Promise<DatabaseLook> {
  const findings = new Findings('database');
  let condition: DatabaseCondition;
  try {
    condition = await databaseCondition(config);
  } catch (error) {
    const todo =
      config.databaseUrl === undefined
        ? 'Put a backup back, or free the file if another program holds it.'
        : 'Look at its address in TOUCHSTONE_DATABASE_URL, its certificate, its firewall, and whether it runs.';
    findings.must(`The database cannot be opened: ${sentence(error).replace(/\.$/, '')}.`, todo);
    return { findings: findings.all, condition: undefined };
  }
  lookAtVersion(findings, condition);
  if (condition.server) lookAtServer(findings, condition.server, config.databaseUrl!);
  const { databaseUrl, databaseReadUrl } = config;
  if (databaseReadUrl !== undefined && condition.found > 0)
    await lookAtReplica(findings, databaseUrl!, databaseReadUrl);
  return { findings: findings.orOk(summary(config, condition)), condition };
}

/** Whatever is wrong with it, the primary answers in its place. */
async function lookAtReplica(findings: Findings, url: string, readUrl: string): Promise<void> {
  const todo = 'Let TOUCHSTONE_DATABASE_READ_URL name a replica that follows TOUCHSTONE_DATABASE_URL, or unset it.';
  const seen = await replicaOf(url, readUrl).catch((error) => {
    findings.advise(
      `The replica cannot be read: ${sentence(error).replace(/\.$/, '')}. The primary answers all.`,
      todo,
    );
  });
  if (!seen) return;
  if (!(seen.standby && seen.isSame)) {
    const what = seen.isSame ? 'takes writes' : 'has other records';
    findings.advise(`The server for large reads ${what}, and is not read.`, todo);
  }
  if ((seen.behindBytes ?? 0) > BEHIND_BYTES) {
    const behind = Math.round(seen.behindBytes! / 2 ** 20);
    findings.advise(`The replica is ${behind} MiB behind, and is not read meanwhile.`, 'Look at its disk and network.');
  }
  if (!(seen.encrypted || isHere(readUrl))) {
    const encrypt = 'Add sslmode=verify-full and sslrootcert=FILE to TOUCHSTONE_DATABASE_READ_URL.';
    findings.advise('The connection to the replica is not encrypted, and names travel over it.', encrypt);
  }
}

function lookAtVersion(findings: Findings, { found, known }: DatabaseCondition): void {
  if (found > known) {
    const todo = 'Start the newer version of Touchstone that made it.';
    findings.must(`Its records have version ${found}, and this program knows ${known}.`, todo);
  } else if (found > 0 && found < known) {
    const todo = 'Make a backup, then restart the service: it brings them to the new version.';
    findings.advise(`Its records have version ${found}, and this program keeps them in ${known}.`, todo);
  }
}

function lookAtServer(findings: Findings, server: ServerCondition, url: string): void {
  if (server.major < OLDEST_MAJOR) {
    findings.must(`The server is PostgreSQL ${server.version}.`, `Upgrade it to ${OLDEST_MAJOR} or newer.`);
  }
  if (server.standby) {
    const todo = 'Let TOUCHSTONE_DATABASE_URL name the primary, or promote this server.';
    findings.must('The server is a replica, which stores nothing.', todo);
  }
  if (server.unsafe.length > 0) {
    const settings = server.unsafe.join(', ');
    findings.must(`The server may forget what was acknowledged: ${settings} is off.`, `Switch on: ${settings}.`);
  }
  if (!server.encrypted && !isHere(url)) {
    const todo = 'Add sslmode=verify-full and sslrootcert=FILE to TOUCHSTONE_DATABASE_URL.';
    findings.advise('The connection to the server is not encrypted, and names travel over it.', todo);
  }
  const nodes = Math.max(1, server.nodes.length);
  const needed = nodes * server.connectionsPerNode + SPARE_CONNECTIONS;
  if (server.maxConnections < needed) {
    const found = `The server takes ${server.maxConnections} connections, and ${count(nodes)} may need ${needed}.`;
    findings.must(found, `Raise max_connections to ${needed}, or lower pool=N in TOUCHSTONE_DATABASE_URL.`);
  }
}

function summary({ dataDir }: Config, { found, server }: DatabaseCondition): string {
  const records = found === 0 ? 'has no records yet' : `has records of version ${found}`;
  if (!server) return `SQLite in ${join(dataDir, DATABASE_FILE)} ${records}.`;
  const nodes =
    server.nodes.length === 0 ? 'no node runs' : `${count(server.nodes.length)} run: ${server.nodes.join(', ')}`;
  return `PostgreSQL ${server.version} ${records}; ${nodes}.`;
}

const count = (nodes: number): string => (nodes === 1 ? '1 node' : `${nodes} nodes`);

/** Whether the way to the server leads over no network. */
function isHere(url: string): boolean {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === '' || host === 'localhost' || (isIP(host) > 0 && /^(127\.|::1$)/.test(host));
}
