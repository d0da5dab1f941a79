import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { connectionFailure } from '../connection-failure.ts';
import { TouchstoneError } from '../errors.ts';
import { type ObjectStoreAddress, objectStoreAddress } from '../setting-values.ts';
import { readCredentials, readRegion } from './credentials.ts';
import { type ListedObject, readListing } from './listing.ts';
import type { AwsVariables, Credentials } from './role-credentials.ts';

/** How long a connection, the first byte of an answer, and each further part of it may take. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 15_000;
/** Waits before the second and the third attempt. */
const RETRY_AFTER_MS = [100, 400];
/** What a server says that is overloaded or restarts. */
const LATER = new Set([429, 500, 502, 503, 504]);
/** Credentials in files may change, as those that end by themselves do. */
const CREDENTIALS_MS = 60_000;
const CONNECTIONS = 64;
const EMPTY_SHA256 = createHash('sha256').digest('hex');

/** A file to store, which is read as it is sent. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** `ifNew`: nothing lies there yet. `ifMatch`: what lies there has this entity tag. */
type Condition = { readonly ifNew: true } | { readonly ifMatch: string };

interface BucketRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | LocalFile;
}

type Answer = Dispatcher.ResponseData;

/**
 * A part of a bucket, by the REST interface of S3. Every request is signed, and the server checks the SHA-256 of what
 * it stores. Errors are `unwritable` where nothing was stored, else `busy`; both pass by themselves.
 */
export class Bucket {
  readonly #address: ObjectStoreAddress;
  readonly #aws: AwsVariables;
  readonly #region: string;
  readonly #agent: Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  #credentials: { readonly value: Credentials; readonly readAt: number };

  private constructor(address: ObjectStoreAddress, aws: AwsVariables, region: string, credentials: Credentials) {
    this.#address = address;
    this.#aws = aws;
    this.#region = region;
    this.#credentials = { value: credentials, readAt: performance.now() };
    this.#agent = new Agent({
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_MS, ...authorities(aws) },
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
  }

  /** `url`: as TOUCHSTONE_IMAGES_URL has it. Reaches out to nobody. Throws `usage` where there are no credentials. */
  static async open(url: string, aws: AwsVariables): Promise<Bucket> {
    const address = objectStoreAddress(url, 'TOUCHSTONE_IMAGES_URL');
    const region = address.region ?? (await readRegion(aws)) ?? 'us-east-1';
    return new Bucket(address, aws, region, await readCredentials(aws));
  }

  /**
   * False where the condition does not hold; then nothing changes. A server that refuses conditions is asked before the
   * write. Only what others do in the same moment then goes unnoticed.
   */
  async put(key: string, body: Uint8Array | LocalFile, condition?: Condition): Promise<boolean> {
    const headers: Record<string, string> = {};
    if (condition)
      Object.assign(headers, 'ifNew' in condition ? { 'if-none-match': '*' } : { 'if-match': condition.ifMatch });
    const { statusCode, body: answer } = await this.#send('PUT', key, { headers, body });
    const text = await textOf(answer, 'unwritable');
    if (isSuccess(statusCode)) return true;
    // 404: what should match is gone. 409: another write of the same object is under way.
    if (condition && isUnknownToServer(statusCode, text)) {
      return (await this.#holds(key, condition)) && this.put(key, body);
    }
    if (condition && (statusCode === 412 || statusCode === 409 || isMissing(statusCode, text))) return false;
    throw refused('unwritable', statusCode, text);
  }

  async #holds(key: string, condition: Condition): Promise<boolean> {
    return (await this.entityTag(key)) === ('ifNew' in condition ? undefined : condition.ifMatch);
  }

  /** Undefined where nothing lies there. */
  async get(key: string): Promise<Buffer | undefined> {
    const answer = await this.#found('GET', key);
    if (!answer) return undefined;
    try {
      return Buffer.from(await answer.body.arrayBuffer());
    } catch (error) {
      throw unreachable('busy', error);
    }
  }

  /** The same for what is too large for memory. The stream ends by an error where the answer breaks off. */
  async stream(key: string): Promise<Readable | undefined> {
    return (await this.#found('GET', key))?.body;
  }

  /** The entity tag of what lies there, by which `put` finds it unchanged. */
  async entityTag(key: string): Promise<string | undefined> {
    const answer = await this.#found('HEAD', key);
    await answer?.body.dump();
    return answer && String(answer.headers.etag);
  }

  async remove(key: string): Promise<void> {
    const { statusCode, body } = await this.#send('DELETE', key);
    const text = await textOf(body, 'busy');
    if (!isSuccess(statusCode) && !isMissing(statusCode, text)) throw refused('busy', statusCode, text);
  }

  /** Everything whose key begins so, in the order of the keys. `pageSize`: objects asked for at once, at most 1,000. */
  async *list(prefix: string, pageSize = 1000): AsyncIterable<ListedObject> {
    const below = this.#key('');
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix: below + prefix, 'max-keys': String(pageSize) };
      const { statusCode, body } = await this.#send('GET', undefined, {
        query: { ...query, ...(next !== undefined && { 'continuation-token': next }) },
      });
      const text = await textOf(body, 'busy');
      if (!isSuccess(statusCode)) throw refused('busy', statusCode, text);
      const page = readListing(text);
      for (const { key, modified } of page.objects) yield { key: key.slice(below.length), modified };
      next = page.next;
    } while (next !== undefined);
  }

  async #found(method: 'GET' | 'HEAD', key: string): Promise<Answer | undefined> {
    const answer = await this.#send(method, key);
    if (isSuccess(answer.statusCode)) return answer;
    const text = await textOf(answer.body, 'busy');
    if (isMissing(answer.statusCode, text)) return undefined;
    throw refused('busy', answer.statusCode, text);
  }

  /** Every request may be sent again: whatever it did it does once. */
  async #send(method: Dispatcher.HttpMethod, key: string | undefined, asked: BucketRequest = {}): Promise<Answer> {
    const kind = method === 'PUT' ? 'unwritable' : 'busy';
    for (let attempt = 0; ; attempt++) {
      const wait = RETRY_AFTER_MS[attempt];
      try {
        const answer = await this.#sendOnce(method, key, asked);
        if (wait === undefined || !LATER.has(answer.statusCode)) return answer;
        await answer.body.dump();
      } catch (error) {
        if (error instanceof TouchstoneError) throw error;
        if (wait === undefined || isTimeOut(error)) throw unreachable(kind, error);
      }
      await pause(wait);
    }
  }

  async #sendOnce(method: Dispatcher.HttpMethod, key: string | undefined, asked: BucketRequest): Promise<Answer> {
    const { query, headers, body } = asked;
    const url = new URL(this.#url(key));
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hashOf(body) },
      service: 's3',
      region: this.#region,
      cache: this.#signingKeys,
      ...(await this.#whoWeAre()),
    });
    const signed = await signer.sign();
    return this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': String(sizeOf(body)) }) },
      body: body && !(body instanceof Uint8Array) ? createReadStream(body.path) : (body ?? null),
    });
  }

  async #whoWeAre(): Promise<Credentials> {
    const { value, readAt } = this.#credentials;
    const isDue = value.renewAt === undefined || Date.now() > value.renewAt;
    if (!isDue || performance.now() - readAt <= CREDENTIALS_MS) return value;
    const read = readCredentials(this.#aws).catch((error) => {
      // Those of a role are good for some minutes more.
      if (value.renewAt === undefined) throw error;
      return value;
    });
    this.#credentials = { value: await read, readAt: performance.now() };
    return this.#credentials.value;
  }

  /** The bucket stands in the path wherever that works: a server of one's own has no name for each bucket. */
  #url(key: string | undefined): string {
    const { endpoint, bucket } = this.#address;
    const path = key === undefined ? '' : this.#key(key);
    if (endpoint !== undefined) return `${endpoint}/${bucket}/${path}`;
    const aws = `s3.${this.#region}.amazonaws.com`;
    // The certificate of AWS is for names without further dots.
    return bucket.includes('.') ? `https://${aws}/${bucket}/${path}` : `https://${bucket}.${aws}/${path}`;
  }

  #key(key: string): string {
    return this.#address.prefix === '' ? key : `${this.#address.prefix}/${key}`;
  }
}

