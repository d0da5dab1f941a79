import { parentPort } from 'node:worker_threads';
import { sentence, TouchstoneError } from '../errors.ts';
import { Engine } from './engine.ts';
import { matchView } from './match-view.ts';
import type { Query, SearchAnswer } from './types.ts';

/** What the pool sends: a query, and the snapshot where the thread has not got it yet. */
export interface Task {
  readonly query: Query;
  open?: { readonly index: SharedArrayBuffer; readonly factsFile: string };
}

export interface Answer {
  readonly result?: SearchAnswer;
  readonly error?: string;
  readonly damaged?: boolean;
}

let engine: Engine | undefined;

parentPort?.on('message', ({ query, open }: Task) => {
  parentPort?.postMessage(answer(query, open));
});

function answer(query: Query, open: Task['open']): Answer {
  try {
    if (open) {
      const opened = Engine.open(open.index, open.factsFile);
      engine?.close();
      engine = opened;
    }
    const { matches, ...found } = engine!.search(query);
    return { result: { ...found, matches: matches.map(matchView), evidence: JSON.stringify(matches) } };
  } catch (error) {
    return { error: sentence(error), damaged: error instanceof TouchstoneError && error.code === 'damaged' };
  }
}
