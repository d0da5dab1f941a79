import { isObject, wholeJson } from '../../formats/json.ts';
import type { Fetcher, ListFile } from '../../source.ts';

/** The most notices that the API puts on a page. */
const PAGE_SIZE = 50;

/** All pages, one after the other, until the total that the first states is reached or a page is empty. */
export async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const files: ListFile[] = [];
  let read = 0;
  let total = Number.POSITIVE_INFINITY;
  for (let number = 1; read < total; number++) {
    const url = new URL(fetcher.address);
    url.searchParams.set('pageSize', String(PAGE_SIZE));
    url.searchParams.set('page', String(number));
    const file = await fetcher.get(url.href, `wanted-${number}.json`);
    const page = await wholeJson(file);
    files.push(file);
    if (!isObject(page) || !Array.isArray(page.items) || page.items.length === 0) break;
    read += page.items.length;
    total = Number(page.total) || 0;
  }
  return files;
}
