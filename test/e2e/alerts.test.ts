import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { examine } from '../../src/doctor/doctor.ts';
import { PROGRAM } from '../rig/service-process.ts';
import { Bench } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const DAY_MS = 86_400_000;
const read = (file: string): string => readFileSync(join(PROGRAM, file), 'utf8');
const RULES = read('deploy/prometheus/rules.yaml');
const DASHBOARD = JSON.parse(read('deploy/grafana/touchstone.json'));

const folders = (process.env.PATH ?? '').split(':');
const PROMTOOL = process.env.TOUCHSTONE_TEST_PROMTOOL ?? folders.map((one) => join(one, 'promtool')).find(existsSync);
const NO_PROMTOOL = 'skipped: no promtool on this machine (Debian: apt-get install prometheus)';

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf', TOUCHSTONE_STARTER_LIST: 'on' });
  const published = new Date(Date.now() - 30 * DAY_MS).toISOString();
  await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE, published));
});
afterAll(() => bench?.remove());

/** What the metrics of a service say, at a time that many days from now. */
async function scraped(days: number): Promise<string> {
  const served = await bench.serve({ TOUCHSTONE_METRICS: '127.0.0.1:0' }, () => new Date(Date.now() + days * DAY_MS));
  try {
    return await (await fetch(`http://${served.service.metricsAddress}/metrics`)).text();
  } finally {
    await served.stop();
  }
}

const ofLists = (text: string) => text.split('\n').filter((line) => line.startsWith('touchstone_list_'));

test('every metric that an alert, the dashboard or the documents name is one of the service', async () => {
  const text = await scraped(0);
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
  const asked = [RULES, read('deploy/grafana/touchstone.json'), read('docs/operations.md'), read('docs/lists.md')]
    .flatMap((file) => [...file.matchAll(/\b(?:touchstone|nodejs|process)_[a-z0-9]+_[a-z0-9_]+/g)])
    .map(([name]) => name.replace(/_bucket$/, ''));
  expect(asked.length).toBeGreaterThan(40);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  // https://prometheus.io/docs/practices/naming: a base unit, `_total` for what only grows.
  const ours = [...text.matchAll(/^# TYPE (touchstone_\S+) (\S+)/gm)].map(([, name, type]) => ({ name, type }));
  for (const { name, type } of ours) expect(name!.endsWith('_total'), name).toBe(type === 'counter');
  for (const { name } of ours)
    expect(name, 'a time that is no timestamp').not.toMatch(/(expiry|error|delivered|since)_seconds$/);
});

test('metrics, the doctor and lists status agree on which lists need a look', async () => {
  const status = async () => {
    const { sources } = await bench.run<{ sources: { source: string; state: string; overdue: boolean }[] }>(
      'lists',
      'status',
    );
    const wanted = sources.filter(({ source }) => ['un-sc', 'eu-fsf'].includes(source));
    return wanted.map(({ source, state, overdue }) => ({ source, state, overdue }));
  };
  const doctor = async (days: number) => {
    const found = await examine(readConfig(bench.settings), new Date(Date.now() + days * DAY_MS));
    return found.filter(({ check, state }) => check === 'lists' && state === 'must').map((one) => one.found);
  };
  // Nobody syncs (TOUCHSTONE_LISTS_SYNC=off), so the import of today is the look.
  expect(await status()).toEqual([
    { source: 'un-sc', state: 'stale', overdue: false },
    { source: 'eu-fsf', state: 'missing', overdue: false },
  ]);
  const now = ofLists(await scraped(0));
  const labels = (source: string) => `source="${source}",category="sanctions"`;
  expect(now).toContain(`touchstone_list_state{${labels('un-sc')},state="stale"} 1`);
  expect(now).toContain(`touchstone_list_overdue{${labels('un-sc')}} 0`);
  expect(now).toContain(`touchstone_list_state{${labels('eu-fsf')},state="starter"} 1`);
  expect(now.some((line) => line.startsWith(`touchstone_list_entries{${labels('eu-fsf')}}`))).toBe(true);
  expect(now.some((line) => line.startsWith('touchstone_list_last_error_timestamp_seconds{'))).toBe(false);
  expect((await doctor(0)).join()).not.toContain('nobody looked for a newer one');
  expect(ofLists(await scraped(8))).toContain(`touchstone_list_overdue{${labels('un-sc')}} 1`);
  expect((await doctor(8)).join()).toContain('nobody looked for a newer one');
});

test.skipIf(!PROMTOOL)(`the alerts fire where they should, and nowhere else (${NO_PROMTOOL})`, () => {
  const folder = join(PROGRAM, 'deploy/prometheus');
  execFileSync(PROMTOOL!, ['check', 'rules', 'rules.yaml'], { cwd: folder });
  execFileSync(PROMTOOL!, ['test', 'rules', 'rules.test.yaml'], { cwd: folder });
});

test('each alert says what happened, what to do and how grave it is, and has a row in the documents', () => {
  const { groups } = parse(RULES) as { groups: { rules: Record<string, never>[] }[] };
  const rules = groups.flatMap((group) => group.rules) as unknown as {
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string; description: string };
  }[];
  const documents = read('docs/operations.md');
  for (const { alert, expr, labels, annotations } of rules) {
    expect(expr.trim(), alert).not.toBe('');
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(annotations.summary.length * annotations.description.length, alert).toBeGreaterThan(0);
    expect(documents, alert).toContain(`\`${alert}\``);
  }
});

test('the dashboard is one that Grafana takes: panels in their places, each with questions to its data source', () => {
  const { panels, templating, schemaVersion } = DASHBOARD;
  expect(schemaVersion).toBeGreaterThan(30);
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length);
  const variables = templating.list.map(({ name }: { name: string }) => name);
  const taken = new Set<string>();
  for (const { title, targets, gridPos, datasource } of panels) {
    expect(targets.length, title).toBeGreaterThan(0);
    expect(datasource.uid, title).toBe(`$\{datasource}`);
    for (const { expr } of targets) {
      for (const [, name] of expr.matchAll(/\$(\w+)/g))
        expect([...variables, '__rate_interval'], title).toContain(name);
    }
    const { x, y, w, h } = gridPos;
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let row = y; row < y + h; row += 1) {
      for (let column = x; column < x + w; column += 1) {
        expect(taken.has(`${row} ${column}`), `${title} lies over another panel`).toBe(false);
        taken.add(`${row} ${column}`);
      }
    }
  }
});
