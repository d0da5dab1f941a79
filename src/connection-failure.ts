import { sentence } from './errors.ts';

/** Codes of Node.js and undici, in the words of a person who looks after networks. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'its name does not resolve',
  EAI_AGAIN: 'the name server did not answer',
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'no route leads there',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it did not answer in time',
};

/** What undici says where a proxy opens no tunnel. */
const PROXY_ANSWER = /^Proxy response \((\d+)\)/;

/** Why a request to another server failed, without a capital and a full stop. Unknown codes stay as they are. */
export function connectionFailure(error: unknown): string {
  const { code, cause, message } = error as Omit<NodeJS.ErrnoException, 'code'> & { code?: string | number };
  const status = PROXY_ANSWER.exec(message)?.[1];
  if (status !== undefined) return `the proxy answered ${status}`;
  if (code === 'UND_ERR_PRX_CONN' && cause) return `no way through the proxy, ${connectionFailure(cause)}`;
  // A cancelled request has a number of the DOM, and the reason is inside.
  if (typeof code === 'number' && cause) return connectionFailure(cause);
  return code === undefined ? sentence(error) : (WORDS[code] ?? String(code));
}
