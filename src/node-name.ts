import { hostname } from 'node:os';
import type { Config } from './config.ts';

/**
 * What logs, metrics and the database call this node: `HOST:PORT`, which is the same after a restart. Where any free
 * port is taken, the number of the process stands for it. Undefined for a service that is alone on its records.
 */
export function nodeName({ databaseUrl, port }: Pick<Config, 'databaseUrl' | 'port'>): string | undefined {
  return databaseUrl === undefined ? undefined : `${hostname()}:${port === 0 ? process.pid : port}`;
}
