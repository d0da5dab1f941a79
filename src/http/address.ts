/** `https://HOST:PORT` as a client on this machine reaches a listener. */
export function localUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `https://${reachable(host)}:${port}`;
}

/** Where a one-time link leads; its value stands in the fragment, which no browser sends and no log has. */
export function welcomeUrl(base: string, token: string): string {
  return `${base}/welcome#${token}`;
}

/** A wildcard is no address to call; the certificate names localhost. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
