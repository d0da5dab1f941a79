import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { endWithProcess } from '../rig/ending.ts';
import { freePort } from './free-port.ts';

const FOLDERS = [
  ...(process.env.PATH ?? '').split(':'),
  join(process.env.GOPATH ?? join(homedir(), 'go'), 'bin'),
  process.env.GOBIN ?? '',
];

/** A server that speaks S3: `TOUCHSTONE_TEST_S3`, else where Go puts what it installs. */
export const S3_SERVER =
  process.env.TOUCHSTONE_TEST_S3 ??
  FOLDERS.filter(Boolean)
    .map((folder) => join(folder, 'versitygw'))
    .find(existsSync);

export const NO_S3 =
  'skipped: no S3 server on this machine (with Go: go install github.com/versity/versitygw/cmd/versitygw@latest)';

const STARTS_WITHIN_MS = 20_000;

/** A real S3 server in a folder of its own, by HTTPS on a free port of this machine. */
export class ObjectStoreServer {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #buckets = 0;
  /** A process that ends before it removed the server takes it along. */
  readonly #stay = endWithProcess(() => {
    this.#process?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  });

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<ObjectStoreServer> {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-s3-'));
    const server = new ObjectStoreServer(folder, await freePort());
    for (const name of ['objects', 'attributes']) mkdirSync(join(folder, name));
    const pems = await generate([{ name: 'commonName', value: 'S3' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    writeFileSync(server.#path('cert.pem'), pems.cert);
    writeFileSync(server.#path('key.pem'), pems.private);
    await server.start();
    return server;
  }

  /** Where a service finds an empty bucket, and who it is there. */
  bucket(): { readonly TOUCHSTONE_IMAGES_URL: string } & Record<string, string> {
    const name = `bucket-${++this.#buckets}`;
    mkdirSync(join(this.#folder, 'objects', name));
    return {
      TOUCHSTONE_IMAGES_URL: `s3://${name}/touchstone?endpoint=https://127.0.0.1:${this.port}&region=eu-test-1`,
      AWS_ACCESS_KEY_ID: 'tester',
      AWS_SECRET_ACCESS_KEY: 'a secret of the test',
      AWS_CA_BUNDLE: this.#path('cert.pem'),
    };
  }

  /** The folder in which the server keeps the objects of a bucket, as plain files. */
  folder({ TOUCHSTONE_IMAGES_URL: url }: { readonly TOUCHSTONE_IMAGES_URL: string }): string {
    return join(this.#folder, 'objects', new URL(url).hostname, 'touchstone');
  }

  async start(): Promise<void> {
    const who = ['--access', 'tester', '--secret', 'a secret of the test', '--region', 'eu-test-1'];
    const where = [
      '--port',
      `127.0.0.1:${this.port}`,
      '--cert',
      this.#path('cert.pem'),
      '--key',
      this.#path('key.pem'),
    ];
    const what = ['posix', '--sidecar', this.#path('attributes'), this.#path('objects')];
    this.#process = spawn(S3_SERVER!, [...who, ...where, '--quiet', ...what], { stdio: 'ignore' });
    const end = performance.now() + STARTS_WITHIN_MS;
    while (!(await answers(this.port))) {
      if (performance.now() > end) throw new Error('The S3 server does not start.');
      await pause(50);
    }
  }

  /** As if the machine went down. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async remove(): Promise<void> {
    this.#stay();
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
