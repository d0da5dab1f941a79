import { expect, test } from 'vitest';
import { relyingParty } from './relying-party.ts';

test('the address that people use counts before whatever a request names', () => {
  const party = { id: 'desk.example', origin: 'https://desk.example:8443' };
  expect(relyingParty('https://desk.example:8443', 'inside.example')).toEqual(party);
  expect(relyingParty(undefined, 'Desk.Example:8443')).toEqual(party);
  expect(relyingParty(undefined, 'desk.example:443')).toEqual({ id: 'desk.example', origin: 'https://desk.example' });
  expect(relyingParty(undefined, 'localhost:8443')).toEqual({ id: 'localhost', origin: 'https://localhost:8443' });
});

test.each(['127.0.0.1:8443', '127.1', '[::1]:8443', '0x7f.1', 'a@b', 'a/b', 'a b', '', undefined])(
  'passkeys are bound to no %s',
  (host) => {
    expect(relyingParty(undefined, host)).toBeUndefined();
  },
);
