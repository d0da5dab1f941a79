import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodableUrl, decodedPath, Paths } from './paths.ts';

const paths = new Paths();
paths.add('/api/Screening/screen', 'POST');
paths.add('/api/Screening/:id', 'GET');
paths.add('/api/Screening/:id', ['HEAD']);
paths.add('/api/Customers/import', 'POST', true);
paths.add('/api/Alerts/:id', 'GET', true);
paths.add('/api/Alerts/decisions', 'POST', true);
paths.add('/api/Customers/:reference', ['GET', 'PUT'], true);

test('the methods of a path are known, also of one with an id in it', () => {
  expect(paths.allowed('/api/Screening/5')).toEqual(['GET', 'HEAD']);
  expect(paths.allowed('/api/Screening/screen')).toEqual(['POST']);
});

test('beyond the contract a literal path does not hide an id that reads like it', () => {
  expect(paths.allowed('/api/Customers/import')).toEqual(['GET', 'POST', 'PUT']);
  expect(paths.allowed('/api/Alerts/decisions')).toEqual(['POST']);
  expect(paths.allowed('/api/Customers/c-1')).toEqual(['GET', 'PUT']);
});

test.each(['/', '/api', '/api/Screening/', '/api/Screening/5/x', '/api/screening/5'])('%s is no path', (path) => {
  expect(paths.allowed(path)).toBeUndefined();
});

test('any URL can be decoded after it was made decodable, and a good one stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\/[%a-f0-9/]*$/), (url) => {
      expect(() => decodeURIComponent(decodableUrl(url))).not.toThrow();
      expect(decodableUrl(encodeURI(url))).toBe(encodeURI(url));
    }),
  );
});

test('a path is taken without its query and decoded once', () => {
  expect(decodedPath('/%61pi/x?y=%zz')).toBe('/api/x');
  expect(decodedPath('/%2561pi')).toBe('/%61pi');
});
