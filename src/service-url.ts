import { hostname } from 'node:os';
import type { Config } from './config.ts';

/** `https://HOST:PORT` as a client on the same machine reaches a listener. A wildcard host becomes `localhost`. */
export function localUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `https://${callableHost(host)}:${port}`;
}

/** The link of an invitation. Its token stands in the fragment, which no browser sends and no log has. */
export function invitationUrl(base: string, token: string): string {
  return `${base}/welcome#${token}`;
}

/** The link by which a person verifies themselves; its token stands in the fragment, too. */
export function captureUrl(base: string, token: string): string {
  return `${base}/v#${token}`;
}

/**
 * Where people reach the page of capture: as the settings say. Without them at the host of whoever asks, on the port
 * that serves that page alone, where there is one.
 */
export function captureBase(
  { captureUrl: own, publicUrl, capturePort }: Pick<Config, 'captureUrl' | 'publicUrl' | 'capturePort'>,
  host: string,
): string {
  const asked = `https://${host}`;
  const named = own ?? publicUrl;
  if (named !== undefined || capturePort === undefined) return named ?? asked;
  const url = new URL(URL.canParse(asked) ? asked : 'https://localhost');
  url.port = String(capturePort);
  return url.origin;
}

/** A wildcard is no address to call; the certificate names localhost. */
function callableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * What logs, metrics and the database call this node: `HOST:PORT`, which is the same after a restart. Where any free
 * port is taken, the number of the process stands for it. Undefined for a service that is alone on its records.
 */
export function nodeName({ databaseUrl, port }: Pick<Config, 'databaseUrl' | 'port'>): string | undefined {
  return databaseUrl === undefined ? undefined : `${hostname()}:${port === 0 ? process.pid : port}`;
}
