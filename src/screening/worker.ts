import type { EntryFacts } from '../domain/list-entry.ts';
import { matchList, printedMatch } from '../domain/match.ts';
import { serveFromWorker } from '../threads/serve.ts';
import type { Overlay } from './beside/part.ts';
import { PartsBeside } from './beside/search-beside.ts';
import { type AskedWords, Engine, type EntitiesWithWords } from './engine.ts';
import type { Query } from './query.ts';
import type { SearchAnswer } from './search-result.ts';
import { notesOf } from './search-result.ts';
import { SharedMemory } from './shared-memory.ts';

/** The snapshot that the pool wants to be searched. */
export interface WantedSnapshot {
  readonly index: SharedArrayBuffer;
  readonly factsFile: string;
  /** Of `SharedMemory`, for what the threads find in the index. */
  readonly shared: SharedArrayBuffer;
}

let wanted: WantedSnapshot | undefined;
let opened: { readonly engine: Engine; readonly beside: PartsBeside; readonly snapshot: WantedSnapshot } | undefined;

/** What a thread that searches can do. Its operations throw `damaged` where a file is not what was written. */
export type SearchOperations = typeof operations;

const operations = {
  /** For the service, which stores it. `overlay`: what the account has beside the snapshot. */
  search: (query: Query, overlay?: Overlay): SearchAnswer => {
    const { engine, beside } = inForce();
    const { matches, ...found } = overlay ? beside.search(query, overlay) : engine.search(query);
    return { ...found, ...matchList(matches) };
  },
  entity: (key: string, overlay?: Overlay): EntryFacts[] | undefined => {
    const { engine, beside } = inForce();
    return engine.entity(key) ?? (overlay && beside.entity(key, overlay));
  },
  withWords: (asked: AskedWords, overlay?: Overlay): EntitiesWithWords => {
    const { engine, beside } = inForce();
    return overlay ? beside.withWords(asked, overlay) : engine.withWords(asked);
  },
  /** The text that `screen --file` writes. */
  print: (query: Query, overlay?: Overlay): string => {
    const { engine, beside } = inForce();
    const found = overlay ? beside.search(query, overlay) : engine.search(query);
    const { matches } = found;
    const notes = notesOf(found);
    return JSON.stringify({ matches: matches.map(printedMatch), ...(notes.length > 0 && { notes }) });
  },
};

/** Opens a new snapshot with the first search of it; where that fails, the next search tries again. */
function inForce(): NonNullable<typeof opened> {
  const snapshot = wanted!;
  if (opened?.snapshot !== snapshot) {
    const engine = Engine.open(snapshot.index, snapshot.factsFile, new SharedMemory(snapshot.shared));
    opened?.engine.close();
    opened = { engine, beside: new PartsBeside(engine), snapshot };
  }
  return opened;
}

serveFromWorker(Promise.resolve(operations), {
  adopt: (snapshot) => {
    wanted = snapshot as WantedSnapshot;
  },
});
