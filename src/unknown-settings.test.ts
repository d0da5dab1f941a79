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

test.each(['tcp://10.0.0.1:8443', 'udp://10.0.0.1:53', 'tcp://[fd00::1]:8443', ' tcp://10.0.0.1:8443\n'])(
  'the port that Kubernetes sets for a service of this name (%j) is passed over with a warning',
  (link) => {
    const { port, warnings } = readConfig({ TOUCHSTONE_PORT: link });
    expect(port).toBe(8443);
    expect(warnings).toEqual([
      'TOUCHSTONE_PORT holds the address of a service, as Kubernetes sets it for one of that name. ' +
        'It is passed over, and the port is 8443.',
    ]);
    expect(readConfig({ TOUCHSTONE_PORT: link, TOUCHSTONE_ENVIRONMENT: 'sandbox' }).port).not.toBe(8443);
  },
);

test('the other variables of such a service have no effect, and each is named in a warning', () => {
  const links = {
    TOUCHSTONE_SERVICE_HOST: '10.0.0.1',
    TOUCHSTONE_SERVICE_PORT: '8443',
    TOUCHSTONE_SERVICE_PORT_HTTPS: '8443',
    TOUCHSTONE_PORT_8443_TCP: 'tcp://10.0.0.1:8443',
    TOUCHSTONE_PORT_8443_TCP_ADDR: '10.0.0.1',
  };
  const { port, host, warnings } = readConfig(links);
  expect([port, host]).toEqual([8443, readConfig({}).host]);
  expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(Object.keys(links));
});

test.each(['http://10.0.0.1:8443', 'tcp://touchstone:8443', 'tcp://10.0.0.1', 'https', '8443x'])(
  'another port that is none (%s) is refused',
  (value) => expect(() => readConfig({ TOUCHSTONE_PORT: value })).toThrow(/TOUCHSTONE_PORT must be a port/),
);
