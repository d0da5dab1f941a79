import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MediaEvent } from '../media/events.ts';
import { MediaIndex } from '../media/index/media-index.ts';
import { NewsFolder } from '../media/news-folder.ts';

/** An event of `news.json`. */
interface InventedEvent extends Pick<MediaEvent, 'offences' | 'persons' | 'organisations' | 'countries'> {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly titles: readonly string[];
}

const INVENTED = JSON.parse(readFileSync(new URL('./news.json', import.meta.url), 'utf8')) as readonly InventedEvent[];
/** As of this moment the news stands still, so that answers stay the same. */
const NEWEST = '20261123090000';

/** The invented news of a sandbox, which is neither fetched nor ever older. */
export class SandboxNews {
  readonly folder: NewsFolder;
  readonly now = (): Date => new Date('2026-11-23T09:00:00Z');

  /** Puts it where searches look for news. Throws `unwritable`. */
  static async open(dataDir: string): Promise<SandboxNews> {
    const news = new SandboxNews(dataDir);
    const days = Map.groupBy(INVENTED, ({ day }) => day);
    news.#write((index) => {
      for (const [day, events] of days) news.#put(index, day, events.map(eventOf));
    });
    const since = `${[...days.keys()].sort()[0]!.replaceAll('-', '')}000000`;
    const times = { since, newest: NEWEST, checkedAt: news.now().toISOString(), listedAt: '' };
    await news.folder.store('feeds').keepState({ ...times, failed: {}, gaps: [] });
    return news;
  }

  private constructor(dataDir: string) {
    this.folder = NewsFolder.of(dataDir, ['feeds']);
  }

  /** One more event, as a sync would bring it, so that alerts about the news can be tried. */
  tell(name: string, at: Date): void {
    const time = at.toISOString();
    const [day, title] = [time.slice(0, 10), `Prosecutors charge ${name} with fraud`];
    const event = { day, titles: [title], offences: ['fraud'], persons: [name], organisations: [], countries: ['de'] };
    const told = { ...eventOf(event), id: `${day}-${digest(time)}`, first: time, last: time };
    this.#write((index) => this.#put(index, `${day} told ${time}`, [told]));
  }

  #put(index: MediaIndex, day: string, events: readonly MediaEvent[]): void {
    const articles = events.reduce((sum, { articleCount }) => sum + articleCount, 0);
    index.putDay({ day, state: 'sandbox', files: 1, articles, bytes: 0 }, events);
  }

  #write(change: (index: MediaIndex) => void): void {
    const index = MediaIndex.open(this.folder.indexFile);
    try {
      change(index);
    } finally {
      index.close();
    }
  }
}

function eventOf(event: InventedEvent): MediaEvent {
  const { day, titles, offences, persons, organisations, countries } = event;
  const time = `${day}T08:00:00.000Z`;
  const articles = titles.map((title, place) => ({
    url: `https://news.example/${day}/${title.toLowerCase().replace(/\W+/g, '-')}`,
    site: 'news.example',
    date: time,
    language: 'eng',
    // The first one shows what an article without a title looks like.
    ...(place > 0 || titles.length === 1 ? { title } : {}),
  }));
  return {
    id: `${day}-${digest(titles.join('\n'))}`,
    offences,
    first: time,
    last: time,
    persons,
    organisations,
    countries,
    articles,
    articleCount: articles.length,
    tone: -5,
    core: { names: persons.map((name) => name.toLowerCase()), offences },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
