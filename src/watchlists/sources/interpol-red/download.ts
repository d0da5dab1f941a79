import { setTimeout } from 'node:timers/promises';
import { TouchstoneError } from '../../../errors.ts';
import { isObject } from '../../../json-object.ts';
import { objectAt, objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import type { Fetcher, ListFile } from '../../source.ts';
import { addressOf, divide, type FirstFilter, QUERY_LIMIT, type Query } from './query.ts';

const CONCURRENCY = 2;
const PAUSE_MS = 250;

/** How a download waits between two requests; tests bring their own. */
export type Pause = () => Promise<unknown>;

/**
 * Fetches the first page without any filter, which states how many notices there are. Then it fetches parts that are
 * small enough for the API to answer whole. It cuts by nationality first. Where that does not bring all, it cuts once
 * more by issuing country. It sends at most two requests at a time, and each worker waits a quarter of a second before
 * its next.
 */
export async function download(fetcher: Fetcher, pause: Pause = () => setTimeout(PAUSE_MS)): Promise<ListFile[]> {
  const whole = await readPage(fetcher, {}, 1);
  const pages = [whole];
  const ids = new Set(whole.ids);
  for (const firstFilter of ['nationality', 'arrestWarrantCountryId'] as const) {
    if (ids.size >= whole.total) break;
    for (const page of await walk(fetcher, firstFilter, pause)) {
      pages.push(page);
      for (const id of page.ids) ids.add(id);
    }
  }
  return pages.map((page) => page.file);
}

async function walk(fetcher: Fetcher, firstFilter: FirstFilter, pause: Pause): Promise<Page[]> {
  const pages: Page[] = [];
  const open = divide({}, firstFilter) ?? [];
  const work = async () => {
    for (let query = open.shift(); query; query = open.shift()) {
      await pause();
      const page = await readPage(fetcher, query, 1);
      // A total at the limit may be a total that was cut off there.
      const parts = page.total >= QUERY_LIMIT ? divide(query, firstFilter) : undefined;
      if (parts) open.unshift(...parts);
      else pages.push(...(await allPages(fetcher, query, page, pause)));
    }
  };
  // Again, because a worker that finds nothing to do ends while the other may still divide a part.
  while (open.length > 0) await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return pages;
}

interface Page {
  readonly file: ListFile;
  readonly total: number;
  readonly ids: readonly string[];
}

async function allPages(fetcher: Fetcher, query: Query, first: Page, pause: Pause): Promise<Page[]> {
  const pages = first.ids.length > 0 ? [first] : [];
  let read = first.ids.length;
  const reachable = Math.min(first.total, QUERY_LIMIT);
  for (let number = 2; read < reachable; number++) {
    await pause();
    const page = await readPage(fetcher, query, number);
    if (page.ids.length === 0) break;
    pages.push(page);
    read += page.ids.length;
  }
  return pages;
}

async function readPage(fetcher: Fetcher, query: Query, number: number): Promise<Page> {
  const file = await fetcher.get(addressOf(fetcher.address, query, number), fileName(query, number));
  const json = await wholeJson(file);
  if (!isObject(json)) throw new TouchstoneError('list-unusable', `${file.name} is no page of the notices API.`);
  const notices = objectsOf(objectAt(json, '_embedded').notices);
  const ids = notices.map((notice) => textAt(notice, 'entity_id') ?? '');
  return { file, total: Number(json.total) || 0, ids };
}

function fileName(query: Query, page: number): string {
  const part = Object.entries(query).map(([name, value]) => `${name}-${value}`);
  return `${['red', ...part, page].join('_')}.json`;
}
