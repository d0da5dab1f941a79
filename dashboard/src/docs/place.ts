import type { Call } from './calls.ts';

/** Where the calls of the examples go, and how. */
export interface Place {
  /** `https://HOST:PORT` */
  readonly origin: string;
  readonly key: string;
  /** True where the certificate is the service's own: clients are told to trust this one. */
  readonly own: boolean;
}

/** Where the examples expect the service's own certificate. */
export const CERTIFICATE = 'touchstone.pem';

/** A public name has a certificate that everybody trusts; an address or a name without dots has the service's own. */
export function hasOwnCertificate(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    !hostname.includes('.') || hostname.startsWith('[') || /^[\d.]+$/.test(hostname) || hostname.endsWith('.local')
  );
}

/** Fetches the certificate once; whoever does compares its fingerprint with the one printed at start. */
export function certificateCommand(origin: string): string {
  const { host, hostname, port } = new URL(origin);
  return `openssl s_client -connect ${port ? host : `${hostname}:443`} </dev/null 2>/dev/null | openssl x509 > ${CERTIFICATE}
openssl x509 -in ${CERTIFICATE} -noout -fingerprint -sha256`;
}

/** Headers that a call sends, without that of a form, which its client makes. */
export function headersOf({ key: needsKey, body }: Call, { key }: Place): Record<string, string> {
  const type = { json: 'application/json', form: undefined, text: body?.kind === 'text' ? body.type : undefined };
  const contentType = body && type[body.kind];
  return {
    ...(needsKey && { 'X-API-Key': key }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
  };
}
