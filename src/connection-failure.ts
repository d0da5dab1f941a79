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

/** Why a request to another server failed, without a capital and a full stop. Unknown codes stay as they are. */
export function connectionFailure(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? sentence(error) : (WORDS[code] ?? code);
}
