import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { fileFailure } from '../file-failure.ts';
import { withRecordsToRead } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { lookAtAuditStream } from './audit-stream.ts';
import { lookAtCertificate } from './certificate.ts';
import { lookAtClock } from './clock.ts';
import { lookAtDatabase } from './database.ts';
import { lookAtDisk } from './disk.ts';
import { type Check, type Finding, Findings } from './finding.ts';
import { lookAtImages } from './images.ts';
import { lookAtKeys } from './keys.ts';
import { lookAtLists } from './lists.ts';
import { lookAtModels } from './models.ts';
import { lookAtPermissions } from './permissions.ts';
import { lookAtService } from './service.ts';
import { lookAtSignIn } from './sign-in.ts';

/**
 * Looks at everything that an operator may get wrong and changes nothing. What cannot be looked at is a finding
 * too, so it never throws. At least one finding for each check.
 */
export async function examine(config: Config, now: Date): Promise<Finding[]> {
  const all: Finding[] = [...lookAtSettings(config)];
  const look = async (check: Check, looking: () => Promise<readonly Finding[]>): Promise<void> => {
    all.push(...(await looking().catch((error) => notSeen(check, error))));
  };
  const place = await placeOf(config.dataDir);
  const isThere = place === 'there';
  if (isThere) {
    await look('disk', () => lookAtDisk(config));
    // Before the records are opened, which makes their file private again.
    await look('permissions', () => lookAtPermissions(config));
  } else all.push(...noDirectory(config, place));
  await look('certificate', () => lookAtCertificate(config, now));
  await look('models', () => lookAtModels(config));
  const { findings, condition } = await lookAtDatabase(config);
  all.push(...findings);
  await look('clock', () => lookAtClock(config, condition));
  const readable = isThere && condition !== undefined && condition.found === condition.known;
  await look('images', () => lookAtImages(config, readable));
  if (readable) {
    const both = async (records: Records) => {
      await look('lists', () => lookAtLists(config, records, now));
      await look('keys', () => lookAtKeys(records, now));
      await look('sign-in', () => lookAtSignIn(config, records, () => now));
      await look('audit-stream', () => lookAtAuditStream(config, records, now));
    };
    await withRecordsToRead(config, both).catch((error) => all.push(...notSeen('database', error)));
  }
  await look('service', () => lookAtService(config));
  return all;
}

function lookAtSettings({ warnings }: Config): readonly Finding[] {
  const findings = new Findings('settings');
  for (const warning of warnings) findings.advise(warning, 'Correct its name, or unset it.');
  return findings.orOk('Every setting has a value that it takes.');
}

/** `there`, `missing` where the first start makes the data directory, or why it is none. */
async function placeOf(dataDir: string): Promise<string> {
  try {
    return (await stat(dataDir)).isDirectory() ? 'there' : 'it is a file';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : fileFailure(error);
  }
}

function noDirectory({ dataDir }: Config, place: string): readonly Finding[] {
  const findings = new Findings('disk');
  const set = 'set TOUCHSTONE_DATA_DIR to the directory that is in use.';
  if (place === 'missing')
    findings.advise(`There is no data directory ${dataDir} yet.`, `Run: touchstone serve; or ${set}`);
  else findings.must(`The data directory ${dataDir} cannot be used: ${place}.`, `Mend that, or ${set}`);
  return findings.all;
}

function notSeen(check: Check, error: unknown): readonly Finding[] {
  const findings = new Findings(check);
  findings.must(
    `This could not be looked at: ${sentence(error).replace(/\.$/, '')}.`,
    'Mend that, and run this again.',
  );
  return findings.all;
}
