import { useLayoutEffect, useRef } from 'preact/hooks';
import { type AlertKind, type ReasonCode, reasonsOf } from '../../../src/domain/alert.ts';
import { known, t } from '../language.ts';

interface Props {
  /** What is decided about. */
  readonly kind: AlertKind;
  choose(reason: ReasonCode): void;
  onClose(): void;
}

/** Every reason under a letter: one key opens it, the next one chooses. */
export function ReasonMenu({ kind, choose, onClose }: Props) {
  const codes = reasonsOf(kind);
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef(document.activeElement as HTMLElement | null);
  // At once: whoever knows the letters types them one after the other.
  useLayoutEffect(() => list.current?.querySelector('button')?.focus(), []);
  const leave = () => {
    onClose();
    opener.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // No key of the queue acts while one chooses; Tab and Enter do what they always do.
    event.stopPropagation();
    const chosen = codes.find((code, index) => letterOf(code, index) === event.key.toLowerCase());
    if (event.key !== 'Escape' && !chosen) return;
    event.preventDefault();
    leave();
    if (chosen) choose(chosen);
  };
  return (
    <ul
      ref={list}
      class="reason-menu"
      aria-label={t('alert.why')}
      onKeyDown={press}
      onFocusOut={({ relatedTarget }) => {
        if (!list.current?.contains(relatedTarget as Node | null)) onClose();
      }}
    >
      {codes.map((code, index) => (
        <li key={code}>
          <button
            type="button"
            onClick={() => {
              leave();
              choose(code);
            }}
          >
            <kbd>{letterOf(code, index)}</kbd> {t(`why.${code}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A letter of its words in the language in use, or its number. */
function letterOf(code: ReasonCode, index: number): string {
  return known(`letter.${code}`) ?? String(index + 1);
}
