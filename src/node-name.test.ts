import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { Metrics } from './http/metrics.ts';
import { createLog } from './logging.ts';
import { nodeName } from './service-url.ts';

const databaseUrl = 'postgres://127.0.0.1/touchstone';

test('a node is called by its machine and port, and one that is alone has no name', () => {
  expect(nodeName({ databaseUrl, port: 8443 })).toBe(`${hostname()}:8443`);
  expect(nodeName({ databaseUrl, port: 0 })).toBe(`${hostname()}:${process.pid}`);
  expect(nodeName({ databaseUrl: undefined, port: 8443 })).toBeUndefined();
});

test.each([['a:8443'], [undefined]])('every line of the log and every metric names the node %s', async (node) => {
  const lines: string[] = [];
  createLog({ write: (line) => void lines.push(line) }, node).info('serving');
  expect(JSON.parse(lines[0]!).node).toBe(node);
  const metrics = new Metrics({ version: '1', engine: '2' }, node);
  metrics.answered({ route: '/a', method: 'GET', status: 200, seconds: 0.01 });
  const samples = (await metrics.registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));
  expect(samples.length).toBeGreaterThan(10);
  const named = samples.filter((sample) => sample.includes(`node="${node}"`));
  expect(named).toHaveLength(node === undefined ? 0 : samples.length);
});
