import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { S3Images } from '../images/s3.ts';
import { ImageVault } from '../images/vault.ts';
import { Bucket } from './bucket.ts';

/** How servers without conditional writes answer one. */
const WAYS = {
  'refuses conditions': (response: ServerResponse) =>
    void response.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>'),
  'passes conditions over': undefined,
  'finds no condition to hold': (response: ServerResponse) =>
    void response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>'),
} as const;

/** A server that keeps objects in memory and knows no conditional write. */
class PlainStore {
  readonly objects = new Map<string, Buffer>();
  readonly #server: Server;
  readonly #way: ((response: ServerResponse) => void) | undefined;

  constructor(way: keyof typeof WAYS) {
    this.#way = WAYS[way];
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<Record<string, string>> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return {
      TOUCHSTONE_IMAGES_URL: `s3://bucket/touchstone?endpoint=http://127.0.0.1:${port}&region=test`,
      AWS_ACCESS_KEY_ID: 'tester',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent(new URL(request.url!, 'http://x').pathname);
    const body = await buffer(request);
    const isConditional = 'if-none-match' in request.headers || 'if-match' in request.headers;
    if (request.method === 'PUT') {
      // What holds for nothing can still find that nothing is there.
      const mayHold = this.#way === WAYS['finds no condition to hold'] && 'if-none-match' in request.headers;
      if (isConditional && this.#way && !(mayHold && !this.objects.has(key))) return this.#way(response);
      this.objects.set(key, body);
      return void response.end();
    }
    const found = this.objects.get(key);
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    response.setHeader('etag', `"${createHash('md5').update(found).digest('hex')}"`);
    response.end(request.method === 'HEAD' ? undefined : found);
  }
}

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('an object store that %s', (way) => {
  let store: PlainStore;
  let settings: Record<string, string>;
  beforeEach(async () => {
    store = new PlainStore(way);
    settings = await store.start();
  });
  afterEach(() => store.stop());

  const open = () => Bucket.open(settings.TOUCHSTONE_IMAGES_URL!, settings);
  const vault = (key: string) => ImageVault.open(readConfig({ ...settings, TOUCHSTONE_MASTER_KEY: key.repeat(64) }));

  test('keeps the images of one service, and another one with its own key is refused', async () => {
    const ours = await vault('a');
    await ours.put(1, { document: Buffer.from('a passport'), selfie: Buffer.from('a face') });
    expect(String(await ours.get(1, 'selfie'))).toBe('a face');
    const theirs = await vault('b');
    await expect(theirs.put(1, { document: Buffer.of(1), selfie: Buffer.of(2) })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(String(await (await vault('a')).get(1, 'selfie'))).toBe('a face');
  });

  test('has an image replaced, as a change of the master key does', async () => {
    const images = new S3Images(await open());
    await images.put(7, 'selfie', Buffer.from('before'));
    expect(await images.replace(7, 'selfie', Buffer.from('after'))).toBe(true);
    expect(String(await images.get(7, 'selfie'))).toBe('after');
  });

  test('does not bring back an image that was deleted before', async () => {
    const images = new S3Images(await open());
    expect(await images.replace(8, 'selfie', Buffer.from('after'))).toBe(false);
    expect(await images.get(8, 'selfie')).toBeUndefined();
  });
});
