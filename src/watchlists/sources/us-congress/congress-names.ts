import type { EntryDraft } from '../../entries/entry-draft.ts';
import { tidy } from '../../entries/values.ts';

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
export function addNames(draft: EntryDraft, name: CongressName): void {
  const { first, middle, last, suffix, nickname, official } = name;
  const parts = { given: first, middle, family: last };
  draft.addName(joined(first, middle, last, suffix) ?? official, 'primary', { parts });
  draft.addName(joined(first, last, suffix), 'spelling', { parts: { given: first, family: last } });
  draft.addName(official, 'alias');
  if (nickname && last)
    draft.addName(joined(nickname, last, suffix), 'nickname', { parts: { given: nickname, family: last } });
}

/** An earlier name tells only the parts that were different. */
export function addFormerName(draft: EntryDraft, name: CongressName, former: CongressName): void {
  const first = former.first ?? name.first;
  const middle = former.middle ?? (former.first ? undefined : name.middle);
  const last = former.last ?? name.last;
  draft.addName(joined(first, middle, last), 'former', { parts: { given: first, middle, family: last } });
}

const joined = (...parts: (string | undefined)[]): string | undefined => tidy(parts.filter(Boolean).join(' '));
