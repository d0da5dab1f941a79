import { useCallback, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState, Decision } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { announce } from '../ui/announce.tsx';
import { useAction } from '../use.ts';
import { comment, decide, undo, wasFaster } from './decision.tsx';

/** What is done to alerts of the queue, and their states since. */
export function useDecisions() {
  const [states, setStates] = useState<ReadonlyMap<number, AlertState>>(new Map());
  const lastDecided = useRef<AlertState | undefined>(undefined);
  const keep = useCallback((state: AlertState) => {
    setStates((before) => new Map(before).set(state.id, state));
    if (state.state !== 'open') lastDecided.current = state;
    announce(t(`alert.${state.state}`));
  }, []);
  const action = useAction(async (work: () => Promise<AlertState>, then: () => void) => {
    keep(await work());
    then();
  });
  return {
    stateOf: (row: AlertRow): AlertState => states.get(row.id) ?? row,
    busy: action.busy,
    problem: wasFaster(action.failure) ? t('alert.faster') : action.problem,
    decide(state: AlertState, decision: Decision, text: string, remember: boolean, then: () => void): void {
      action.run(() => decide(state, { decision, comment: text, remember }), then);
    },
    /** Undoes this one where it is decided, else what was decided last. */
    undo(state: AlertState, then: (id: number) => void): void {
      const decided = state.state === 'open' ? lastDecided.current : state;
      if (!decided) return;
      action.run(
        () => undo(decided),
        () => then(decided.id),
      );
    },
    comment(id: number, text: string, then: () => void): void {
      action.run(() => comment(id, text), then);
    },
  };
}

export type Act = Omit<ReturnType<typeof useDecisions>, 'stateOf'> & { decided(): void; undone(id: number): void };
