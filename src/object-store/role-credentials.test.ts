import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCredentials } from './credentials.ts';

const ENDS = '2026-11-23T20:00:00Z';
const KEYS = { AccessKeyId: 'AKIAROLE', SecretAccessKey: 'a secret of the role', Token: 'a token of the role' };
const FOUND = {
  accessKeyId: KEYS.AccessKeyId,
  secretAccessKey: KEYS.SecretAccessKey,
  sessionToken: KEYS.Token,
  // Five minutes before they end.
  renewAt: Date.parse('2026-11-23T19:55:00Z'),
};

let server: Server;
let base: string;
let folder: string;
let asked: string[];
/** Answers of the metadata service, by method and path. */
let answers: Record<string, (request: IncomingMessage, body: string) => string | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-role-'));
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const what = `${request.method} ${request.url}`;
    asked.push(what);
    const answer = answers[what]?.(request, body);
    response.writeHead(answer === undefined ? 403 : 200).end(answer ?? 'no');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  answers = {};
});

/** No file of this machine is read, and nobody outside of it is asked. */
const alone = () => ({
  AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
  AWS_CONFIG_FILE: join(folder, 'none'),
  AWS_EC2_METADATA_SERVICE_ENDPOINT: base,
});

async function tokenFile(token: string): Promise<string> {
  const file = join(folder, 'token');
  await writeFile(file, `${token}\n`);
  return file;
}

describe('credentials of the role of a machine', () => {
  test('an EC2 machine gives them for a token of the metadata service', async () => {
    const roles = '/latest/meta-data/iam/security-credentials/';
    const told = (text: string) => (request: IncomingMessage) =>
      request.headers['x-aws-ec2-metadata-token'] === 'session' ? text : undefined;
    answers = {
      'PUT /latest/api/token': ({ headers }) =>
        headers['x-aws-ec2-metadata-token-ttl-seconds'] === '300' ? 'session' : undefined,
      [`GET ${roles}`]: told('screening'),
      [`GET ${roles}screening`]: told(JSON.stringify({ Code: 'Success', ...KEYS, Expiration: ENDS })),
    };
    expect(await readCredentials(alone())).toEqual(FOUND);
    expect(asked).toHaveLength(3);
  });

  test('a container gives them for the token in its file', async () => {
    answers['GET /role'] = ({ headers }) =>
      headers.authorization === 'of the pod' ? JSON.stringify({ ...KEYS, Expiration: ENDS }) : undefined;
    const container = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/role`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: await tokenFile('of the pod'),
    };
    expect(await readCredentials({ ...alone(), ...container })).toEqual(FOUND);
  });

  test('a pod of EKS gets them from the security token service', async () => {
    answers['POST /'] = (_request, body) => {
      const { Action, RoleArn, WebIdentityToken } = Object.fromEntries(new URLSearchParams(body));
      if (Action !== 'AssumeRoleWithWebIdentity' || RoleArn !== 'arn:role' || WebIdentityToken !== 'jwt') return;
      const keys = `<AccessKeyId>${KEYS.AccessKeyId}</AccessKeyId><SecretAccessKey>${KEYS.SecretAccessKey}</SecretAccessKey>`;
      return `<R><Credentials>${keys}<SessionToken>${KEYS.Token}</SessionToken><Expiration>${ENDS}</Expiration></Credentials></R>`;
    };
    const pod = {
      AWS_ROLE_ARN: 'arn:role',
      AWS_ENDPOINT_URL_STS: base,
      AWS_WEB_IDENTITY_TOKEN_FILE: await tokenFile('jwt'),
    };
    expect(await readCredentials({ ...alone(), ...pod })).toEqual(FOUND);
  });

  test('variables come first, and then nobody is asked', async () => {
    const own = { AWS_ACCESS_KEY_ID: 'own', AWS_SECRET_ACCESS_KEY: 'own secret' };
    const found = await readCredentials({ ...alone(), ...own, AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/role` });
    expect(found).toEqual({ accessKeyId: 'own', secretAccessKey: 'own secret' });
    expect(asked).toEqual([]);
  });

  test('a role that is refused is a sentence without a secret', async () => {
    const container = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/role?key=hunter2` };
    const refused = readCredentials({ ...alone(), ...container });
    await expect(refused).rejects.toThrow(
      /^The role of this machine gives no credentials: .* answered with status 403\.$/,
    );
    await expect(refused).rejects.toThrow(/^(?!.*hunter2)/);
  });

  test('a token is not sent to another machine in the clear', async () => {
    const container = { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://credentials.example/role' };
    await expect(readCredentials({ ...alone(), ...container })).rejects.toThrow(/asked by https alone/);
  });

  test('without any credentials a sentence names the variables', async () => {
    await expect(readCredentials(alone())).rejects.toThrow(/set AWS_ACCESS_KEY_ID/);
    asked = [];
    await expect(readCredentials({ ...alone(), AWS_EC2_METADATA_DISABLED: 'true' })).rejects.toThrow(/set AWS_ACCESS/);
    expect(asked).toEqual([]);
  });
});
