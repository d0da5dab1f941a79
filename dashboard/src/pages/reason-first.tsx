import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AlertKind, ReasonCode } from '../../../src/domain/alert.ts';
import { useMe } from '../session.tsx';
import { ReasonMenu } from './reason-menu.tsx';

/** Empty where none was chosen. */
export type ChosenReason = ReasonCode | '';

interface ReasonChoice {
  readonly reason: ChosenReason;
  choose(reason: ChosenReason): void;
  /** Opens the reasons: the next letter chooses one. */
  ask(): void;
  /** Goes on at once, or once a reason is chosen where the account asks for one. */
  first(then: (reason: ChosenReason) => void): void;
  /** The reasons, while one is asked for. */
  readonly menu: ComponentChildren;
}

/** The reason of a decision about an alert of a kind. */
export function useReason(kind: AlertKind): ReasonChoice {
  const { requireReason } = useMe();
  const [reason, choose] = useState<ChosenReason>('');
  const [then, setThen] = useState<{ run(reason: ChosenReason): void }>();
  return {
    reason,
    choose,
    ask: () => setThen({ run: () => undefined }),
    first(run) {
      if (requireReason && reason === '') setThen({ run });
      else run(reason);
    },
    menu: then && (
      <ReasonMenu
        kind={kind}
        choose={(chosen) => {
          choose(chosen);
          then.run(chosen);
        }}
        onClose={() => setThen(undefined)}
      />
    ),
  };
}
