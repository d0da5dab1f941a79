/** `https://HOST:PORT` as a client on the same machine reaches a listener. A wildcard host becomes `localhost`. */
export function localUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `https://${callableHost(host)}:${port}`;
}

/** The link of an invitation. Its token stands in the fragment, which no browser sends and no log has. */
export function invitationUrl(base: string, token: string): string {
  return `${base}/welcome#${token}`;
}

/** A wildcard is no address to call; the certificate names localhost. */
function callableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
