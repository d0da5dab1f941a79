import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DayOfNews, walkThrough } from '../support/day-of-news.ts';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../support/object-store.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { eventually } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

describe.skipIf(!POSTGRES || !S3_SERVER)(`news of two nodes (${POSTGRES ? NO_S3 : NO_POSTGRES})`, () => {
  let database: PostgresServer;
  let objects: ObjectStoreServer;
  let day: DayOfNews;
  let receiver: WebhookReceiver;
  /** Each with a data directory of its own. */
  let benches: Bench[] = [];
  let nodes: Served[] = [];

  beforeAll(async () => {
    database = await PostgresServer.start();
    objects = await ObjectStoreServer.start();
    day = await new DayOfNews().start();
    receiver = await WebhookReceiver.start();
    const settings = {
      ...objects.bucket(),
      TOUCHSTONE_DATABASE_URL: await database.database(),
      TOUCHSTONE_MASTER_KEY: '0123456789abcdef'.repeat(4),
      TOUCHSTONE_MEDIA: 'gdelt',
      TOUCHSTONE_MEDIA_URL: day.server.address,
      TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin,
    };
    benches = [await Bench.create(settings), await Bench.create(settings)];
    await benches[0]!.importPeople();
    for (const bench of benches) nodes.push(await bench.serve());
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    for (const bench of benches) await bench.remove();
    await receiver?.stop();
    await day?.server.stop();
    await objects?.remove();
    database?.remove();
    nodes = [];
  });

  test('one fetches each file once, the other takes it from the bucket, and an event goes all the way there', async () => {
    const [fetching, other] = benches as [Bench, Bench];
    await walkThrough(day, {
      bench: other,
      served: nodes[1]!,
      receiver,
      fetch: async () => {
        await fetching.run('media', 'sync');
        await other.run('media', 'sync', '--received');
      },
    });
    expect(day.askedTwice).toEqual([]);
    const { key } = await other.key(await other.account());
    const stateOf = async (node: Served): Promise<unknown[]> => {
      const { files, events, newest } = (await node.ask('GET', '/api/AdverseMedia/status', { key })).body;
      return [files, events, newest];
    };
    // Each service looks after its own folder at its own pace: one may say a moment later what the other says.
    const [one, two] = await eventually(
      () => Promise.all(nodes.map(stateOf)),
      ([one, two]) => isDeepStrictEqual(one, two),
    );
    expect(one).toEqual(two);
    expect(one?.[0]).toBe(97);
  });
});
