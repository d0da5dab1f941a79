import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { type Key, t } from '../language.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { Act } from './alert-decisions.ts';
import { isDecidable } from './decision.tsx';

const STORED = 'touchstone.shortcuts';

/** Single letters can collide with a speech input or another tool: they can be switched off (WCAG 2.2 §2.1.4). */
function switchedOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

interface Context {
  readonly row: AlertRow;
  readonly state: AlertState;
  readonly act: Act;
  readonly may: boolean;
  step(by: number): void;
  /** Only in the queue. */
  mark?(): void;
  claim?(): void;
  decideMarked?(): void;
}

/** What the card of an alert offers to the keys. */
export interface Shortcuts {
  /** The alert that the card shows. */
  readonly id: number;
  /** True where the card can be seen. Otherwise it scrolls into view, and the key does nothing else. */
  inView(): boolean;
  confirm(): void;
  dismiss(): void;
  escalate(): void;
  /** Takes it, or gives it back. */
  take(): void;
  /** Opens the reasons: the next letter chooses one. */
  chooseReason(): void;
  focusComment(): void;
  toggleRemember(): void;
}

const TYPED = 'input:not([type=checkbox]), textarea, select, dialog';

/** Keys of the queue; never while somebody types, nor with a modifier, nor under a dialog. */
export function useShortcuts(context: Context | undefined): { current: Shortcuts | undefined } {
  const latest = useRef(context);
  latest.current = context;
  const detail = useRef<Shortcuts | undefined>(undefined);
  // At once: whoever sees the card may press a key before the browser has time for other effects.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof Element && target.closest<HTMLElement>(TYPED);
      // Back to the keys of the queue. A dialog closes by itself.
      if (typing && event.key === 'Escape' && !target.closest('dialog')) typing.blur();
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !latest.current || !switchedOn()) return;
      if (handle(event.key, latest.current, detail.current)) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return detail;
}

function handle(key: string, context: Context, card: Shortcuts | undefined): boolean {
  const { state, act, may, step } = context;
  if (key === 'j') step(1);
  else if (key === 'k') step(-1);
  else if (!may || act.busy) return false;
  else if (key === 'u') act.undo(state, act.undone);
  else if (key === 'n') context.claim?.();
  else if (key === 'x') context.mark?.();
  else if (key === 'b') context.decideMarked?.();
  else return handleCard(key, context, card);
  return true;
}

/** Keys that act on the card that is shown. */
function handleCard(key: string, { row, state }: Context, card: Shortcuts | undefined): boolean {
  // Without this check, a key pressed while cards change could hit another alert.
  if (card?.id !== state.id) return false;
  if (key === 'm') card.focusComment();
  else if (key === 'a') card.take();
  else if (!isDecidable(state)) return false;
  else if (key === 'w') card.chooseReason();
  else if (key === 'r' && row.kind === 'match') card.toggleRemember();
  else if (key === 'c') card.inView() && card.confirm();
  else if (key === 'd') card.inView() && card.dismiss();
  else if (key === 'e' && state.state === 'open') card.inView() && card.escalate();
  else return false;
  return true;
}

const KEYS: readonly (readonly [key: string, does: Key])[] = [
  ['j', 'shortcut.next'],
  ['k', 'shortcut.previous'],
  ['c', 'shortcut.confirm'],
  ['d', 'shortcut.dismiss'],
  ['e', 'decide.escalate'],
  ['w', 'shortcut.reason'],
  ['r', 'shortcut.remember'],
  ['m', 'shortcut.comment'],
  ['u', 'shortcut.undo'],
  ['a', 'shortcut.take'],
  ['n', 'shortcut.claim'],
  ['x', 'shortcut.mark'],
  ['b', 'shortcut.many'],
  ['?', 'shortcut.help'],
];

export function KeysHelp() {
  const [shown, setShown] = useState(false);
  const [on, setOn] = useState(switchedOn());
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && target.closest('input, textarea, select, dialog')) return;
      if (event.key === '?' && switchedOn()) setShown(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const choose = (chosen: boolean) => {
    localStorage.setItem(STORED, chosen ? 'on' : 'off');
    setOn(chosen);
  };
  return (
    <>
      <button type="button" class="button quiet" onClick={() => setShown(true)}>
        {t('shortcut.title')} <kbd>?</kbd>
      </button>
      {shown && (
        <Dialog title={t('shortcut.title')} onClose={() => setShown(false)}>
          <dl class="keys">
            {KEYS.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
          <label class="choice">
            <input type="checkbox" checked={on} onChange={(event) => choose(event.currentTarget.checked)} />
            <span>{t('shortcut.on')}</span>
          </label>
        </Dialog>
      )}
    </>
  );
}
