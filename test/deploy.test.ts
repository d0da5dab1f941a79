import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/config.ts';
import { PROGRAM } from './rig/service-process.ts';

const read = (file: string): string => readFileSync(join(PROGRAM, file), 'utf8');
const folders = [...(process.env.PATH ?? '').split(':'), join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin')];
const found = (program: string): string | undefined => folders.map((one) => join(one, program)).find(existsSync);
const HELM = found('helm');
const SYSTEMD = found('systemd-analyze');
const NO_HELM = 'skipped: no Helm on this machine (with Go: go install helm.sh/helm/v3/cmd/helm@v3.19.0)';

const NO_SYSTEMD = 'skipped: no systemd on this machine';

const dockerfile = read('Dockerfile');
const VERSION = JSON.parse(read('package.json')).version;
const PORT = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)![1]);
const USER = Number(/--uid (\d+)/.exec(dockerfile)![1]);
const probes = (text: string) => [...text.matchAll(/(\/health\/\w+)/g)].map(([, path]) => path!);

/** Refuses wrong values, and warns of variables that are no setting. */
function expectSettings(env: Record<string, string>): void {
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
  expect(readConfig({ ...given, TOUCHSTONE_DATA_DIR: '/data' }).warnings).toEqual([]);
}

/** `${NAME:?}` is what the operator's own file says. */
const filled = (value: string): string => value.replace(/\$\{\w+:\?\}/g, 'ab'.repeat(32));

describe('deploy/compose.yaml', () => {
  const { services, secrets } = parse(read('deploy/compose.yaml'), { merge: true });
  const nodes = ['node-1', 'node-2', 'node-3'].map((name) => services[name]);

  test('three nodes run the image of the project, with settings that the program takes', () => {
    expect(nodes.filter((node) => node.build === '..')).toHaveLength(1);
    for (const node of nodes) {
      expect(node).toMatchObject({
        image: `touchstone:${VERSION}`,
        read_only: true,
        cap_drop: ['ALL'],
        tmpfs: ['/tmp'],
      });
      // The image's own user: nobody else can read its volume.
      expect(node.user).toBeUndefined();
      expectSettings(node.environment);
      for (const secret of node.secrets) expect(secrets).toHaveProperty([secret]);
      const [, password, host] = /^postgres:\/\/touchstone:(.+)@(\w+)\/touchstone$/.exec(
        node.environment.TOUCHSTONE_DATABASE_URL,
      )!;
      expect(services[host!]).toBe(services.database);
      expect(password).toBe(services.database.environment.POSTGRES_PASSWORD);
    }
  });

  test('nodes find the bucket of the S3 server, with its name and its secret', () => {
    const { objects } = services;
    const [{ environment }] = nodes;
    const [, bucket, host, port, region] = /^s3:\/\/(\w+)\/\w+\?endpoint=http:\/\/(\w+):(\d+)&region=(.+)$/.exec(
      environment.TOUCHSTONE_IMAGES_URL,
    )!;
    expect(services[host!]).toBe(objects);
    expect(objects.command).toEqual(expect.arrayContaining(['--port', `:${port}`, '--region', region]));
    expect(objects.build.dockerfile_inline).toContain(`/store/objects/${bucket} `);
    expect(objects.command.at(-1)).toBe('/store/objects');
    expect(objects.environment.ROOT_SECRET_ACCESS_KEY).toBe(environment.AWS_SECRET_ACCESS_KEY);
    // The version that is tested.
    const [, version] = /versitygw@(v[\d.]+)/.exec(objects.build.dockerfile_inline)!;
    expect(read('.ci/run')).toContain(`versitygw@${version}`);
  });

  test('the balancer leads to every node, at the port of the image, and asks what the service answers', () => {
    const config = read('deploy/haproxy.cfg');
    const servers = [...config.matchAll(/^ {2}server (\S+) (\S+):(\d+)$/gm)].map(([, name, host, port]) => ({
      name,
      host,
      port: Number(port),
    }));
    expect(servers).toEqual(['node-1', 'node-2', 'node-3'].map((name) => ({ name, host: name, port: PORT })));
    expect(services.balancer.ports).toEqual([`${PORT}:${/bind :(\d+)/.exec(config)![1]}`]);
    expect(probes(config)).toEqual(['/health/ready']);
  });

  test('every volume and network that is used is declared', () => {
    const whole = parse(read('deploy/compose.yaml'), { merge: true });
    for (const service of Object.values<Record<string, string[]>>(services)) {
      for (const volume of service.volumes ?? []) {
        const [name] = volume.split(':');
        if (name!.startsWith('.')) expect(existsSync(join(PROGRAM, 'deploy', name!)), name).toBe(true);
        else expect(whole.volumes).toHaveProperty([name!]);
      }
      for (const name of service.networks ?? []) expect(whole.networks).toHaveProperty([name]);
    }
  });
});

