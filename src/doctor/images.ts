import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { masterSecretsAtHand } from '../images/master-keys.ts';
import { openImages } from '../images/open-images.ts';
import { isLost, withRecordsToRead } from '../open-records.ts';
import { type Finding, Findings } from './finding.ts';

/** The key that images and the audit log rest on. `hasRecords`: whether the database can be asked. */
export async function lookAtImages(config: Config, hasRecords: boolean): Promise<readonly Finding[]> {
  const findings = new Findings('images');
  await lookAtBucket(findings, config);
  const keys = await masterSecretsAtHand(config);
  const where = config.masterKeys ? 'TOUCHSTONE_MASTER_KEY' : join(config.dataDir, 'master.key');
  const isStrange =
    keys.length > 0 && hasRecords && !(await withRecordsToRead(config, ({ audit }) => audit.continues()));
  if (isStrange) {
    const todo = `Set it to the key that was in use, also as a former one; where that is lost: touchstone audit rekey`;
    findings.must(`The master key in ${where} is not the one that the audit log goes on under.`, todo);
  } else if (keys.length > 0) {
    findings.ok(`They are sealed by the master key in ${where}; no backup has it, so keep a copy somewhere else.`);
  } else if ((hasRecords && (await isLost(config))) || (await hasImages(config))) {
    const file = join(config.dataDir, 'master.key');
    const todo = `Put back ${file}, or set TOUCHSTONE_MASTER_KEY to the key that was in use.`;
    findings.must('The master key is missing that sealed the images and keyed the audit log.', todo);
  } else findings.ok('There is no master key yet: the first start makes one.');
  return findings.all;
}

/** The object store, where one keeps the images. Credentials are in no sentence. */
async function lookAtBucket(findings: Findings, config: Config): Promise<void> {
  if (config.imagesUrl === undefined) return;
  try {
    await (await openImages(config)).available();
    findings.ok('The bucket of TOUCHSTONE_IMAGES_URL answers.');
  } catch (error) {
    const todo = 'Look at its address in TOUCHSTONE_IMAGES_URL, the AWS variables, its rights, and whether it runs.';
    findings.must(`The bucket of the images cannot be used: ${sentence(error).replace(/\.$/, '')}.`, todo);
  }
}

async function hasImages(config: Config): Promise<boolean> {
  const store = await openImages({ ...config, imagesUrl: undefined });
  for await (const _ of store.records()) return true;
  return false;
}
