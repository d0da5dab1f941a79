import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('a variable that is no setting is named in a warning with the nearest setting', () => {
  const { warnings } = readConfig({ TOUCHSTONE_MAX_CONNECTION: '5', TOUCHSTONE_LIVENES: 'off', PATH: '/bin' });
  expect(warnings).toEqual([
    'TOUCHSTONE_MAX_CONNECTION is no setting and has no effect. Did you mean TOUCHSTONE_MAX_CONNECTIONS?',
    'TOUCHSTONE_LIVENES is no setting and has no effect. Did you mean TOUCHSTONE_LIVENESS?',
  ]);
});

test('settings, addresses of mirrors and what tests set give no warning', () => {
  const settings = {
    TOUCHSTONE_HOST: '::1',
    TOUCHSTONE_LISTS_URL_UN_SC: 'https://mirror.example/',
    TOUCHSTONE_TEST_SWAPS: '1',
  };
  expect(readConfig(settings).warnings).toEqual([]);
});
