import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zipFile } from './xlsx-file.ts';

/** What a test says of an article; the rest is as GDELT would have it. */
export interface TestArticle {
  readonly url: string;
  readonly themes: string;
  /** With the place of each: `CORRUPTION,355;…`. */
  readonly themePlaces?: string;
  readonly persons?: string;
  readonly organisations?: string;
  readonly places?: string;
  readonly tone?: string;
  readonly translation?: string;
  readonly extras?: string;
  readonly collection?: string;
}

/** A line of the Global Knowledge Graph 2.1 at a time `YYYYMMDDHHMMSS`. */
export function gkgLine(stamp: string, article: TestArticle): string {
  const cells = new Array<string>(27).fill('');
  const { url, themes, persons = '', organisations = '', places = '' } = article;
  const { tone = '-3.5,1,4.5,5.5,20,0,400', translation = '', extras = '', collection = '1' } = article;
  const { themePlaces = '' } = article;
  Object.assign(cells, {
    0: `${stamp}-1`,
    1: stamp,
    2: collection,
    3: new URL(url).hostname,
    4: url,
    7: themes,
    8: themePlaces,
  });
  Object.assign(cells, { 9: places, 12: persons, 14: organisations, 15: tone, 25: translation, 26: extras });
  return cells.join('\t');
}

/** An archive as the project publishes it. */
export function gkgArchive(stamp: string, lines: readonly string[]): Buffer {
  return zipFile({ [`${stamp}.gkg.csv`]: lines.map((line) => `${line}\n`).join('') });
}

/** A server in the project's place. `files` by stamp; what `served` gives in place of a file is sent. */
export class GkgServer {
  readonly files = new Map<string, Buffer>();
  /** Other bytes, or a status, for the file of a stamp. */
  readonly served = new Map<string, Buffer | number>();
  readonly asked: string[] = [];
  /** Stamps that the list of all files leaves out. */
  readonly unlisted = new Set<string>();
  /** So many archives are answered; whoever asks for the next one waits, and gets none. */
  answers = Number.POSITIVE_INFINITY;
  address = '';
  #server = createServer((request, response) => {
    const name = request.url!.slice(1);
    this.asked.push(name);
    if (name.endsWith('.zip') && this.answers-- <= 0) return;
    const body = this.#answer(name);
    if (typeof body === 'number') response.writeHead(body).end();
    else response.writeHead(200, { 'content-length': body.length }).end(body);
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(name: string): Buffer | number {
    const stamps = [...this.files.keys()].sort();
    if (name === 'lastupdate.txt') return Buffer.from(this.#lines(stamps.slice(-1)));
    if (name === 'masterfilelist.txt') return Buffer.from(this.#lines(stamps.filter((one) => !this.unlisted.has(one))));
    const stamp = name.split('.')[0]!;
    return this.served.get(stamp) ?? this.files.get(stamp) ?? 404;
  }

  /** Three lines for each quarter of an hour, as there are two other kinds of files. */
  #lines(stamps: readonly string[]): string {
    return stamps.map((stamp) => this.#line(stamp)).join('');
  }

  #line(stamp: string): string {
    const file = this.files.get(stamp)!;
    const md5 = createHash('md5').update(file).digest('hex');
    const base = `http://data.example.org/gdeltv2/${stamp}`;
    const other = (kind: string) => `100 ${'0'.repeat(32)} ${base}.${kind}.CSV.zip\n`;
    return `${other('export')}${other('mentions')}${file.length} ${md5} ${base}.gkg.csv.zip\n`;
  }
}
