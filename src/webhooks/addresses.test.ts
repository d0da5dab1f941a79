import { expect, test } from 'vitest';
import { AddressPolicy, AddressRefused } from './addresses.ts';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'private.example': ['10.1.2.3'],
  'both.example': ['93.184.216.34', '192.168.0.1'],
};

async function resolve(host: string) {
  const found = NAMES[host];
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const strict = new AddressPolicy({ ranges: [], origins: [] }, resolve);

async function verdict(url: string, policy = strict): Promise<string> {
  try {
    await policy.check(url);
    return 'ok';
  } catch (error) {
    if (error instanceof AddressRefused) return error.code;
    throw error;
  }
}

test.each([
  ['https://public.example/in?token=1', 'ok'],
  ['https://public.example:8443/in', 'ok'],
  ['HTTPS://PUBLIC.example', 'ok'],
  ['https://93.184.216.34/', 'ok'],
  ['https://[2606:2800:220:1:248:1893:25c8:1946]/', 'ok'],
  ['not a url', 'url-invalid'],
  ['/in', 'url-invalid'],
  ['https://', 'url-invalid'],
  ['https://user@public.example/', 'url-invalid'],
  ['https://:secret@public.example/', 'url-invalid'],
  ['https://public.example/#part', 'url-invalid'],
  ['http://public.example/', 'url-not-https'],
  ['ftp://public.example/', 'url-not-https'],
  ['file:///etc/passwd', 'url-not-https'],
  ['javascript:alert(1)', 'url-not-https'],
  ['https://nowhere.example/', 'url-unresolvable'],
  ['https://private.example/', 'url-not-public'],
  ['https://both.example/', 'url-not-public'],
])('%s is %s', async (url, expected) => {
  expect(await verdict(url)).toBe(expected);
});

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:93.184.216.34]',
  '[fe80::1]',
  '[fc00::1]',
  '[fec0::1]',
  '[2001:db8::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[ff02::1]',
  '[2001::1]',
])('https://%s/ is not public, however it is written', async (host) => {
  expect(await verdict(`https://${host}/`)).toBe('url-not-public');
});

test('the operator allows ranges, by https, and http at the very origin', async () => {
  const allowed = { ranges: ['10.0.0.0/8', '127.0.0.1'], origins: ['http://hooks.internal:8080', 'http://127.0.0.1'] };
  const policy = new AddressPolicy(allowed, resolve);
  expect(await verdict('https://private.example/', policy)).toBe('ok');
  expect(await verdict('https://127.0.0.1/', policy)).toBe('ok');
  expect(await verdict('https://127.0.0.2/', policy)).toBe('url-not-public');
  expect(await verdict('https://both.example/', policy)).toBe('url-not-public');
  expect(await verdict('http://hooks.internal:8080/in', policy)).toBe('ok');
  expect(await verdict('http://127.0.0.1:80/in', policy)).toBe('ok');
  expect(await verdict('http://hooks.internal/in', policy)).toBe('url-not-https');
  expect(await verdict('http://private.example/in', policy)).toBe('url-not-https');
});

test('a connection goes to the addresses that were judged, and to none where one of them is refused', async () => {
  const asked = (host: string, all: boolean) =>
    new Promise((done) => strict.lookup(host, { all }, (error, found, family) => done(error ?? [found, family])));
  const [four, six] = NAMES['public.example']!;
  expect(await asked('public.example', true)).toEqual([
    [
      { address: four, family: 4 },
      { address: six, family: 6 },
    ],
    undefined,
  ]);
  expect(await asked('public.example', false)).toEqual([four, 4]);
  expect(await asked('both.example', true)).toMatchObject({ code: 'url-not-public' });
  expect(await asked('nowhere.example', true)).toMatchObject({ code: 'url-unresolvable' });
});
