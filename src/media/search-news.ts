import { knownCountry } from '../screening/country-code.ts';
import { openSnapshot } from '../screening/engine.ts';
import { MediaIndex } from './index/media-index.ts';
import type { MediaFound, MediaQuery } from './index/media-query.ts';
import { MediaSearch } from './index/media-search.ts';
import { barredNumbers } from './index/name-keys.ts';
import type { NewsFolder } from './news-folder.ts';

/** The lists that tell how rare words are. */
interface UsedSnapshot {
  readonly directory: string;
  readonly id: string;
}

/** One search, as a command makes it: countries may be codes or names. Nothing is found before the first sync. */
export async function searchNews(
  folder: NewsFolder,
  { directory, id }: UsedSnapshot,
  query: MediaQuery,
  barred: readonly string[],
): Promise<MediaFound> {
  const index = MediaIndex.reading(folder.indexFile);
  if (!index) return { events: [], eventCount: 0 };
  const engine = await openSnapshot(directory, id);
  try {
    const countries = query.countries.map((country) => knownCountry(country) ?? country.toLowerCase());
    return new MediaSearch(engine, index, barredNumbers(barred)).search({ ...query, countries });
  } finally {
    engine.close();
    index.close();
  }
}
