import { join } from 'node:path';
import type { Config } from '../config.ts';
import { masterSecretsAtHand } from '../images/master-keys.ts';
import { openImages } from '../images/open-images.ts';
import { isLost } from '../open-records.ts';
import { type Finding, Findings } from './finding.ts';

/** The key that images and the audit log rest on. `hasRecords`: whether the database can be asked. */
export async function lookAtImages(config: Config, hasRecords: boolean): Promise<readonly Finding[]> {
  const findings = new Findings('images');
  const keys = await masterSecretsAtHand(config);
  const apart = 'no backup has it, so keep a copy somewhere else';
  if (keys.length > 0) {
    const where = config.masterKeys ? 'TOUCHSTONE_MASTER_KEY' : join(config.dataDir, 'master.key');
    return findings.orOk(`They are sealed by the master key in ${where}; ${apart}.`);
  }
  if (!(hasRecords && (await isLost(config))) && !(await hasImages(config))) {
    return findings.orOk('There is no master key yet: the first start makes one.');
  }
  const todo = `Put back ${join(config.dataDir, 'master.key')}, or set TOUCHSTONE_MASTER_KEY to the key that was in use.`;
  findings.must('The master key is missing that sealed the images and keyed the audit log.', todo);
  return findings.all;
}

async function hasImages(config: Config): Promise<boolean> {
  for await (const _ of (await openImages(config)).records()) return true;
  return false;
}