describe('deploy/helm', () => {
  const chart = parse(read('deploy/helm/Chart.yaml'));
  const values = parse(read('deploy/helm/values.yaml'));
  const templates = readdirSync(join(PROGRAM, 'deploy/helm/templates'))
    .map((name) => read(`deploy/helm/templates/${name}`))
    .join('\n');

  test('names settings, paths and users that the program has', () => {
    const variables = [...templates.matchAll(/name: (TOUCHSTONE_\w+)$/gm)].map(([, name]) => name!);
    expect(variables).toHaveLength(7);
    const warned = readConfig({ ...Object.fromEntries(variables.map((name) => [name, valueFor(name)])) }).warnings;
    expect(warned).toEqual([]);
    const known = JSON.parse(read('openapi.json')).paths;
    expect(probes(templates).length).toBeGreaterThan(2);
    for (const path of probes(templates)) expect(known).toHaveProperty([path]);
    expect(templates).toContain(`runAsUser: ${USER}`);
    expect(templates).toContain(`containerPort: ${PORT}`);
    expect(chart.appVersion).toBe(JSON.parse(read('package.json')).version);
  });

  test('every value that a template asks for has a default', () => {
    const asked = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!);
    expect(asked.length).toBeGreaterThan(20);
    for (const path of asked) expect(values, path).toHaveProperty(path.split('.'));
  });

  test.skipIf(!HELM)(`renders what a cluster takes${HELM ? '' : ` (${NO_HELM})`}`, () => {
    const given = ['existingSecret=own', 'tlsSecret=tls', 'caSecret=ca', 'autoscaling.enabled=true'];
    const bucket = 's3://BUCKET/touchstone?endpoint=https://s3.internal:9000&region=eu-central-1';
    const words = [...given, `imagesUrl=${bucket}`, 'settings.TOUCHSTONE_RATE_LIMIT=100:200'].flatMap((one) => [
      '--set',
      one,
    ]);
    const helm = (...args: string[]) => execFileSync(HELM!, args, { cwd: PROGRAM, encoding: 'utf8', stdio: 'pipe' });
    expect(helm('lint', '--strict', 'deploy/helm', ...words)).toContain('0 chart(s) failed');
    const cluster = ['--kube-version', '1.30.0'];
    const rendered = helm('template', 'ours', 'deploy/helm', ...cluster, ...words);
    // biome-ignore lint/suspicious/noExplicitAny: the shapes are those of Kubernetes.
    const objects = parseAllDocuments(rendered).map((one) => one.toJS() as any);
    const kinds = ['PodDisruptionBudget', 'Service', 'Deployment', 'HorizontalPodAutoscaler'];
    expect(objects.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
    const { spec, metadata } = objects.find(({ kind }) => kind === 'Deployment');
    const pod = spec.template.spec;
    const [container] = pod.containers;
    const env = container.env.map(({ name, value }: { name: string; value?: string }) => [name, value]);
    const settings = Object.fromEntries(env.filter(([name]: [string]) => name.startsWith('TOUCHSTONE_')));
    for (const name of Object.keys(settings)) settings[name] ??= valueFor(name);
    expectSettings(settings);
    expect(settings.TOUCHSTONE_IMAGES_URL).toBe(bucket);
    expect(spec).not.toHaveProperty('replicas');
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    const mounted = container.volumeMounts.map(({ name }: { name: string }) => name).sort();
    expect(pod.volumes.map(({ name }: { name: string }) => name).sort()).toEqual(mounted);
    const names = container.ports.map(({ name }: { name: string }) => name);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(container[probe].httpGet.scheme).toBe('HTTPS');
      expect(names).toContain(container[probe].httpGet.port);
    }
    for (const { kind, spec: its } of objects.filter(({ kind }) => kind !== 'Deployment')) {
      if (kind === 'HorizontalPodAutoscaler') expect(its.scaleTargetRef.name).toBe(metadata.name);
      else expect(its.selector.matchLabels ?? its.selector).toEqual(spec.selector.matchLabels);
    }
    const ofRole = helm('template', 'ours', 'deploy/helm', ...cluster, ...words, '--set', 'serviceAccountName=bucket');
    expect(ofRole).toContain('serviceAccountName: bucket');
    expect(ofRole).not.toContain('AWS_ACCESS_KEY_ID');
    expect(rendered).toContain('AWS_ACCESS_KEY_ID');
    // Kubernetes refuses a budget that has both.
    const budget = (...its: string[]) => {
      const made = helm('template', 'ours', 'deploy/helm', ...cluster, ...words, ...its);
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const all = parseAllDocuments(made).map((one) => one.toJS() as any);
      return all.find(({ kind }) => kind === 'PodDisruptionBudget')?.spec;
    };
    const { matchLabels } = spec.selector;
    expect(budget()).toEqual({ maxUnavailable: 1, selector: { matchLabels } });
    const least = budget('--set', 'podDisruptionBudget.minAvailable=2');
    expect(least).toEqual({ minAvailable: 2, selector: { matchLabels } });
    expect(budget('--set', 'podDisruptionBudget.maxUnavailable=25%')?.maxUnavailable).toBe('25%');
    expect(budget('--set', 'podDisruptionBudget=null')).toBeUndefined();
    // Without the secrets it says what is missing.
    expect(() => helm('template', 'ours', 'deploy/helm', ...cluster)).toThrow(/existingSecret is needed/);
  });
});

