import { TouchstoneError } from '../../errors.ts';
import { recognise, say } from '../../sentences.ts';

/** Fewer records are no ground to judge a layout by. */
export const MANY_RECORDS = 20;

/** The refusal of a list whose authority has changed its layout. `member`: what an entry needs and is not there. */
export function changedLayout(files: string, member: string): TouchstoneError {
  return new TouchstoneError('list-unusable', say('list-file.layout-changed', { files, member }));
}

/** Whether a sentence is such a refusal. */
export function saysChangedLayout(sentence: string | null): boolean {
  const code = sentence === null ? undefined : recognise(sentence)?.code;
  return code === 'list-file.layout-changed' || code === 'list-file.layout-changed-mostly';
}

/** Counts records that lack what an entry needs, by what they lack. */
export class LackingMembers {
  readonly #counts = new Map<string, number>();
  #total = 0;

  add(member: string): void {
    this.#counts.set(member, (this.#counts.get(member) ?? 0) + 1);
    this.#total++;
  }

  /** The refusal of a list most of whose records cannot be entries; undefined where `entries` outweigh the others. */
  refusal(files: string, entries: number): TouchstoneError | undefined {
    if (this.#total < MANY_RECORDS || this.#total <= entries) return undefined;
    const [[member, lacking] = ['', 0]] = [...this.#counts].sort(([, a], [, b]) => b - a);
    const values = { files, member, lacking, total: this.#total + entries };
    return new TouchstoneError('list-unusable', say('list-file.layout-changed-mostly', values));
  }
}
