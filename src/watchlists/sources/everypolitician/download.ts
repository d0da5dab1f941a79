import type { Fetcher, ListFile } from '../../source.ts';
import { readCountries, storedName } from './countries.ts';

/** `countries.json` at the address, then the popolo file of every legislature that it names, relative to it. */
export async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const countries = await fetcher.get(fetcher.address, 'countries.json');
  const files = [countries];
  for (const { path } of await readCountries(countries)) {
    files.push(await fetcher.get(new URL(path, fetcher.address).href, storedName(path)));
  }
  return files;
}
