import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { fileFailure, isMissing } from '../file-failure.ts';
import { type AwsVariables, type Credentials, roleCredentials } from './role-credentials.ts';

/**
 * Who we are to the object store. AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY say it, else the profile AWS_PROFILE of
 * the shared files, else the role of this machine. The command line of AWS reads them the same way. Throws `usage`
 * where there are none.
 */
export async function readCredentials(aws: AwsVariables): Promise<Credentials> {
  const found =
    credentialsOf({
      aws_access_key_id: aws.AWS_ACCESS_KEY_ID,
      aws_secret_access_key: aws.AWS_SECRET_ACCESS_KEY,
      aws_session_token: aws.AWS_SESSION_TOKEN,
    }) ??
    credentialsOf(await profile(credentialsFile(aws), [profileName(aws)])) ??
    credentialsOf(await configured(aws)) ??
    (await roleCredentials(aws));
  if (found) return found;
  const sentence = 'There are no credentials for the object store: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,';
  throw new TouchstoneError('usage', `${sentence} or write them to ${credentialsFile(aws)}.`);
}

/** The region of AWS_REGION, AWS_DEFAULT_REGION or the profile; undefined where none says it. */
export async function readRegion(aws: AwsVariables): Promise<string | undefined> {
  return aws.AWS_REGION || aws.AWS_DEFAULT_REGION || (await configured(aws)).region;
}

type Values = Readonly<Record<string, string | undefined>>;

function credentialsOf(values: Values): Credentials | undefined {
  const {
    aws_access_key_id: accessKeyId,
    aws_secret_access_key: secretAccessKey,
    aws_session_token: sessionToken,
  } = values;
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

function profileName(aws: AwsVariables): string {
  return aws.AWS_PROFILE || 'default';
}

function credentialsFile(aws: AwsVariables): string {
  return aws.AWS_SHARED_CREDENTIALS_FILE || join(homedir(), '.aws', 'credentials');
}

/** What the second file says of the profile; there its name stands after the word `profile`. */
function configured(aws: AwsVariables): Promise<Values> {
  const name = profileName(aws);
  return profile(aws.AWS_CONFIG_FILE || join(homedir(), '.aws', 'config'), [`profile ${name}`, name]);
}

/** The values of the first section with one of these names; empty where the file is not there. */
async function profile(file: string, names: readonly string[]): Promise<Values> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return '';
    throw new TouchstoneError('usage', `${file} cannot be read: ${fileFailure(error)}.`, { cause: error });
  });
  const sections = new Map<string, Record<string, string>>();
  let section: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) {
      section = {};
      sections.set(heading.trim(), section);
      continue;
    }
    const equals = line.indexOf('=');
    // An indented line belongs to a nested setting, of which none is ours.
    if (section && equals > 0 && /^\w/.test(line))
      section[line.slice(0, equals).trim()] = line.slice(equals + 1).trim();
  }
  return names.map((name) => sections.get(name)).find((one) => one !== undefined) ?? {};
}
