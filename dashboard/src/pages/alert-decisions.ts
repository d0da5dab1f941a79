import { useCallback, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { outcomeWords } from '../ui/alert-words.ts';
import { announce } from '../ui/announce.tsx';
import { useAction } from '../use.ts';
import { lookForWork, noteReopened } from '../work.ts';
import { answer, assign, comment, type Deed, decide, undo, waits } from './decision.tsx';

/** What is done to alerts of the queue, and their states since. */
export function useDecisions() {
  const [states, setStates] = useState<ReadonlyMap<number, AlertState>>(new Map());
  /** What was decided here and is not undone, the newest last. */
  const decided = useRef<readonly AlertState[]>([]);
  const keep = useCallback((state: AlertState) => {
    setStates((before) => new Map(before).set(state.id, state));
    const others = decided.current.filter(({ id }) => id !== state.id);
    decided.current = waits(state) ? others : [...others, state];
  }, []);
  /** The alert of the last action: what went wrong with it is not said of the others. */
  const about = useRef<number | undefined>(undefined);
  const action = useAction(async (id: number, work: () => Promise<AlertState>, then: () => void) => {
    about.current = id;
    const state = await work();
    keep(state);
    announce(outcomeWords(state));
    lookForWork();
    then();
  });
  return {
    stateOf: (row: AlertRow): AlertState => states.get(row.id) ?? row,
    busy: action.busy,
    problemOf: (id: number): string | undefined => (about.current === id ? action.problem : undefined),
    keep,
    decide(state: AlertState, deed: Deed, then: () => void): void {
      action.run(state.id, () => decide(state, deed), then);
    },
    /** Undoes this one where it is decided, else what was decided last. */
    undo(state: AlertState, then: (id: number) => void): void {
      const undone = waits(state) ? decided.current.at(-1) : state;
      if (!undone) return;
      action.run(
        state.id,
        async () => {
          const state = await undo(undone);
          noteReopened(1);
          return state;
        },
        () => then(undone.id),
      );
    },
    answer(state: AlertState, accept: boolean, text: string, then: () => void): void {
      action.run(state.id, () => answer(state, accept, text), then);
    },
    assign(state: AlertState, to: string | null): void {
      action.run(
        state.id,
        () => assign(state, to),
        () => undefined,
      );
    },
    comment(id: number, text: string, then: () => void): void {
      action.run(id, () => comment(id, text), then);
    },
  };
}

export type Act = Omit<ReturnType<typeof useDecisions>, 'stateOf' | 'keep'> & {
  decided(): void;
  undone(id: number): void;
};
