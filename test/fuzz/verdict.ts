import { breach } from '../support/document.ts';
import type { Case } from './cases.ts';
import type { Reply } from './wire.ts';

/** What an answer must never show: files and lines of the program, messages of the database. */
const INTERNALS = /node_modules|\bat (?:file:|async |Object\.)|\/src\/[\w/-]+\.ts|SQLITE_|better-sqlite3|ECONN|EPIPE/;

/** What is wrong with an answer, a sentence; undefined where all promises hold. `secret` is text of another account. */
export function fault(one: Case, reply: Reply | undefined, secret: string): string | undefined {
  if (!reply) return one.broken ? undefined : 'The connection was closed without an answer.';
  const { status, headers, text } = reply;
  const wrong = statusFault(one, reply) ?? leak(reply, secret);
  if (wrong !== undefined) return wrong;
  if (one.broken || one.method === 'HEAD') return undefined;
  const type = headers['content-type'] ?? '';
  if (!type.includes('json')) return undefined;
  try {
    return breach(one.method, one.path, { status, type, body: JSON.parse(text) });
  } catch {
    return 'The body says that it is JSON and is not.';
  }
}

function statusFault({ path }: Case, { status, headers, text }: Reply): string | undefined {
  if (status < 200 || status > 599) return `The status is ${status}.`;
  if (status >= 500 && status !== 503) return `The status is ${status}: ${text.slice(0, 300)}`;
  const isSilent = status === 503 && path !== '/health/ready' && !headers['retry-after'];
  return isSilent ? 'A 503 says not when to try again.' : undefined;
}

function leak({ headers, text }: Reply, secret: string): string | undefined {
  if (text.includes(secret)) return 'The answer shows data of another account.';
  const internals = INTERNALS.exec(text)?.[0];
  const isScript = headers['content-type']?.startsWith('text/javascript');
  return internals !== undefined && !isScript ? `The answer shows internals: ${internals}` : undefined;
}
