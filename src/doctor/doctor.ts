import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { withRecordsToRead } from '../open-records.ts';
import type { Records } from '../records/port.ts';
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

/**
 * Looks at everything that an operator may get wrong and changes nothing. What cannot be looked at is a finding
 * too, so it never throws. At least one finding for each check.
 */
export async function examine(config: Config, now: Date): Promise<Finding[]> {
  const all: Finding[] = [...lookAtSettings(config)];
  const look = async (check: Check, looking: () => Promise<readonly Finding[]>): Promise<void> => {
    all.push(...(await looking().catch((error) => notSeen(check, error))));
  };
  const isThere = await stat(config.dataDir).then(
    () => true,
    () => false,
  );
  if (isThere) {
    await look('disk', () => lookAtDisk(config));
    // Before the records are opened, which makes their file private again.
    await look('permissions', () => lookAtPermissions(config));
  } else all.push(...noDirectory(config));
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

function noDirectory({ dataDir }: Config): readonly Finding[] {
  const findings = new Findings('disk');
  const todo = 'Run: touchstone serve; or set TOUCHSTONE_DATA_DIR to the directory that is in use.';
  findings.advise(`There is no data directory ${dataDir} yet.`, todo);
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
