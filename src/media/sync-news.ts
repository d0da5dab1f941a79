import { join } from 'node:path';
import type { Config } from '../config.ts';
import { withFileLock } from '../file-lock.ts';
import { userAgentWith } from '../program-version.ts';
import { BarredNames } from './barring.ts';
import { type FeedSync, syncFeeds } from './feeds/feed-sync.ts';
import { type Indexed, indexNews } from './index/indexing.ts';
import { NewsFolder } from './news-folder.ts';
import { SharedNews } from './shared-news.ts';
import { type MediaSync, syncMedia } from './sync.ts';

/** What a sync brought. */
export interface NewsSync {
  /** Undefined where the graph is not read, or another node does. */
  readonly gdelt?: MediaSync;
  readonly feeds?: FeedSync;
  readonly indexed: Indexed;
}

export interface NewsSyncOptions {
  readonly days?: number | undefined;
  /** Takes what another node fetched, where nodes share a bucket. */
  readonly received: boolean;
  /** Names that nobody is to find: they go from what is kept, and are not kept of what comes. */
  readonly barred: readonly string[];
  readonly now: () => Date;
}

const BUSY = 'Another sync of adverse media is running.';

/** Fetches the news, or takes it from another node, and brings the index to it. One sync runs at a time. */
export async function syncNews(config: Config, options: NewsSyncOptions): Promise<NewsSync> {
  const { days, received, now } = options;
  const barred = new BarredNames(options.barred);
  const folder = NewsFolder.of(config.dataDir, config.media ?? []);
  return withFileLock(join(folder.root, 'sync.lock'), BUSY, async () => {
    const shared = await SharedNews.open(config);
    if (shared && received) {
      await shared.receive(folder);
      return { indexed: await indexNews(folder, barred) };
    }
    const asked = {
      userAgent: userAgentWith(config.listsContact),
      keepDays: config.mediaDays,
      barred,
      now,
    };
    const feeds =
      config.media?.includes('feeds') &&
      (await syncFeeds({ store: folder.store('feeds'), feeds: config.mediaFeeds ?? [], ...asked }));
    const gdelt = folder.sources.includes('gdelt')
      ? await syncMedia({
          store: folder.store('gdelt'),
          address: config.mediaUrl,
          days,
          ...asked,
        })
      : undefined;
    const indexed = await indexNews(folder, barred);
    await shared?.share(folder);
    return { ...(feeds && { feeds }), ...(gdelt && { gdelt }), indexed };
  });
}
