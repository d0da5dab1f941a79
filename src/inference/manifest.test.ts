import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calibrated, modelBytes, readManifest } from './manifest.ts';

const MODEL = Buffer.from('weights of a model');
const HASH = createHash('sha256').update(MODEL).digest('hex');

let directory: string;
let server: Server;
let asked: number;
let status: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-manifest-'));
  asked = 0;
  status = 200;
  server = createServer((_, response) => {
    asked++;
    response.writeHead(status).end(MODEL);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

function entry(changes: object = {}): Record<string, unknown> {
  return {
    file: 'own.onnx',
    sha256: HASH,
    input: { width: 80, height: 80, channels: 'BGR' },
    crop: { kind: 'box', scale: 2.7 },
    output: { index: 1, activation: 'softmax' },
    ...changes,
  };
}

async function write(changes: object = {}): Promise<string> {
  const path = join(directory, 'own.json');
  const whole = { name: 'own', purpose: 'liveness', licence: 'MIT', models: [entry()] };
  await writeFile(
    path,
    JSON.stringify({
      ...whole,
      calibration: [
        [0, 0],
        [1, 100],
      ],
      ...changes,
    }),
  );
  return path;
}

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/own.onnx`;

async function readWith(changes: object = {}): Promise<string> {
  const path = await write(changes);
  return readManifest(path, 'liveness').then(
    () => 'accepted',
    (error: Error) => error.message.replace(path, 'FILE'),
  );
}

describe('a manifest of own models', () => {
  it('says how pixels become input: mean 0 and scale 1 unless it gives others', async () => {
    const { models } = await readManifest(await write(), 'liveness');
    expect(models[0]).toMatchObject({ channels: 'BGR', mean: [0, 0, 0], scale: [1, 1, 1], outputIndex: 1 });
  });

  it('brings the five points of ArcFace, at the size of the input, where an embedding gives none', async () => {
    const models = [entry({ crop: { kind: 'aligned' }, output: {}, input: { width: 224, height: 224 } })];
    const manifest = await readManifest(await write({ purpose: 'face-embedding', models }), 'face-embedding');
    const { crop, outputIndex } = manifest.models[0]!;
    expect(outputIndex).toBeUndefined();
    expect(crop).toMatchObject({ kind: 'aligned' });
    expect(crop.kind === 'aligned' && crop.points[0]![0]).toBeCloseTo(76.589, 2);
  });

  it.each([
    [{ models: [] }, 'has no list "models"'],
    [{ licence: '' }, 'must give a text as licence'],
    [
      { purpose: 'face-embedding', models: [entry({ crop: { kind: 'aligned' } })] },
      'but a model for liveness is wanted',
    ],
    [{ models: [entry({ url: 'https://example.org/own.onnx' })] }, 'must give either "file" or "url" in models[0]'],
    [
      { models: [entry({ file: undefined, url: 'ftp://example.org/x' })] },
      'must give an http address as models[0].url',
    ],
    [{ models: [entry({ sha256: 'abc' })] }, 'must give 64 hexadecimal digits as models[0].sha256'],
    [{ models: [entry({ crop: { kind: 'box', scale: 0 } })] }, 'a number from 1 to 8 as models[0].crop.scale'],
    [{ models: [entry({ output: {} })] }, 'has no models[0].output.index: which number means live'],
    [{ calibration: [[0, 0]] }, 'at least two points [value, score]'],
    [
      {
        calibration: [
          [1, 0],
          [0, 100],
        ],
      },
      'must list its calibration points rising',
    ],
    [
      {
        calibration: [
          [0, 0],
          [1, 101],
        ],
      },
      'not between 0 and 100: 101',
    ],
  ])('is refused with a sentence that names what is wrong: %j', async (changes, words) => {
    const said = await readWith(changes);
    expect(said).toContain(words);
    expect(said).toMatch(/^The model manifest FILE .*\.$/);
  });

  it('is refused where it is no JSON or not there', async () => {
    await writeFile(join(directory, 'own.json'), '{');
    await expect(readManifest(join(directory, 'own.json'), 'liveness')).rejects.toThrow('is not JSON');
    await expect(readManifest(join(directory, 'none.json'), 'liveness')).rejects.toThrow('cannot be read');
  });
});

describe('the file of a model', () => {
  it('is downloaded once, then taken from the data directory without asking again', async () => {
    const manifest = await readManifest(
      await write({ models: [entry({ file: undefined, url: address() })] }),
      'liveness',
    );
    const cache = join(directory, 'models');
    for (let time = 0; time < 2; time++) {
      expect(Buffer.from(await modelBytes(manifest.models[0]!, manifest, cache))).toEqual(MODEL);
    }
    expect(asked).toBe(1);
    expect(await readdir(cache)).toEqual([`${HASH}.onnx`]);
  });

  it('is downloaded again where the copy in the data directory was damaged', async () => {
    const manifest = await readManifest(
      await write({ models: [entry({ file: undefined, url: address() })] }),
      'liveness',
    );
    await writeFile(join(directory, `${HASH}.onnx`), 'half a mo');
    expect(Buffer.from(await modelBytes(manifest.models[0]!, manifest, directory))).toEqual(MODEL);
    expect(asked).toBe(1);
  });

  it('is refused, and not kept, where its hash is another than the manifest says', async () => {
    const models = [entry({ file: undefined, url: address(), sha256: '0'.repeat(64) })];
    const manifest = await readManifest(await write({ models }), 'liveness');
    const cache = join(directory, 'models');
    await expect(modelBytes(manifest.models[0]!, manifest, cache)).rejects.toThrow(`SHA-256 ${HASH} instead of 000`);
    expect(await readdir(cache)).toEqual([]);
  });

  it('is missed with the reason where the server does not have it or does not answer', async () => {
    const manifest = await readManifest(
      await write({ models: [entry({ file: undefined, url: address() })] }),
      'liveness',
    );
    status = 404;
    await expect(modelBytes(manifest.models[0]!, manifest, directory)).rejects.toThrow('the server answered 404');
    const { models } = manifest;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(modelBytes(models[0]!, manifest, directory)).rejects.toThrow(
      /could not be downloaded from .*: .*refused/i,
    );
  });

  it('lies beside its manifest, and is checked there too', async () => {
    const manifest = await readManifest(await write(), 'liveness');
    await expect(modelBytes(manifest.models[0]!, manifest, directory)).rejects.toThrow(
      'own.onnx of "own" cannot be read',
    );
    await writeFile(join(directory, 'own.onnx'), MODEL);
    expect(Buffer.from(await modelBytes(manifest.models[0]!, manifest, directory))).toEqual(MODEL);
  });
});

it('a calibration runs straight between its points and holds its ends', () => {
  const points = [
    [-1, 0],
    [0, 70],
    [2, 80],
  ] as const;
  expect([-9, -1, -0.5, 0, 1, 2, 9, Number.NaN].map((value) => calibrated(value, points))).toEqual([
    0, 0, 35, 70, 75, 80, 80, 0,
  ]);
});
