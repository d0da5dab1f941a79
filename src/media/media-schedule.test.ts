import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { MediaSchedule } from './media-schedule.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-media-schedule-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** A command that writes down how it was called. */
async function scheduled(fetches: () => Promise<boolean>) {
  const program = join(directory, 'sync.mjs');
  const calls = join(directory, 'calls');
  await writeFile(calls, '');
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
     const { TOUCHSTONE_MEDIA: media, TOUCHSTONE_MEDIA_FEEDS: feeds } = process.env;
     appendFileSync(${JSON.stringify(calls)}, JSON.stringify([process.argv.slice(2), media, feeds]) + '\\n');`,
  );
  const config = readConfig({
    TOUCHSTONE_DATA_DIR: directory,
    TOUCHSTONE_MEDIA: 'both',
    TOUCHSTONE_MEDIA_FEEDS: 'https://a.example/feed',
  });
  const logged: string[] = [];
  const write = (fields: unknown, text?: string) => void logged.push(text ?? String(fields));
  const log = { info: write, warn: write, error: write } as never;
  const schedule = new MediaSchedule({ config, log, fetches, command: [process.execPath, program] });
  const made = async () =>
    (await readFile(calls, 'utf8'))
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { schedule, made, logged };
}

test('the node that fetches does so every 15 minutes, with the settings of the service', async () => {
  const { schedule, made, logged } = await scheduled(async () => true);
  const { signal } = new AbortController();
  await schedule.turn(signal);
  await schedule.turn(signal);
  expect(await made()).toEqual([[[], 'both', 'https://a.example/feed']]);
  expect(logged).toEqual(['media sync ended']);
});

test('another node takes at each turn what that one fetched, and fetches once it is gone', async () => {
  let isLeading = false;
  const { schedule, made } = await scheduled(async () => isLeading);
  const { signal } = new AbortController();
  await schedule.turn(signal);
  await schedule.turn(signal);
  isLeading = true;
  await schedule.turn(signal);
  expect((await made()).map((call) => (call as [string[]])[0])).toEqual([['--received'], ['--received'], []]);
});

test('where nobody can say who fetches, the turn is told and the next one tries again', async () => {
  const { schedule, made, logged } = await scheduled(async () => {
    throw new Error('no database');
  });
  await schedule.turn(new AbortController().signal);
  expect([await made(), logged]).toEqual([[], ['media sync could not be run']]);
});
