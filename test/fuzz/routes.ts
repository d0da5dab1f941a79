/** A route with values that its handler accepts. A case starts from these and then changes some of them. */
export interface Route {
  readonly method: string;
  /** `:id` is replaced by ids of both accounts and by others. */
  readonly path: string;
  /** Who asks: somebody with an API key, somebody who is signed in to the dashboard, or anybody. */
  readonly access: 'key' | 'session' | 'anybody';
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
  /** It ends the session of whoever asks, so it comes last. */
  readonly endsSession?: boolean;
  /** What the body is, where it is no JSON. */
  readonly form?: 'multipart' | 'csv';
}

const PAGE = {
  after: ['1', '20', 'x'],
  limit: ['1', '50', '200', '0'],
  from: ['2026-01-01'],
  to: ['2026-12-31'],
  text: ['petrov'],
};
const ROLE = { role: 'viewer' };
const NAME = { name: 'Ivan Petrov Marlin', entityType: 'Individual', dateOfBirth: '1970-01-31', minScore: 60 };

function key(method: string, path: string, rest: Partial<Route> = {}): Route {
  return { method, path, access: 'key', ...rest };
}

function page(method: string, path: string, rest: Partial<Route> = {}): Route {
  return { method, path: `/dashboard/api${path}`, access: 'session', ...rest };
}

export const ROUTES: readonly Route[] = [
  key('POST', '/api/Screening/screen', { body: NAME }),
  key('GET', '/api/Screening/list', { query: { page: ['1'], pageSize: ['10'] } }),
  key('GET', '/api/Screening/:id'),
  key('POST', '/api/IdVerification/verify', { form: 'multipart' }),
  key('GET', '/api/IdVerification/list'),
  key('GET', '/api/IdVerification/:id'),
  { method: 'GET', path: '/health/live', access: 'anybody' },
  { method: 'GET', path: '/health/ready', access: 'anybody' },
  { method: 'GET', path: '/openapi.json', access: 'anybody' },
  { method: 'GET', path: '/', access: 'anybody' },
  { method: 'GET', path: '/assets/:id', access: 'anybody' },
  page('GET', '/session'),
  page('POST', '/session', { body: { email: 'a@fuzz.example', password: 'wrong wrong wrong', code: '123456' } }),
  page('POST', '/links', { body: { token: 'x'.repeat(43) } }),
  page('POST', '/links/accept', { body: { token: 'x'.repeat(43), password: 'a long enough pass phrase 7' } }),
  page('POST', '/password', { body: { current: 'wrong', password: 'a long enough pass phrase 8' } }),
  page('POST', '/totp', { body: { password: 'wrong' } }),
  page('POST', '/totp/confirm', { body: { code: '123456' } }),
  page('DELETE', '/totp', { body: { password: 'wrong' } }),
  page('GET', '/recovery-codes'),
  page('POST', '/recovery-codes', { body: { password: 'wrong' } }),
  page('GET', '/overview', { query: { zone: ['Europe/Berlin', 'UTC', 'Mars/Base'] } }),
  page('GET', '/screenings', { query: { ...PAGE, result: ['clear', 'matched'], sort: ['newest', 'oldest', 'score'] } }),
  page('GET', '/screenings/:id'),
  page('POST', '/screenings', { body: NAME }),
  page('GET', '/verifications', { query: { ...PAGE, status: ['Verified'], sort: ['newest', 'confidence'] } }),
  page('GET', '/verifications/:id'),
  page('GET', '/alerts', { query: { ...PAGE, state: ['open'], kind: ['match'], sort: ['newest', 'score'] } }),
  page('POST', '/alerts/:id/decision', { body: { decision: 'dismissed', revision: 0, comment: 'no', remember: true } }),
  page('POST', '/alerts/:id/undo', { body: { revision: 1 } }),
  page('POST', '/alerts/:id/comments', { body: { comment: 'a comment' } }),
  page('GET', '/bulk'),
  page('POST', '/bulk', { query: { type: ['Individual', 'Organization'] }, form: 'csv' }),
  page('GET', '/bulk/:id'),
  page('GET', '/bulk/:id/results.csv'),
  page('DELETE', '/bulk/:id'),
  page('GET', '/keys'),
  page('POST', '/keys', { body: { name: 'Fuzz', allow: ['127.0.0.0/8', '::1'], expires: '2030-01-01T00:00:00Z' } }),
  page('POST', '/keys/check-allow', { body: { allow: ['10.0.0.0/8', '010.0.0.1'] } }),
  page('POST', '/keys/:id/revoke'),
  page('GET', '/users'),
  page('POST', '/users/invite', { body: { email: 'new@fuzz.example', ...ROLE } }),
  page('POST', '/users/:id/role', { body: ROLE }),
  page('POST', '/users/:id/remove'),
  page('GET', '/audit', { query: { ...PAGE, actor: ['service'], action: ['key.created'] } }),
  page('GET', '/audit/export', { query: { from: ['2026-01-01'], to: ['2026-12-31'] } }),
  page('POST', '/audit/verify'),
  page('GET', '/lists'),
  page('POST', '/lists/sync'),
  page('DELETE', '/session', { endsSession: true }),
];
