import { expect, test } from 'vitest';
import type { AuditEntry } from '../domain/audit.ts';
import { ecsLine } from './ecs.ts';

const ENTRY: AuditEntry & { client: string | null } = {
  sequence: 17,
  at: '2026-11-21T10:20:30.400Z',
  actor: 'user:7',
  action: 'key.created',
  subject: 'key:abc',
  accountId: 3,
  details: { addresses: 1, scopes: 'screening' },
  hash: 'f00d',
  client: null,
};

test('an entry is one line of ASCII, in fields of the Elastic Common Schema, with all that the chain has', () => {
  const line = ecsLine({ ...ENTRY, details: { note: 'Größe\n\u2028', quota: 5 } }, 'production');
  expect(line).toMatch(/^[ -~]+$/);
  expect(JSON.parse(line)).toEqual({
    '@timestamp': '2026-11-21T10:20:30.400Z',
    ecs: { version: '8.17.0' },
    event: {
      kind: 'event',
      module: 'touchstone',
      dataset: 'touchstone.audit',
      category: ['iam'],
      type: ['creation'],
      action: 'key.created',
      outcome: 'success',
      id: '17',
      sequence: 17,
      hash: 'f00d',
    },
    user: { id: 'user:7' },
    organization: { id: '3' },
    service: { name: 'touchstone', type: 'touchstone', environment: 'production' },
    touchstone: { audit: { subject: 'key:abc', details: { note: 'Größe\n\u2028', quota: 5 } } },
  });
});

test('the address of the client is there where it is known, and nowhere else', () => {
  expect(JSON.parse(ecsLine({ ...ENTRY, client: '2001:db8::7' }, 'production')).source).toEqual({ ip: '2001:db8::7' });
  expect(ecsLine(ENTRY, 'production')).not.toContain('source');
});

test.each([
  ['user.signed-in', 'authentication', 'start', 'success'],
  ['user.sign-in-failed', 'authentication', 'start', 'failure'],
  ['user.signed-out', 'authentication', 'end', 'success'],
  ['user.passkey-copied', 'authentication', 'start', 'failure'],
  ['user.second-factor-shown', 'authentication', 'info', 'success'],
  ['user.access-lost', 'authentication', 'end', 'success'],
  ['user.join-refused', 'iam', 'change', 'failure'],
  ['key.revoked', 'iam', 'deletion', 'success'],
  ['alert.refused', 'database', 'change', 'success'],
  ['screening.deleted', 'database', 'change', 'success'],
  ['customers.exported', 'database', 'access', 'success'],
  ['list.refused', 'configuration', 'change', 'failure'],
  ['snapshot.published', 'configuration', 'creation', 'success'],
  ['constructor', 'configuration', 'change', 'success'],
])('%s is of %s, a %s, %s', (action, category, type, outcome) => {
  const { event } = JSON.parse(ecsLine({ ...ENTRY, action, accountId: null }, 'sandbox'));
  expect([event.category, event.type, event.outcome]).toEqual([[category], [type], outcome]);
});
