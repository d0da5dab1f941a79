import type { EntryDraft } from '../../draft.ts';
import { tidy } from '../../facts.ts';

/** A name as both the JSON and the CSV files give it. */
export interface CongressName {
  readonly first: string | undefined;
  readonly middle: string | undefined;
  readonly last: string | undefined;
  readonly suffix: string | undefined;
  readonly nickname: string | undefined;
  readonly official: string | undefined;
}

/** The full name from its parts, the official form, and the nickname in the first name's place. */
export function addNames(draft: EntryDraft, name: CongressName, kind: 'primary' | 'alias' = 'primary'): void {
  const { first, middle, last, suffix, nickname, official } = name;
  const parts = { given: first, middle, family: last };
  draft.addName(joined(first, middle, last, suffix) ?? official, kind, { parts });
  draft.addName(joined(first, last, suffix), 'spelling', { parts: { given: first, family: last } });
  draft.addName(official, 'alias');
  if (nickname && last)
    draft.addName(joined(nickname, last, suffix), 'nickname', { parts: { given: nickname, family: last } });
}

const joined = (...parts: (string | undefined)[]): string | undefined => tidy(parts.filter(Boolean).join(' '));
