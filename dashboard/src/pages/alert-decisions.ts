import { useCallback, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { announce } from '../ui/announce.tsx';
import { useAction } from '../use.ts';
import { lookForWork, noteReopened } from '../work.ts';
import { answer, assign, comment, type Deed, decide, undo, waits, wasFaster } from './decision.tsx';

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
  const action = useAction(async (work: () => Promise<AlertState>, then: () => void) => {
    const state = await work();
    keep(state);
    announce(t(`alert.${state.state}`));
    lookForWork();
    then();
  });
  return {
    stateOf: (row: AlertRow): AlertState => states.get(row.id) ?? row,
    busy: action.busy,
    problem: wasFaster(action.failure) ? t('alert.faster') : action.problem,
    keep,
    decide(state: AlertState, deed: Deed, then: () => void): void {
      action.run(() => decide(state, deed), then);
    },
    /** Undoes this one where it is decided, else what was decided last. */
    undo(state: AlertState, then: (id: number) => void): void {
      const undone = waits(state) ? decided.current.at(-1) : state;
      if (!undone) return;
      action.run(
        async () => {
          const state = await undo(undone);
          noteReopened(1);
          return state;
        },
        () => then(undone.id),
      );
    },
    answer(state: AlertState, accept: boolean, text: string, then: () => void): void {
      action.run(() => answer(state, accept, text), then);
    },
    assign(state: AlertState, to: string | null): void {
      action.run(
        () => assign(state, to),
        () => undefined,
      );
    },
    comment(id: number, text: string, then: () => void): void {
      action.run(() => comment(id, text), then);
    },
  };
}

export type Act = Omit<ReturnType<typeof useDecisions>, 'stateOf' | 'keep'> & {
  decided(): void;
  undone(id: number): void;
};
