import { parentPort } from 'node:worker_threads';
import { matchView, printedMatch } from '../domain/match.ts';
import { asFailure, type Failure } from '../threads/messages.ts';
import { Engine } from './engine.ts';
import { craftNotes } from './notes.ts';
import type { Query, SearchAnswer } from './types.ts';

/** What the pool sends: queries, and the snapshot where the thread has not got it yet. */
export interface Task {
  readonly queries: readonly Query[];
  /** `record`: a `SearchAnswer` for the service. `printed`: the text that `screen --file` writes. */
  readonly form: 'record' | 'printed';
  open?: { readonly index: SharedArrayBuffer; readonly factsFile: string };
}

/** One for each query, in their order. */
export type Answer = { readonly value: SearchAnswer | string } | { readonly failure: Failure };

let engine: Engine | undefined;

parentPort?.on('message', ({ queries, form, open }: Task) => {
  parentPort?.postMessage(queries.map((query) => answer(query, form, open)));
});

let opened: Task['open'];

function answer(query: Query, form: Task['form'], open: Task['open']): Answer {
  try {
    if (open && open !== opened) {
      const next = Engine.open(open.index, open.factsFile);
      engine?.close();
      engine = next;
      opened = open;
    }
    const { matches, ...found } = engine!.search(query);
    if (form === 'printed') {
      const notes = craftNotes(found.crafts);
      return { value: JSON.stringify({ matches: matches.map(printedMatch), ...(notes.length > 0 && { notes }) }) };
    }
    return { value: { ...found, matches: matches.map(matchView), evidence: JSON.stringify(matches) } };
  } catch (error) {
    return { failure: asFailure(error) };
  }
}