describe('deploy/touchstone.service', () => {
  const unit = read('deploy/touchstone.service');
  const lines = [...unit.matchAll(/^(\w+)=(.+)$/gm)].map(([, name, value]) => [name!, value!] as const);
  const said = (name: string): string => lines.find(([own]) => own === name)?.[1] ?? '';
  const gibibytes = (size: string): number => Number(/^(\d+)Gi?$/.exec(size)![1]);

  test('starts the command of the project, with settings that the program takes', () => {
    const [, program] = / \/opt\/touchstone\/(\S+) serve$/.exec(said('ExecStart'))!;
    expect(existsSync(join(PROGRAM, program!))).toBe(true);
    const environment = lines.filter(([name]) => name === 'Environment').map(([, value]) => value.split('='));
    expect(environment.length).toBeGreaterThan(0);
    expectSettings(Object.fromEntries(environment));
  });

  test('slows a service down that takes more memory than its lists do, before it takes the machine', () => {
    const [, lists] = /^\| lists \| (\d+) GiB while they are synced/m.exec(read('docs/operations.md'))!;
    const [, rest] = /models take (\d+) MiB at rest/.exec(unit)!;
    const { resources } = parse(read('deploy/helm/values.yaml'));
    const most = gibibytes(said('MemoryHigh'));
    expect(most).toBeGreaterThanOrEqual(Number(lists) + Number(rest) / 1024);
    expect(most).toBe(gibibytes(resources.limits.memory));
  });

  test('is not killed before requests that run have had the time that is set', () => {
    const { stopMs } = readConfig({ TOUCHSTONE_DATA_DIR: '/data' });
    expect(Number(said('TimeoutStopSec')) * 1000).toBeGreaterThanOrEqual(stopMs + 10_000);
  });

  test.skipIf(!SYSTEMD)(`is what systemd takes${SYSTEMD ? '' : ` (${NO_SYSTEMD})`}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-unit-'));
    try {
      const file = join(folder, 'touchstone.service');
      writeFileSync(file, unit);
      const { stderr, status } = spawnSync(SYSTEMD!, ['verify', '--man=no', file], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes('touchstone.service'))]).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function valueFor(variable: string): string {
  if (variable === 'TOUCHSTONE_DATABASE_URL') return 'postgres://touchstone:SECRET@db.internal/touchstone';
  if (variable === 'TOUCHSTONE_IMAGES_URL') return 's3://BUCKET/touchstone';
  if (variable === 'TOUCHSTONE_MASTER_KEY') return 'ab'.repeat(32);
  if (variable === 'TOUCHSTONE_STOP_SECONDS') return '30';
  return variable === 'TOUCHSTONE_METRICS' ? '0.0.0.0:9464' : '/etc/touchstone/tls/tls.pem';
}
