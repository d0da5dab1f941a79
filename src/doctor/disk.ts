import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { fileFailure } from '../file-failure.ts';
import { type Finding, Findings } from './finding.ts';

const GIB = 1024 ** 3;
/** Below either a service that works today may stop tomorrow: a list sync alone takes some hundred megabytes. */
const FULL = { bytes: GIB, share: 0.03 };
/** As docs/operations.md advises for an alert, on disks where that is not plenty. */
const FILLING = { bytes: 100 * GIB, share: 0.15 };
const FEW_FILES = 10_000;
/** NFS, SMB, CIFS and SMB 2 by the numbers of statfs(2). SQLite's log needs memory that all processes share. */
const REMOTE = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/** How full the disk of the data directory is, and whether it can be written. */
export async function lookAtDisk({ dataDir, databaseUrl }: Config): Promise<readonly Finding[]> {
  const findings = new Findings('disk');
  const { bavail, bsize, blocks, files, ffree, type } = await statfs(dataDir);
  const free = bavail * bsize;
  const share = free / (blocks * bsize);
  const state = `${inGib(free)} GiB (${Math.floor(share * 100)} %) are free on the disk of ${dataDir}`;
  const room = 'Make room, or move the data directory to a larger disk.';
  if (free < FULL.bytes || share < FULL.share) findings.must(`Only ${state}: a full disk stops all records.`, room);
  else if (free < FILLING.bytes && share < FILLING.share) findings.advise(`Only ${state}.`, room);
  if (files > 0 && ffree < FEW_FILES) {
    findings.must(`The disk of ${dataDir} takes only ${ffree} more files.`, 'Remove files that nobody needs from it.');
  }
  const refused = await probe(dataDir);
  if (refused)
    findings.must(`${dataDir} cannot be written: ${refused}.`, 'Mount it writable, for the user of the service.');
  if (databaseUrl === undefined && REMOTE.has(type)) {
    const todo = 'Put the data directory on a disk of this machine, or the records into PostgreSQL (docs/scaling.md).';
    findings.must(`${dataDir} is on another machine, where SQLite may lose or damage records.`, todo);
  }
  return findings.orOk(`${state}, and it can be written.`);
}

/** Why a file cannot be written and synced; undefined where it can. Nothing stays of it. */
async function probe(directory: string): Promise<string | undefined> {
  const file = join(directory, `.doctor-${randomUUID()}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle
      .writeFile('?')
      .then(() => handle.sync())
      .finally(() => handle.close());
    return undefined;
  } catch (error) {
    return fileFailure(error);
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

function inGib(bytes: number): string {
  return (bytes / GIB).toFixed(bytes < 10 * GIB ? 1 : 0);
}