/** The text of an answer, which may break off. */
function textOf(body: Answer['body'], code: 'unwritable' | 'busy'): Promise<string> {
  return body.text().catch((error) => {
    throw unreachable(code, error);
  });
}

/** Whom to trust besides the usual authorities. Throws `usage` where the file cannot be read. */
function authorities({ AWS_CA_BUNDLE: file }: AwsVariables): { ca?: string } {
  if (!file) return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new TouchstoneError('usage', `AWS_CA_BUNDLE: ${file} cannot be read.`, { cause: error });
  }
}

function hashOf(body: BucketRequest['body']): string {
  if (body === undefined) return EMPTY_SHA256;
  return body instanceof Uint8Array ? createHash('sha256').update(body).digest('hex') : body.sha256;
}

function sizeOf(body: Uint8Array | LocalFile): number {
  return body instanceof Uint8Array ? body.length : body.bytes;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A bucket that is missing is no answer about an object. */
function isMissing(status: number, text: string): boolean {
  return status === 404 && codeIn(text) !== 'NoSuchBucket';
}

/** "A header you provided implies functionality that is not implemented." */
function isUnknownToServer(status: number, text: string): boolean {
  return status === 501 || codeIn(text) === 'NotImplemented';
}

function codeIn(text: string): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1];
}

/** Whoever waited that long does not wait again. */
function isTimeOut(error: unknown): boolean {
  return /TIMEOUT|ETIMEDOUT/.test(String((error as NodeJS.ErrnoException).code));
}

function refused(code: 'unwritable' | 'busy', status: number, text: string): TouchstoneError {
  const why = codeIn(text) ?? `HTTP ${status}`;
  return new TouchstoneError(code, `The object store refuses what it was asked (${why}).`);
}

function unreachable(code: 'unwritable' | 'busy', cause: unknown): TouchstoneError {
  const why = connectionFailure(cause);
  return new TouchstoneError(code, `The object store cannot be reached: ${why}.`, { cause });
}
