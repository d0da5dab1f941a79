import { describe, expect, test } from 'vitest';
import { clientReader } from './client-address.ts';

const PROXIES = ['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48'];
const read = clientReader(PROXIES);

describe('a peer that is no trusted proxy', () => {
  test('is the client itself, whatever it claims', () => {
    const client = read({ peer: '203.0.113.9', for: '10.1.1.1', proto: 'http' });
    expect(client).toEqual({ address: '203.0.113.9', https: true });
  });

  test('is every peer where no proxy is configured', () => {
    const client = clientReader([])({ peer: '10.1.1.1', for: '203.0.113.9', proto: undefined });
    expect(client).toEqual({ address: '10.1.1.1', https: true });
  });
});

describe('behind a trusted proxy', () => {
  const chains: [string, string | undefined, string][] = [
    ['10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['192.0.2.1', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1::5', '2001:db8:2::9', '2001:db8:2::9'],
    ['::ffff:10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['10.1.1.1', '198.51.100.1, 203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['10.1.1.1', 'forged, 203.0.113.9', '203.0.113.9'],
    ['10.1.1.1', '203.0.113.9, nonsense', 'nonsense'],
    ['10.1.1.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'],
    ['10.1.1.1', undefined, '10.1.1.1'],
    ['10.1.1.1', ' , ', '10.1.1.1'],
  ];
  test.each(chains)('peer %s with X-Forwarded-For %s is client %s', (peer, header, address) => {
    expect(read({ peer, for: header, proto: 'https' }).address).toBe(address);
  });

  const protocols: [string | undefined, boolean][] = [
    ['https', true],
    ['HTTPS', true],
    ['https, https', true],
    ['http', false],
    ['http, https', false],
    ['https, http', false],
    ['', false],
    ['wss', false],
    [undefined, false],
  ];
  test.each(protocols)('X-Forwarded-Proto %s is https: %s', (proto, https) => {
    expect(read({ peer: '10.1.1.1', for: '203.0.113.9', proto }).https).toBe(https);
  });
});

describe('what proxies write around an address', () => {
  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:2::9]:4711', '2001:db8:2::9'],
    ['[2001:db8:2::9]', '2001:db8:2::9'],
    ['198.51.100.1:80, 203.0.113.9:4711, 10.2.2.2:90', '203.0.113.9'],
    ['203.0.113.9, [2001:db8:1::5]:4711', '203.0.113.9'],
  ])('%s is the client %s', (header, address) => {
    expect(read({ peer: '10.1.1.1', for: header, proto: 'https' }).address).toBe(address);
  });

  test.each([
    '010.0.0.1',
    '203.0.113.9:123456',
    '203.0.113.9:',
    '[203.0.113.9]:80',
    '[nonsense]:80',
    '2001:db8::1:80:x',
  ])('%s is no address and is never believed to be one', (header) => {
    expect(read({ peer: '10.1.1.1', for: header, proto: 'https' }).address).toBe(header);
  });

  test.each([
    ['[fe80::1%eth0]', 'fe80::1%eth0'],
    ['[fe80::1%eth0]:4711', 'fe80::1%eth0'],
    ['[fe80::1%25eth0]:4711', 'fe80::1%eth0'],
    ['[fe80::1%25en.0-1_x~]', 'fe80::1%en.0-1_x~'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['203.0.113.9, [fe80::1%eth0]:4711', 'fe80::1%eth0'],
  ])('%s is the client %s, with the zone of its interface', (header, address) => {
    expect(read({ peer: '10.1.1.1', for: header, proto: 'https' }).address).toBe(address);
  });

  test.each([
    '[fe80::1%]',
    '[fe80::1%25]:80',
    '[fe80::1%e h]',
    '[fe80::1%a%b]',
    '[203.0.113.9%eth0]',
    '203.0.113.9%eth0:80',
  ])('%s has no zone that can be, and is never believed to be an address', (header) =>
    expect(read({ peer: '10.1.1.1', for: header, proto: 'https' }).address).toBe(header),
  );

  test('a proxy with a zone is trusted by its address', () => {
    const local = clientReader(['fe80::/10']);
    expect(local({ peer: 'fe80::2%eth0', for: '203.0.113.9, [fe80::1%25eth1]:80', proto: 'https' }).address).toBe(
      '203.0.113.9',
    );
  });
});
