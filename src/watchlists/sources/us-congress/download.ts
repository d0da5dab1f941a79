import type { Fetcher, ListFile } from '../../source.ts';

const FILES = ['legislators-current.json', 'legislators-historical.json', 'executive.json'];

/** The three files that are the whole list; those beside the first are looked for at the same place. */
export async function download(fetcher: Fetcher): Promise<ListFile[]> {
  const files: ListFile[] = [];
  for (const name of FILES) {
    files.push(await fetcher.get(name === FILES[0] ? fetcher.address : new URL(name, fetcher.address).href, name));
  }
  return files;
}
