import { EXACT, hashesOfBeginnings } from '../index/keys.ts';
import type { NameToken } from '../names/types.ts';
import { type SoughtJoined, soughtJoined } from './sought-joined.ts';
import { type AskedToken, askedToken } from './sought-token.ts';

/** What was made of the words of a query, for who looks for them in several indexes. */
export class SoughtTokens {
  readonly #tokens: Map<NameToken, AskedToken[]> | undefined;
  /** By the first of the tokens. */
  readonly #joined: Map<NameToken, SoughtJoined[]> | undefined;
  readonly #beginnings: Map<string, Uint32Array> | undefined;

  /** `areKept`: they will be asked for again. */
  constructor(areKept: boolean) {
    if (areKept) [this.#tokens, this.#joined, this.#beginnings] = [new Map(), new Map(), new Map()];
  }

  /** See `AskedToken`. */
  of(token: NameToken, syllabic: boolean, family: boolean): AskedToken {
    const isOne = (one: AskedToken) => one.syllabic === syllabic && one.family === family;
    return kept(this.#tokens, token, isOne, () => askedToken(token, syllabic, family));
  }

  /** So many tokens from this place on. See `soughtJoined`. */
  joined(tokens: readonly NameToken[], start: number, count: number, syllabic: boolean): SoughtJoined {
    const isOne = (one: SoughtJoined) => one.count === count && one.syllabic === syllabic;
    return kept(this.#joined, tokens[start]!, isOne, () => soughtJoined(tokens.slice(start, start + count), syllabic));
  }

  /** See `hashesOfBeginnings`. */
  beginnings(text: string): Uint32Array {
    const known = this.#beginnings?.get(text);
    if (known) return known;
    const made = hashesOfBeginnings(text, EXACT);
    this.#beginnings?.set(text, made);
    return made;
  }
}

function kept<Made>(
  all: Map<NameToken, Made[]> | undefined,
  token: NameToken,
  isOne: (made: Made) => boolean,
  make: () => Made,
): Made {
  const known = all?.get(token);
  const one = known?.find(isOne);
  if (one) return one;
  const made = make();
  if (known) known.push(made);
  else all?.set(token, [made]);
  return made;
}

/** Keeps nothing. */
export const NOT_KEPT = new SoughtTokens(false);
