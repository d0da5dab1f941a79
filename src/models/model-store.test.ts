import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { benchData } from '../../bench/shared-lists.ts';
import { CATALOGUE, type CatalogueModel, LIVENESS_MODEL } from './catalogue.ts';
import { ModelStore } from './model-store.ts';

const REAL = join(benchData(), 'models/minifasnet');
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let directory: string;
let server: Server;
let served: Map<string, Uint8Array>;
let requests: (string | undefined)[];
let answer: (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array) => void;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-models-'));
  served = new Map();
  requests = [];
  answer = (request, response, bytes) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200).end(bytes.subarray(from));
  };
  server = createServer((request, response) => {
    requests.push(request.headers.range);
    const bytes = served.get(decodeURIComponent(request.url!.slice(1)));
    if (bytes) answer(request, response, bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

/** The catalogue's model in small: one published file, of which a part becomes the middle of a model. */
async function small(): Promise<CatalogueModel> {
  const checkpoint = Uint8Array.from({ length: 20_000 }, (_, at) => (at * at) % 251);
  const [real] = CATALOGUE;
  const own = JSON.parse(await readFile(real!.manifest, 'utf8'));
  const sha256 = hash(Buffer.concat([Buffer.from('begin'), checkpoint.subarray(100, 19_000), Buffer.from('end')]));
  const plan = join(directory, 'small.tsv');
  await writeFile(plan, `${btoa('begin')}\t100\t18900\n${btoa('end')}\t0\t0\n`);
  const manifest = join(directory, 'small.json');
  await writeFile(manifest, JSON.stringify({ ...own, models: [{ ...own.models[0], file: 'small.onnx', sha256 }] }));
  served.set('small.pth', checkpoint);
  const file = { name: 'small.pth', url: address('small.pth'), bytes: checkpoint.length, becomes: 'small.onnx', plan };
  return { ...real!, manifest, files: [{ ...file, sha256: hash(checkpoint) }] };
}

const address = (file: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${file}`;

function storeOf(model: CatalogueModel, mirror?: string): ModelStore {
  return new ModelStore({ directory: join(directory, 'models'), catalogue: [model], mirror, pause: async () => {} });
}

/** Resolves when a file has so many bytes. */
async function sized(path: string, bytes: number): Promise<void> {
  while ((await stat(path).catch(() => ({ size: 0 }))).size < bytes) await setImmediate();
}

/** Where nobody listens. */
async function closedAddress(): Promise<string> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await new Promise((resolve) => other.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

describe('a model of the catalogue', () => {
  it('is downloaded, checked, converted and in force; removing it takes it out again', async () => {
    const model = await small();
    const store = storeOf(model);
    expect(await store.state(model)).toBe('not installed');
    await store.install(LIVENESS_MODEL);
    expect(await store.state(model)).toBe('installed');
    const files = await readdir(join(directory, 'models', LIVENESS_MODEL));
    expect(files.sort()).toEqual(['manifest.json', 'small.onnx']);
    expect(await store.remove(LIVENESS_MODEL)).toBe(true);
    expect(await store.state(model)).toBe('not installed');
    expect(await store.remove(LIVENESS_MODEL)).toBe(false);
  });

  it('can be installed from a directory, without a network', async () => {
    const model = await small();
    await writeFile(join(directory, 'small.pth'), served.get('small.pth')!);
    await storeOf(model).install(LIVENESS_MODEL, directory);
    expect(await storeOf(model).state(model)).toBe('installed');
    expect(requests).toEqual([]);
    expect(await refusal(storeOf(model).install(LIVENESS_MODEL, join(directory, 'none')))).toMatch(
      /small\.pth cannot be read: there is no such file\.$/,
    );
  });

  it('goes on where a download broke off, within one run and in a later one', async () => {
    const model = await small();
    const whole = served.get('small.pth')!;
    const half = whole.length >> 1;
    const sound = answer;
    const part = join(directory, 'models', `${model.files[0]!.sha256}.part`);
    let cuts = 0;
    answer = (request, response, bytes) => {
      if (cuts++ > 0) return sound(request, response, bytes);
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, half));
      // What a stream still holds when it breaks is lost, so the cut waits until the half is on disk.
      void sized(part, half).then(() => response.destroy());
    };
    await storeOf(model).install(LIVENESS_MODEL);
    expect(requests).toEqual([undefined, `bytes=${half}-`]);
    await writeFile(part, whole.subarray(0, 1000));
    requests = [];
    await storeOf(model).install(LIVENESS_MODEL);
    expect(requests).toEqual(['bytes=1000-']);
  });

  it('is fetched from the beginning where an older part belongs to another file', async () => {
    const model = await small();
    await mkdir(join(directory, 'models'), { recursive: true });
    await writeFile(join(directory, 'models', `${model.files[0]!.sha256}.part`), new Uint8Array(1000));
    await storeOf(model).install(LIVENESS_MODEL);
    expect(requests).toEqual(['bytes=1000-', undefined]);
    expect(await storeOf(model).state(model)).toBe('installed');
  });

  it('can come from a mirror', async () => {
    const model = await small();
    const elsewhere = { ...model, files: [{ ...model.files[0]!, url: 'http://127.0.0.1:9/small.pth' }] };
    await storeOf(elsewhere, address('')).install(LIVENESS_MODEL);
    expect(await storeOf(elsewhere).state(elsewhere)).toBe('installed');
  });

  describe('behind a proxy', () => {
    const hosts: string[] = [];
    let proxy: Server;

    beforeEach(async () => {
      hosts.length = 0;
      proxy = createServer();
      // Every host is the server of the test: nothing else is reached, and no name is looked up.
      proxy.on('connect', (request: IncomingMessage, client: Socket) => {
        hosts.push(request.url!);
        const target = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
          client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
          target.pipe(client).pipe(target);
        });
        client.on('error', () => target.destroy());
        target.on('error', () => client.destroy());
      });
      proxy.on('request', ({ url }, response) => {
        hosts.push(new URL(url!).host);
        response.end(served.get(new URL(url!).pathname.slice(1)));
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const { port } = proxy.address() as AddressInfo;
      for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, `http://127.0.0.1:${port}`);
      vi.stubEnv('no_proxy', '');
    });

    afterEach(async () => {
      vi.unstubAllEnvs();
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    });

    it('it is fetched through it, from a host that only the proxy knows', async () => {
      const model = await small();
      await storeOf(model, 'http://models.example').install(LIVENESS_MODEL);
      expect(await storeOf(model).state(model)).toBe('installed');
      expect(hosts.every((host) => host.startsWith('models.example'))).toBe(true);
      expect(hosts).toHaveLength(1);
    });

    it('an encrypted host is asked through a tunnel, and what breaks there is named', async () => {
      const model = await small();
      expect(await refusal(storeOf(model, 'https://models.example').install(LIVENESS_MODEL))).toMatch(
        /^small\.pth could not be downloaded from https:\/\/models\.example\/small\.pth: .*Behind a proxy set HTTPS_PROXY/,
      );
      expect(new Set(hosts)).toEqual(new Set(['models.example:443']));
      proxy.removeAllListeners('connect');
      proxy.on('connect', (_, client: Socket) => client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
      expect(await refusal(storeOf(model, 'https://models.example').install(LIVENESS_MODEL))).toMatch(
        /: the proxy answered 407\. /,
      );
      proxy.removeAllListeners('connect');
      proxy.on('connect', (_, client: Socket) => client.destroy());
      expect(await refusal(storeOf(model, 'https://models.example').install(LIVENESS_MODEL))).toMatch(
        /: no way through the proxy, the connection was cut\. /,
      );
    });
  });

  it('is refused with a sentence where another file, too much, nothing or an error comes; what is in force stays', async () => {
    const model = await small();
    const store = storeOf(model);
    await store.install(LIVENESS_MODEL);
    const sound = served.get('small.pth')!;
    for (const [bytes, words] of [
      [sound.map((value, at) => (at === 5000 ? value ^ 1 : value)), /is not the published small\.pth: its SHA-256/],
      [Uint8Array.from([...sound, 0]), /could not be downloaded from .*: it is larger than/],
      [new Uint8Array(), /is not the published small\.pth/],
    ] as const) {
      served.set('small.pth', bytes);
      expect(await refusal(store.install(LIVENESS_MODEL))).toMatch(words);
    }
    served.delete('small.pth');
    expect(await refusal(store.install(LIVENESS_MODEL))).toMatch(/: the server answered 404\. .* use --from DIR\.$/);
    answer = (_, response) => response.writeHead(503).end();
    served.set('small.pth', sound);
    expect(await refusal(store.install(LIVENESS_MODEL))).toMatch(/: the server answered 503\./);
    expect(await refusal(storeOf(model, await closedAddress()).install(LIVENESS_MODEL))).toMatch(
      /: the connection was refused\./,
    );
    expect(await store.state(model)).toBe('installed');
    expect((await readdir(join(directory, 'models'))).filter((name) => name.startsWith(`${LIVENESS_MODEL}.`))).toEqual(
      [],
    );
  });

  it('counts as damaged where a file of it changed', async () => {
    const model = await small();
    await storeOf(model).install(LIVENESS_MODEL);
    await writeFile(join(directory, 'models', LIVENESS_MODEL, 'small.onnx'), 'nonsense');
    expect(await storeOf(model).state(model)).toBe('damaged');
  });

  it('is known by its name alone', async () => {
    const store = new ModelStore({ directory });
    expect(await refusal(store.install('../elsewhere'))).toBe(
      `The catalogue has no model "../elsewhere". It has: ${LIVENESS_MODEL}.`,
    );
  });
});

it.skipIf(!existsSync(REAL))(
  'the published files of MiniFASNet become the models that the manifest names',
  async () => {
    const [model] = CATALOGUE;
    for (const { name } of model!.files) served.set(name, await readFile(join(REAL, name)));
    const store = new ModelStore({ directory: join(directory, 'models'), mirror: address('') });
    await store.install(LIVENESS_MODEL);
    expect(await store.state(model!)).toBe('installed');
    await store.install(LIVENESS_MODEL, REAL);
    expect(await store.state(model!)).toBe('installed');
  },
);
