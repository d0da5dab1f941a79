/** A route with values that its handler accepts. A case starts from these and then changes some of them. */
export interface Route {
  readonly method: string;
  /** What begins with a colon is replaced by ids of both accounts and by others. */
  readonly path: string;
  /** Who asks: who has an API key, who is signed in to the dashboard, a person with a link, or anybody. */
  readonly access: 'key' | 'session' | 'anybody' | 'link';
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly body?: unknown;
  /** It ends the session of whoever asks, so it comes last. */
  readonly endsSession?: boolean;
  /** What the body is, where it is no JSON. */
  readonly form?: 'multipart' | 'csv' | 'picture';
}

const PAGE = {
  cursor: ['W10', 'WyJuZXdlc3QiLDAsMV0', 'x'],
  limit: ['1', '50', '200', '0'],
  from: ['2026-01-01'],
  to: ['2026-12-31'],
  text: ['petrov'],
};
const ALERTS = {
  ...PAGE,
  state: ['open'],
  kind: ['match'],
  sort: ['newest', 'score', 'case'],
  category: ['pep'],
  source: ['un-sc'],
  minScore: ['80', 'x'],
  maxScore: ['99'],
  entityType: ['Individual'],
  case: ['1'],
  reason: ['other'],
  assignee: ['me', 'nobody', 'a@b.example'],
  customer: ['C-1'],
  entry: ['un-sc:1'],
};
const ROLE = { role: 'viewer' };
const NAME = { name: 'Ivan Petrov Marlin', entityType: 'Individual', dateOfBirth: '1970-01-31', minScore: 60 };

const OWN_ENTRY = { name: 'Ivan Petrov Marlin', entityType: 'Individual', dateOfBirth: '1970-01-31' };

const SAID = Buffer.from('{"type":"webauthn.get","challenge":"AAAA","origin":"https://x.example"}').toString(
  'base64url',
);
const PASSKEY = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const DATA = 'A'.repeat(60);
const ASSERTION = {
  ...PASSKEY,
  response: { clientDataJSON: SAID, authenticatorData: DATA, signature: DATA, userHandle: 'AAAA' },
};
const ATTESTATION = { ...PASSKEY, response: { clientDataJSON: SAID, attestationObject: DATA, transports: ['usb'] } };

function key(method: string, path: string, rest: Partial<Route> = {}): Route {
  return { method, path, access: 'key', ...rest };
}

function page(method: string, path: string, rest: Partial<Route> = {}): Route {
  return { method, path: `/dashboard/api${path}`, access: 'session', ...rest };
}

/** A request of the page of capture. */
function link(method: string, path: string, rest: Partial<Route> = {}): Route {
  return { method, path: `/v${path}`, access: 'link', ...rest };
}

