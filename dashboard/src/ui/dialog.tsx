import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../language.ts';
import type { Action } from '../use.ts';
import { Icon } from './icon.tsx';
import { Problem } from './states.tsx';

const FIRST = ['input:not([type=checkbox])', 'select', 'textarea', 'button']
  .map((name) => `.dialog-head ~ * ${name}`)
  .join(', ');

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    // What is marked (`data-first`), else the first thing to fill in or to press, so that nobody has to leave the
    // button that closes.
    const within = (which: string) => dialog.current?.querySelector<HTMLElement>(which);
    if (!within('[autofocus]')) (within('[data-first]') ?? within(FIRST))?.focus();
    return () => opener?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} onCancel={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="button quiet small" onClick={onClose}>
          <Icon name="close" />
          <span class="unseen">{t('action.close')}</span>
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface Form extends Props {
  /** What the button that does it says. */
  readonly action: string;
  readonly deed: Pick<Action<[]>, 'busy'> & { run(): void };
  /** Something is still to be filled in that the browser does not ask for. */
  readonly isUnready?: boolean;
  /** Stands before the buttons. */
  readonly beside?: ComponentChildren;
}

/** Something to fill in. What went wrong is the caller's to show, last in the form. */
export function FormDialog({ title, action, deed, isUnready = false, beside, children, onClose }: Form) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          deed.run();
        }}
      >
        {children}
        <div class="row end">
          {beside}
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" class="button primary" disabled={deed.busy || isUnready}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface Confirmation extends Props {
  /** What the button that does it says. */
  readonly action: string;
  readonly deed: Pick<Action<[]>, 'busy' | 'problem'> & { run(): void };
}

/** Asks before something that cannot be undone is done. */
export function ConfirmDialog({ title, action, deed, children, onClose }: Confirmation) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Problem text={deed.problem} />
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {t('action.cancel')}
        </button>
        <button type="button" class="button danger" disabled={deed.busy} onClick={deed.run}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
