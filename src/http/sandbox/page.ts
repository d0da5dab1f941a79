import { ERROR_NAMES, SANDBOX_SENTENCE } from '../../sandbox/sandbox.ts';
import { DOCUMENTS, PICTURES, SELFIES } from '../../sandbox/specimens.ts';
import { sandboxEntries } from '../../watchlists/starter/starter-lists.ts';
import type { App } from '../app-type.ts';

const POLICY = "default-src 'none'; img-src 'self'; frame-ancestors 'none'";
const OPEN = { config: { public: true }, schema: { hide: true } } as const;

/** The page that shows what the sandbox knows, and its pictures. Only the sandbox has it. */
export function sandboxPage(app: App): void {
  const page = pageText();
  app.get('/sandbox', OPEN, async (_request, reply) => {
    reply.header('content-security-policy', POLICY);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  for (const [file, bytes] of PICTURES) {
    app.get(`/sandbox/${file}`, OPEN, async (_request, reply) => reply.type('image/jpeg').send(bytes));
  }
}

/** Every answer with a `message` says that it is the sandbox's. */
export async function sandboxMessage(_request: unknown, _reply: unknown, payload: unknown): Promise<unknown> {
  const { message } = (payload ?? {}) as { message?: unknown };
  if (typeof message !== 'string' || message.includes(SANDBOX_SENTENCE)) return payload;
  return { ...(payload as object), message: `${message} ${SANDBOX_SENTENCE}` };
}

function pageText(): string {
  const entries = sandboxEntries().map(({ name, kind, born, lists }) => [name, kind, born, lists]);
  const errors = Object.entries(ERROR_NAMES).map(([status, name]) => [name, status]);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Touchstone sandbox</title></head><body>
<h1>Touchstone sandbox</h1>
<p>${escaped(SANDBOX_SENTENCE)} It fetches nothing. Its keys begin with <code>tsk_test_</code>.</p>
<h2>Names that match</h2>
${table(['name', 'kind', 'born', 'lists'], entries)}
<p><code>POST /api/Sandbox/lists</code> with <code>{"change": "add"}</code>, <code>"change"</code> or <code>"remove"</code> lets
Ottoline Grubbelmeyer come, change and go. With <code>"fail"</code> a refresh fails. Without them she is on no list.</p>
<h2>Names that ask for an error</h2>
<p>Any <code>entityType</code>. Other errors come about as in production: a wrong body, a wrong key, an address that a key
does not allow, an account with a quota of 1.</p>
${table(['name', 'status'], errors)}
<h2>Pictures for a verification</h2>
<p>Send one document and one selfie. These pairs have the results below, whatever liveness says of drawings elsewhere.</p>
${table(
  ['IdCardImage', 'with selfie-holder.jpg'],
  Object.entries(DOCUMENTS).map(([name, one]) => [link(name), documentResult(one, name)]),
  true,
)}
${table(
  ['SelfieImage', 'with passport.jpg'],
  Object.entries(SELFIES).map(([name, one]) => [link(name), selfieResult(one)]),
  true,
)}
</body></html>
`;
}

function documentResult(one: (typeof DOCUMENTS)[string], name: string): string {
  const results = { overload: '503', failure: '500', quota: '429', refused: '400', read: '' };
  if (one.kind !== 'read') return results[one.kind];
  return name === 'passport-expired' || one.mrz === 'failed' ? 'Manual Review Required' : 'Verified';
}

function selfieResult(one: (typeof SELFIES)[string]): string {
  if (one.kind === 'refused') return '400';
  const worst = Math.min(one.confidence, one.liveness);
  return worst < 70 ? 'Not Verified' : worst < 80 ? 'Manual Review Required' : 'Verified';
}

function link(name: string): string {
  const path = `/sandbox/${name}.jpg`;
  return `<a href="${path}"><img src="${path}" alt="${name}" height="120"><br>${name}.jpg</a>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[], isMarkup = false): string {
  const cells = (tag: string, row: readonly string[], write: (text: string) => string) =>
    `<tr>${row.map((text) => `<${tag}>${write(text)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells('td', row, isMarkup ? (text) => text : escaped)).join('\n');
  return `<table border="1">\n${cells('th', head, escaped)}\n${body}\n</table>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
