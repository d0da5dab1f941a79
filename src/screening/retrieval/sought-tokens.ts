import type { NameToken } from '../names/types.ts';
import { type SoughtJoin, type SoughtToken, soughtJoins, soughtToken } from './sought-token.ts';

/** What was made of the words of a query, for who looks for them in several indexes. */
export class SoughtTokens {
  readonly #tokens: Map<NameToken, SoughtToken[]> | undefined;
  readonly #joins: Map<string, readonly SoughtJoin[]> | undefined;

  /** `areKept`: they will be asked for again. */
  constructor(areKept: boolean) {
    if (areKept) [this.#tokens, this.#joins] = [new Map(), new Map()];
  }

  /** See `soughtToken`. */
  of(token: NameToken, syllabic: boolean, family: boolean): SoughtToken {
    const ways = this.#tokens?.get(token);
    const known = ways?.find(({ syllabic: one, about }) => one === syllabic && about.family === family);
    if (known) return known;
    const made = soughtToken(token, syllabic, family);
    if (ways) ways.push(made);
    else this.#tokens?.set(token, [made]);
    return made;
  }

  /** See `soughtJoins`. `key`: all that they depend on. */
  joins(key: string, texts: readonly string[], romanised: boolean, isLearned: boolean): readonly SoughtJoin[] {
    const known = this.#joins?.get(key);
    if (known) return known;
    const made = soughtJoins(texts, romanised, isLearned);
    this.#joins?.set(key, made);
    return made;
  }
}

/** Keeps nothing. */
export const NOT_KEPT = new SoughtTokens(false);
