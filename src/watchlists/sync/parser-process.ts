// The process that parses lists. It can be killed at any moment, and ends itself where a file takes too much memory.
import { serveFromChild } from '../../threads/serve.ts';
import { localFile } from '../formats/list-file.ts';
import { sourceById } from '../registry.ts';
import { EntriesFile } from '../store/list-store.ts';
import { parseList } from './list-parser.ts';

const operations = {
  /** Parses the files of a list, and writes its entries to the path `entries`. */
  async parse(source: string, files: readonly { readonly name: string; readonly path: string }[], entries: string) {
    const file = await EntriesFile.open(entries);
    const local = files.map(({ name, path }) => localFile(path, name));
    return parseList(sourceById(source), local, file).finally(() => file.close());
  },
};
export type ParserOperations = typeof operations;

serveFromChild(Promise.resolve(operations));
