import { setTimeout } from 'node:timers/promises';
import type { Fetcher, ListFile } from '../../source.ts';
import { factsQuery, holdersQuery, namesQuery, POSITION_CLASSES, positionsQuery } from './queries.ts';
import { readResults } from './results.ts';

/** So many items a query keep an answer far under the endpoint's 60 seconds and an address under 8 KB. */
const POSITIONS_A_QUERY = 40;
const PERSONS_A_QUERY = 150;
const PAUSE_MS = 500;

const HEADERS = {
  accept: 'application/sparql-results+json',
  'user-agent': 'Touchstone/0.1 (self-hosted name screening; refreshes once a day)',
};

/** Positions of every class, then their living holders, then the holders' names and facts: one query at a time. */
export async function download(
  fetcher: Fetcher,
  pause: () => Promise<unknown> = () => setTimeout(PAUSE_MS),
): Promise<ListFile[]> {
  const ask = async (query: string, name: string): Promise<ListFile> => {
    await pause();
    const url = new URL(fetcher.address);
    url.searchParams.set('query', query);
    return fetcher.get(url.href, name, HEADERS);
  };
  const positionFiles: ListFile[] = [];
  for (const id of POSITION_CLASSES) positionFiles.push(await ask(positionsQuery(id), `positions-${id}.json`));
  const positions = await itemsIn(positionFiles, 'position');
  const files: ListFile[] = [];
  for (const [index, batch] of batches(positions, POSITIONS_A_QUERY).entries()) {
    files.push(await ask(holdersQuery(batch), `holders-${index + 1}.json`));
  }
  const persons = await itemsIn(files, 'person');
  for (const [index, batch] of batches(persons, PERSONS_A_QUERY).entries()) {
    files.push(await ask(namesQuery(batch), `names-${index + 1}.json`));
    files.push(await ask(factsQuery(batch), `facts-${index + 1}.json`));
  }
  return files;
}

async function itemsIn(files: readonly ListFile[], variable: string): Promise<string[]> {
  const items = new Set<string>();
  for (const file of files) {
    for (const solution of (await readResults(file)).solutions) {
      const item = solution.item(variable);
      if (item) items.add(item);
    }
  }
  return [...items];
}

function batches(items: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