export const ROUTES: readonly Route[] = [
  key('POST', '/api/Screening/screen', { body: NAME }),
  key('GET', '/api/Screening/list', {
    query: {
      page: ['1', '99'],
      pageSize: ['10', '200'],
      sortBy: ['name', '-highestScore'],
      from: ['2026-01-01'],
      to: ['2026-12-31T00:00:00Z'],
      hasMatch: ['true'],
      entityType: ['Individual'],
    },
  }),
  key('GET', '/api/Screening/:id'),
  key('POST', '/api/IdVerification/verify', { form: 'multipart' }),
  key('GET', '/api/IdVerification/list', {
    query: {
      page: ['1', '99'],
      pageSize: ['10', '200'],
      sortBy: ['name', '-matchConfidence'],
      from: ['2026-01-01'],
      to: ['2026-12-31T00:00:00Z'],
      status: ['Verified'],
      documentType: ['Passport'],
    },
  }),
  key('POST', '/api/IdVerification/sessions', {
    body: {
      reference: 'C-1',
      language: 'de',
      country: 'DE',
      documentTypes: ['Passport'],
      redirectUrl: 'https://shop.example/done',
      expiresIn: 300,
      movement: true,
      upload: false,
    },
  }),
  key('GET', '/api/IdVerification/sessions', {
    query: {
      limit: ['1', '200', '0'],
      cursor: ['x', 'WyJjYXB0dXJlcyIsMV0'],
      status: ['created', 'x'],
      reference: ['C-1', ' '],
    },
  }),
  key('GET', '/api/IdVerification/sessions/:id'),
  key('DELETE', '/api/IdVerification/sessions/:id'),
  link('GET', ''),
  link('GET', '/api/session'),
  link('POST', '/api/open', { body: { takeOver: true } }),
  link('POST', '/api/consent', { body: { language: 'en', textHash: 'ab'.repeat(32) } }),
  link('POST', '/api/hint', { body: { code: 'camera-denied' } }),
  link('POST', '/api/document', {
    form: 'picture',
    query: { side: ['front', 'back', 'x'], final: ['true', 'false', 'x'] },
  }),
  link('POST', '/api/movement'),
  link('POST', '/api/frames', {
    form: 'picture',
    query: { step: ['look', 'left', 'x'], sequence: ['0', '7', '-1'], at: ['0', '1500.5', 'x'] },
  }),
  link('POST', '/api/cannot'),
  link('POST', '/api/selfie', { form: 'picture' }),
  link('POST', '/api/specimen', { body: { id: 'passport' } }),
  link('POST', '/api/finish'),
  link('POST', '/api/decline'),
  key('GET', '/api/IdVerification/:id'),
  key('GET', '/api/Lists'),
  key('POST', '/api/Sandbox/lists', { body: { change: 'add' } }),
  key('GET', '/api/Monitoring/runs', { query: { limit: ['1', '200', '0'], cursor: ['x', 'WyJydW5zIiwxXQ'] } }),
  key('GET', '/api/Usage', { query: { from: ['2026-01-01', '2026-11-01'], to: ['2026-12-01'] } }),
  key('GET', '/api/Alerts', {
    query: {
      limit: ['1', '200', '0'],
      cursor: ['x', 'WyJhbGVydHMiLDFd'],
      state: ['open', 'delisted'],
      customer: ['C-1'],
      category: ['sanctions', 'pep'],
      source: ['un-sc', 'eu-fsf'],
      minScore: ['0', '99.5', '101'],
      maxScore: ['90'],
      entityType: ['Individual'],
      reason: ['other'],
      assignee: ['nobody', 'a@b.example'],
      text: ['petrov'],
      entry: ['un-sc:1'],
      openedFrom: ['2026-01-01', 'x'],
      openedTo: ['2026-12-31'],
      overdue: ['true'],
      run: ['1', '0'],
      escalatedTo: ['owner', 'a@b.example'],
    },
  }),
  key('GET', '/api/Users', { query: { limit: ['1', '200', '0'], cursor: ['x', 'WyJ1c2VycyIsMV0'] } }),
  key('GET', '/api/Alerts/:id'),
  key('POST', '/api/Alerts/decisions', { body: { ids: [1, 2], decision: 'escalated', reason: 'other' } }),
  key('POST', '/api/Alerts/:id/assignment', { body: { assignee: null } }),
  key('POST', '/api/Alerts/:id/decisions', {
    body: { decision: 'dismissed', reason: 'other-person', comment: 'no', remember: true },
  }),
  key('GET', '/api/Customers', {
    query: {
      limit: ['1', '200', '0'],
      cursor: ['x'],
      state: ['clear', 'open'],
      text: ['ivan'],
      name: ['ivan marlin'],
      monitored: ['true', 'false', 'x'],
      type: ['Individual', 'x'],
      category: ['pep', 'x'],
      sort: ['name', 'changed', 'x'],
      updatedSince: ['2026-01-31', 'x'],
    },
  }),
  key('POST', '/api/AdverseMedia/search', {
    body: {
      ...NAME,
      otherNames: ['Ivan P. Marlin'],
      countries: ['ru', 'DEU'],
      offences: ['fraud'],
      from: '2026-01-01',
      to: '2026-12-31',
    },
  }),
  key('GET', '/api/AdverseMedia', {
    query: { limit: ['1', '200', '0'], cursor: ['x', 'WyJtZWRpYS1zZWFyY2hlcyIsMV0'] },
  }),
  key('GET', '/api/AdverseMedia/:id'),
  key('GET', '/api/AdverseMedia/status'),
  key('GET', '/api/AdverseMedia/offences'),
  key('DELETE', '/api/AdverseMedia/names', { body: { name: 'Ivan Marlin', reason: 'asked for it' } }),
  key('GET', '/api/OwnLists', { query: { limit: ['1', '200', '0'], cursor: ['x', 'WyJvd24tbGlzdHMiLCJhIl0'] } }),
  key('PUT', '/api/OwnLists/:list', { body: { title: 'Former customers', description: 'ours', enabled: true } }),
  key('GET', '/api/OwnLists/:list'),
  key('PUT', '/api/OwnLists/:list/entries/:id', {
    body: {
      ...OWN_ENTRY,
      otherNames: ['Ivan Marlin'],
      countries: ['RU'],
      identifiers: [{ type: 'passport', value: 'X1234567' }],
      reason: 'ours',
      until: '2030-12-31',
    },
  }),
  key('GET', '/api/OwnLists/:list/entries', { query: { name: ['ivan'], limit: ['1', '0'], cursor: ['x'] } }),
  key('GET', '/api/OwnLists/:list/entries/:id'),
  key('POST', '/api/OwnLists/:list/import', {
    form: 'csv',
    query: { mode: ['add', 'replace', 'x'], force: ['true'], preview: ['true', 'x'] },
  }),
  key('DELETE', '/api/OwnLists/:list/entries/:id'),
  key('DELETE', '/api/OwnLists/:list'),
  key('PUT', '/api/Customers/:reference', {
    body: {
      ...NAME,
      otherNames: ['Ivan P. Marlin'],
      categories: ['sanctions', 'wanted'],
      identifiers: [{ value: 'X1234567', type: 'passport', country: 'RU' }],
    },
  }),
  key('GET', '/api/Customers/:reference'),
  key('GET', '/api/Customers/:reference/alerts', { query: { limit: ['1', '200'], cursor: ['x'] } }),
  key('GET', '/api/Customers/:reference/screenings', { query: { limit: ['1', '200'], cursor: ['x'] } }),
  key('DELETE', '/api/Customers/:reference', { query: { records: ['true', 'false', 'x'] } }),
  key('POST', '/api/Screening/batch', {
    body: { items: [{ reference: 'r1', ...NAME, identifiers: [{ value: 'X1234567' }] }, { name: 'Ada' }] },
  }),
  key('POST', '/api/Customers/import', { form: 'csv' }),
  key('GET', '/api/Screening/batch', { query: { limit: ['1', '200', '0'], cursor: ['x', 'WyJiYXRjaGVzIiwxXQ'] } }),
  key('GET', '/api/Screening/batch/:id'),
  key('GET', '/api/Screening/batch/:id/results'),
  key('DELETE', '/api/Screening/batch/:id'),
  key('GET', '/api/Screening/:id/explanation'),
  key('GET', '/api/IdVerification/:id/explanation'),
  key('POST', '/match/default', {
    query: {
      limit: ['5', '501', 'x'],
      threshold: ['0.7', '2'],
      cutoff: ['0', '0.5'],
      algorithm: ['logic-v2', 'best'],
      include_dataset: ['us_ofac_sdn', 'nope'],
      exclude_dataset: ['sanctions'],
      topics: ['sanction'],
      exclude_entity_ids: ['us-ofac-sdn-1'],
    },
    body: {
      queries: {
        a: { id: 'x', schema: 'Person', properties: { name: ['Ivan Petrov Marlin'], birthDate: '1970-01-31' } },
        b: { schema: 'Thing', properties: { name: 'Marlin', alias: ['Petrov', 7], country: ['ru'] } },
      },
    },
  }),
  key('GET', '/search/default', {
    query: { q: ['Petrov'], schema: ['Person', 'Thing', 'x'], limit: ['10'], offset: ['0', '9'], facets: ['topics'] },
  }),
  key('GET', '/entities/:id', { query: { nested: ['true', 'no', 'x'] } }),
  key('GET', '/v2/search', {
    query: {
      name: ['Ivan Petrov'],
      type: ['person', 'business', 'vessel'],
      altNames: ['Petrov'],
      birthDate: ['1970-01-31', '1970'],
      limit: ['10', 'x'],
      minMatch: ['0.8', '2'],
      source: ['us_ofac', 'nope'],
    },
  }),
  { method: 'GET', path: '/catalog', access: 'anybody' },
  { method: 'GET', path: '/algorithms', access: 'anybody' },
  { method: 'GET', path: '/healthz', access: 'anybody' },
  { method: 'GET', path: '/readyz', access: 'anybody' },
  key('GET', '/api/Webhooks', { query: { limit: ['1', '200'] } }),
  // Allowed to the target of a run, and nobody listens there.
  key('POST', '/api/Webhooks', { body: { url: 'http://127.0.0.1:9/in', events: ['quota.low'], details: true } }),
  key('GET', '/api/Webhooks/:id'),
  key('PATCH', '/api/Webhooks/:id', { body: { events: ['quota.low'], description: 'Other', details: false } }),
  key('POST', '/api/Webhooks/:id/test'),
  key('POST', '/api/Webhooks/:id/rotate'),
  key('GET', '/api/Webhooks/:id/deliveries', { query: { limit: ['1', '200'] } }),
  key('POST', '/api/Webhooks/:id/deliveries/:deliveryId/retry'),
  key('DELETE', '/api/Webhooks/:id'),
  { method: 'GET', path: '/health/live', access: 'anybody' },
  { method: 'GET', path: '/health/ready', access: 'anybody' },
  { method: 'GET', path: '/openapi.json', access: 'anybody' },
  { method: 'GET', path: '/', access: 'anybody' },
  { method: 'GET', path: '/dashboard/api/sign-in', access: 'anybody' },
  { method: 'GET', path: '/sign-in/oidc', access: 'anybody', query: { next: ['/alerts', '//x'], proof: ['1'] } },
  { method: 'GET', path: '/sign-in/oidc/callback', access: 'anybody' },
  { method: 'GET', path: '/assets/:id', access: 'anybody' },
  page('GET', '/session'),
  page('POST', '/session', { body: { email: 'a@fuzz.example', password: 'wrong wrong wrong', code: '123456' } }),
  page('POST', '/links', { body: { token: 'x'.repeat(43) } }),
  page('POST', '/links/accept', { body: { token: 'x'.repeat(43), password: 'a long enough pass phrase 7' } }),
  page('POST', '/password', { body: { current: 'wrong', password: 'a long enough pass phrase 8' } }),
  page('POST', '/totp', { body: { password: 'wrong' } }),
  page('POST', '/totp/confirm', { body: { code: '123456' } }),
  page('DELETE', '/totp', { body: { password: 'wrong' } }),
  page('POST', '/session/passkey/options'),
  page('POST', '/session/passkey', { body: { passkey: ASSERTION } }),
  page('POST', '/session/factor/options'),
  page('POST', '/session/factor', { body: { code: '123456', passkey: ASSERTION } }),
  page('GET', '/passkeys'),
  page('POST', '/passkeys/proof'),
  page('POST', '/passkeys/options', { body: { proof: 'wrong' } }),
  page('POST', '/passkeys', { body: { name: 'Laptop', passkey: ATTESTATION } }),
  page('PUT', '/passkeys/:id', { body: { name: 'Laptop' } }),
  page('DELETE', '/passkeys/:id', { body: { passkey: ASSERTION } }),
  page('GET', '/recovery-codes'),
  page('POST', '/recovery-codes', { body: { password: 'wrong' } }),
  page('GET', '/account'),
  page('POST', '/account', { body: { screenVerified: true } }),
  page('GET', '/lists/:source/versions'),
  page('POST', '/lists/:source/import', {
    query: { published: ['2026-01-31', 'x'], force: ['yes', 'no'] },
    form: 'multipart',
  }),
  page('GET', '/overview', { query: { zone: ['Europe/Berlin', 'UTC', 'Mars/Base'] } }),
  page('GET', '/screenings', {
    query: {
      ...PAGE,
      result: ['clear', 'matched'],
      customer: ['C-1'],
      batch: ['x'],
      sort: ['newest', 'oldest', 'score'],
    },
  }),
  page('GET', '/screenings/:id'),
  page('POST', '/screenings', { body: NAME }),
  page('GET', '/verifications', { query: { ...PAGE, status: ['Verified'], sort: ['newest', 'confidence'] } }),
  page('GET', '/verifications/:id'),
  page('POST', '/verifications/:id/screening'),
  page('POST', '/verifications/:id/pictures', { body: { reason: 'manual review' } }),
  page('GET', '/alerts', { query: ALERTS }),
  page('GET', '/alerts/count', { query: ALERTS }),
  page('GET', '/work'),
  page('GET', '/alerts/export.csv', { query: ALERTS }),
  page('GET', '/search', { query: { text: ['ivan', 'un-sc:QDi.1'] } }),
  page('GET', '/dismissals', { query: { limit: ['1', 'x'], cursor: ['x'] } }),
  page('POST', '/customers/:reference/notes', { body: { text: 'Called.' } }),
  page('GET', '/own-lists/:list/history'),
  page('GET', '/own-lists/:list/export.csv'),
  page('GET', '/customers/export.csv', { query: { monitored: ['true', 'x'], sort: ['name'], text: ['ivan'] } }),
  page('POST', '/customer-files', { form: 'csv', query: { columns: ['id,name,-', 'x'], dates: ['day', 'x'] } }),
  page('POST', '/customer-files/preview', { form: 'csv' }),
  page('GET', '/screenings/export.csv', { query: { ...PAGE, result: ['matched'] } }),
  page('GET', '/verifications/export.csv', { query: { ...PAGE, result: ['Verified'] } }),
  page('GET', '/entities/:key'),
  page('GET', '/reports/alerts/:id'),
  page('GET', '/reports/screenings/:id'),
  page('GET', '/reports/customers/:reference'),
  page('POST', '/alerts/claim', { query: ALERTS }),
  page('POST', '/alerts/decisions', {
    body: { alerts: [{ id: 1, revision: 0 }, { id: 2 }], decision: 'dismissed', reason: 'other-person', comment: 'no' },
  }),
  page('POST', '/alerts/:id/assignment', { body: { to: '', from: 'a@b.example' } }),
  page('GET', '/customers'),
  page('GET', '/customers/:reference'),
  page('GET', '/alerts/:id'),
  page('POST', '/alerts/:id/decision', { body: { decision: 'dismissed', revision: 0, comment: 'no', remember: true } }),
  page('POST', '/alerts/:id/undo', { body: { revision: 1 } }),
  page('GET', '/customer-proposals'),
  page('POST', '/customer-proposals', { body: { reference: 'C-1', id: 1, accept: true } }),
  page('POST', '/alerts/:id/proposal', { body: { accept: true, comment: 'so it is' } }),
  page('POST', '/alerts/:id/comments', { body: { comment: 'a comment' } }),
  page('POST', '/bulk', { query: { type: ['Individual', 'Organization'] }, form: 'csv' }),
  page('GET', '/bulk/:id'),
  page('GET', '/bulk/:id/results.csv'),
  page('GET', '/bulk/:id/results.xlsx'),
  page('GET', '/keys'),
  page('POST', '/keys', { body: { name: 'Fuzz', allow: ['127.0.0.0/8', '::1'], expires: '2030-01-01T00:00:00Z' } }),
  page('POST', '/keys/check-allow', { body: { allow: ['10.0.0.0/8', '010.0.0.1'] } }),
  page('POST', '/keys/:id/rotate', { body: { overlap: '7d' } }),
  page('POST', '/keys/:id/revoke'),
  page('GET', '/sessions'),
  page('DELETE', '/sessions'),
  page('DELETE', '/sessions/:id'),
  page('GET', '/users'),
  page('POST', '/users/invite', { body: { email: 'new@fuzz.example', ...ROLE } }),
  page('POST', '/users/:id/role', { body: ROLE }),
  page('POST', '/users/:id/link'),
  page('POST', '/users/:id/reset'),
  page('POST', '/users/:id/remove'),
  page('GET', '/audit', { query: { ...PAGE, actor: ['service'], action: ['key.created'] } }),
  page('GET', '/audit/export', { query: { from: ['2026-01-01'], to: ['2026-12-31'] } }),
  page('POST', '/audit/verify'),
  page('GET', '/views'),
  page('POST', '/views', { body: { views: [{ name: 'Strong', filter: { sort: 'score' } }] } }),
  page('GET', '/lists'),
  page('POST', '/lists/sync'),
  page('DELETE', '/session', { endsSession: true }),
];
