import { readFile } from 'node:fs/promises';
import { sentence, TouchstoneError } from '../errors.ts';

/** The variables that begin with `AWS_`. */
export type AwsVariables = Readonly<Record<string, string>>;

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end by themselves. */
  readonly sessionToken?: string;
  /** When new ones are to be fetched, in milliseconds of the clock. Undefined: they may change at any time. */
  readonly renewAt?: number;
}

/** A machine that is none of AWS has nobody at these addresses, and packets to them may get no answer. */
const METADATA_MS = 1_500;
const STS_MS = 10_000;
const CONTAINERS = 'http://169.254.170.2';
const MACHINES = 'http://169.254.169.254';
/** Addresses without TLS that never leave the machine; elsewhere credentials need https. */
const LOCAL = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\]|169\.254\.170\.(2|23)|\[fd00:ec2::23\])$/;
/** New ones are fetched so long before the old ones end. */
const EARLY_MS = 300_000;

/**
 * Credentials of the role of this machine. It is a pod with a token (EKS), a container (ECS, EKS Pod Identity), or an
 * EC2 machine. Undefined where it has none. Throws `usage` where a role is configured and cannot be had.
 */
export async function roleCredentials(aws: AwsVariables): Promise<Credentials | undefined> {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = aws;
  try {
    if (aws.AWS_WEB_IDENTITY_TOKEN_FILE && aws.AWS_ROLE_ARN) return await ofToken(aws, aws.AWS_WEB_IDENTITY_TOKEN_FILE);
    if (relative || full) return await ofContainer(aws, relative ? CONTAINERS + relative : full!);
  } catch (error) {
    const said = `The role of this machine gives no credentials: ${sentence(error)}.`;
    throw new TouchstoneError('usage', said, { cause: error });
  }
  if (aws.AWS_EC2_METADATA_DISABLED === 'true') return undefined;
  return ofMachine(aws).catch(() => undefined);
}

/** A token that Kubernetes keeps new, for which the security token service of AWS gives credentials. */
async function ofToken(aws: AwsVariables, file: string): Promise<Credentials> {
  const region = aws.AWS_REGION || aws.AWS_DEFAULT_REGION;
  const service = aws.AWS_ENDPOINT_URL_STS || `https://sts.${region ? `${region}.` : ''}amazonaws.com`;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: aws.AWS_ROLE_ARN!,
    RoleSessionName: aws.AWS_ROLE_SESSION_NAME || 'touchstone',
    WebIdentityToken: (await readFile(file, 'utf8')).trim(),
  });
  const text = await ask(service, { method: 'POST', body }, STS_MS);
  const member = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
  return credentials({
    AccessKeyId: member('AccessKeyId'),
    SecretAccessKey: member('SecretAccessKey'),
    Token: member('SessionToken'),
    Expiration: member('Expiration'),
  });
}

async function ofContainer(aws: AwsVariables, url: string): Promise<Credentials> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !LOCAL.test(hostname)) throw new Error(`${hostname} is asked by https alone`);
  const file = aws.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE;
  const token = file ? (await readFile(file, 'utf8')).trim() : aws.AWS_CONTAINER_AUTHORIZATION_TOKEN;
  return credentials(JSON.parse(await ask(url, { headers: token ? { authorization: token } : {} }, METADATA_MS)));
}

/** By version 2 of the metadata service alone, which asks for a token first. */
async function ofMachine(aws: AwsVariables): Promise<Credentials> {
  const service = `${(aws.AWS_EC2_METADATA_SERVICE_ENDPOINT || MACHINES).replace(/\/$/, '')}/latest`;
  const asked = { method: 'PUT', headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '300' } };
  const token = await ask(`${service}/api/token`, asked, METADATA_MS);
  const headers = { 'x-aws-ec2-metadata-token': token };
  const roles = `${service}/meta-data/iam/security-credentials/`;
  const [role] = (await ask(roles, { headers }, METADATA_MS)).split('\n');
  return credentials(JSON.parse(await ask(roles + role!.trim(), { headers }, METADATA_MS)));
}

async function ask(url: string, init: RequestInit, ms: number): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ms) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${new URL(url).host} answered with status ${answer.status}`);
  return text;
}

interface IssuedCredentials {
  readonly AccessKeyId?: string | undefined;
  readonly SecretAccessKey?: string | undefined;
  readonly Token?: string | undefined;
  readonly Expiration?: string | undefined;
}

function credentials({ AccessKeyId, SecretAccessKey, Token, Expiration }: IssuedCredentials): Credentials {
  if (!AccessKeyId || !SecretAccessKey) throw new Error('the answer has no keys');
  const ends = Date.parse(Expiration ?? '');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    ...(Token && { sessionToken: Token }),
    ...(!Number.isNaN(ends) && { renewAt: ends - EARLY_MS }),
  };
}
