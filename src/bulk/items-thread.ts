import { serveFromWorker } from '../threads/serve.ts';
import { type ItemsProblem, readItems } from './items.ts';

export type ItemsOperations = typeof operations;

const operations = {
  /** Pages are JSON, so that the event loop makes rows of one page at a time. */
  read: (bytes: Uint8Array): { problems: readonly ItemsProblem[] } | { pages: readonly string[]; digest: string } => {
    const read = readItems(bytes);
    return 'problems' in read ? read : { ...read, pages: read.pages.map((page) => JSON.stringify(page)) };
  },
};

serveFromWorker(Promise.resolve(operations));
