import { afterAll, beforeAll, expect, test } from 'vitest';
import { DayOfNews, FILES, walkThrough } from '../support/day-of-news.ts';
import { eventually } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

/** The service is stopped while it waits for the file behind these. */
const BEFORE_STOP = 40;

let day: DayOfNews;
let receiver: WebhookReceiver;
let bench: Bench;
let served: Served | undefined;

beforeAll(async () => {
  day = await new DayOfNews().start();
  receiver = await WebhookReceiver.start();
  bench = await Bench.create({
    TOUCHSTONE_MEDIA: 'gdelt',
    TOUCHSTONE_MEDIA_URL: day.server.address,
    TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin,
  });
  await bench.importPeople();
});

afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
  await day?.server.stop();
  await bench?.remove();
});

test('96 files of a day with a restart in the middle, and a new event up to its evidence, its hooks and two people', async () => {
  day.server.answers = BEFORE_STOP;
  served = await bench.serve();
  const archives = () => day.server.asked.filter((name) => name.endsWith('.zip')).length;
  await eventually(
    async () => archives(),
    (count) => count > BEFORE_STOP,
  );
  expect(archives()).toBe(BEFORE_STOP + 1);
  await served.stop();
  day.server.answers = Number.POSITIVE_INFINITY;
  served = await bench.serve();
  await walkThrough(day, { bench, served, receiver, fetch: async () => void (await bench.run('media', 'sync')) });
  // All but the newest file, which a sync looks at each time, was asked for once, and the one that was waited for.
  expect(day.askedTwice).toEqual([day.server.asked.filter((name) => name.endsWith('.zip'))[BEFORE_STOP]]);
  expect(new Set(day.server.asked.filter((name) => name.endsWith('.zip'))).size).toBe(FILES + 1);
}, 240_000);
