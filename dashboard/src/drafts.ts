import { useCallback, useState } from 'preact/hooks';

/** The oldest ones go beyond so many. */
const MAX_DRAFTS = 50;
const STORED = 'touchstone.drafts';

/** What somebody typed and has not sent: of this tab, and kept while it is open. */
function drafts(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Forgets what was typed: whoever signs out leaves nothing behind. A session that ends by itself keeps it. */
export function forgetDrafts(): void {
  sessionStorage.removeItem(STORED);
}

function keep(name: string, text: string): void {
  const others = Object.entries(drafts()).filter(([one]) => one !== name);
  const kept = text === '' ? others : [...others, [name, text] as const];
  try {
    sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept.slice(-MAX_DRAFTS))));
  } catch {
    // Without room the text is still in its field.
  }
}

/**
 * A text that is still there after a reload, another row, and a sign-in of the same person. `name` says whose it is and
 * what it is about.
 */
export function useDraft(name: string): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(() => drafts()[name] ?? '');
  const change = useCallback(
    (next: string) => {
      setText(next);
      keep(name, next);
    },
    [name],
  );
  return [text, change];
}
