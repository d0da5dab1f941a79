import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountWithKey, verification } from '../../test/records/samples.ts';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import { sweepImages } from './retention.ts';
import { ImageVault } from './vault.ts';

const images = { document: Buffer.from('a'), selfie: Buffer.from('b') };

test('images go when their verification is older than the retention, also when the clock passed it while nothing ran', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-sweep-'));
  const config = readConfig({ TOUCHSTONE_DATA_DIR: directory });
  const clock = { now: new Date('2026-03-01T00:00:00.000Z') };
  const records = await openRecords(config, () => clock.now);
  const { accountId } = await accountWithKey(records);
  const vault = new ImageVault(config);
  const make = async (): Promise<number> => {
    const id = await records.verifications.reserve();
    await vault.put(id, images);
    await records.verifications.create(verification(accountId, id));
    return id;
  };
  const old = await make();
  clock.now = new Date('2026-04-01T00:00:00.000Z');
  const young = await make();
  const deleted = await make();
  await records.verifications.delete(deleted, 'operator');
  const underWay = await records.verifications.reserve();
  await vault.put(underWay, images);
  const folder = (id: number) => join(directory, 'images', '0', String(id), 'document.sealed');
  const sweep = () => sweepImages(new ImageVault(config), records, { days: 90, now: () => clock.now });

  clock.now = new Date('2026-05-29T23:59:59.000Z');
  for (const id of [old, young, deleted, underWay]) await age(folder(id), clock.now);
  expect(await sweep()).toEqual({ expired: 0, leftover: 0, failures: [] });

  clock.now = new Date('2026-05-30T00:00:00.000Z');
  await age(join(directory, 'images', '0', String(deleted), 'document.sealed'), new Date('2026-05-29T22:00:00.000Z'));
  await age(join(directory, 'images', '0', String(deleted), 'selfie.sealed'), new Date('2026-05-29T22:00:00.000Z'));
  const stuck = new Error('no permission');
  class Stuck extends ImageVault {
    override async delete(record: number): Promise<boolean> {
      if (record === old) throw stuck;
      return super.delete(record);
    }
  }
  const hindered = await sweepImages(new Stuck(config), records, { days: 90, now: () => clock.now });
  expect(hindered).toEqual({ expired: 0, leftover: 1, failures: [stuck] });
  expect(await sweep()).toEqual({ expired: 1, leftover: 0, failures: [] });
  expect(await vault.get(old, 'document')).toBeUndefined();
  expect(await vault.get(old, 'selfie')).toBeUndefined();
  expect(await vault.get(deleted, 'document')).toBeUndefined();
  expect(await vault.get(young, 'document')).toBeDefined();
  expect(await vault.get(underWay, 'document')).toBeDefined();
  expect(await records.verifications.get(accountId, old)).toBeDefined();
  await records.close();
  await rm(directory, { recursive: true });
});

async function age(file: string, to: Date): Promise<void> {
  await utimes(file, to, to);
}
