import type { IndexView } from '../screening/index/view.ts';
import { roughKey } from '../screening/names/phonetic.ts';
import { isSyllabic } from '../screening/names/systems.ts';
import type { NameToken, Reading } from '../screening/names/types.ts';
import { askedToken } from '../screening/retrieval/sought-token.ts';
import type { TermFinder } from '../screening/retrieval/term-finder.ts';

/**
 * `nothing`: no word is like one of the index. `words`: some are. `joined`: perhaps words are also run together on one
 * side, which takes longest to find out.
 */
export type InCommon = 'nothing' | 'words' | 'joined';

/** What is known of a token. */
interface Known {
  readonly isLike: boolean;
  /** A spelling of it is two words of the index. */
  readonly isTwo: boolean;
  /** How its first spellings sound, roughly. */
  readonly sounds: readonly string[];
}

/** Tokens that are remembered: some 20 MiB. */
const REMEMBERED = 100_000;
/** Letters of a word that may be two, and of each of these. */
const [MIN_TWO, MIN_PART] = [6, 2];
const MAX_JOINED = 3;
/** Spellings of a token that may stand in words run together. */
const MAX_SPELLINGS = 2;

/** Tells by the keys of its words what a name has in common with a small index, before anything is compared. */
export class FirstLook {
  readonly #view: IndexView;
  readonly #finder: TermFinder;
  readonly #known = new Map<string, Known>();
  /** How the words of the index sound, roughly. */
  readonly #sounds = new Set<string>();

  constructor(view: IndexView, finder: TermFinder) {
    this.#view = view;
    this.#finder = finder;
    for (let text = 0; text < view.textStarts.length - 1; text++) this.#sounds.add(roughKey(view.text(text)));
  }

  inCommon(readings: readonly Reading[]): InCommon {
    let most: InCommon = 'nothing';
    for (const reading of readings) {
      const one = this.#ofReading(reading);
      if (one === 'joined') return one;
      if (one === 'words') most = one;
    }
    return most;
  }

  #ofReading({ system, tokens }: Reading): InCommon {
    // Syllables are written together in too many ways to tell beforehand.
    if (isSyllabic(system) || tokens.some(({ languages }) => languages !== undefined)) return 'joined';
    const known = tokens.map((token) => this.#knownOf(token));
    if (known.some(({ isTwo }) => isTwo) || this.#isJoined(known)) return 'joined';
    return known.some(({ isLike }) => isLike) ? 'words' : 'nothing';
  }

  /** Whether neighbours, run together, sound like a word of the index. */
  #isJoined(tokens: readonly Known[]): boolean {
    return tokens.some((token, start) => {
      let before = token.sounds;
      return tokens.slice(start + 1, start + MAX_JOINED).some(({ sounds }) => {
        before = before.flatMap((one) => sounds.map((other) => together(one, other)));
        return before.some((sound) => this.#sounds.has(sound));
      });
    });
  }

  #knownOf(token: NameToken): Known {
    const { text, surface, system, sound } = token;
    const key = system === undefined ? text : `${text} ${surface} ${system} ${sound ?? ''}`;
    const known = this.#known.get(key);
    if (known) return known;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    const found = this.#find(token);
    this.#known.set(key, found);
    return found;
  }

  #find(token: NameToken): Known {
    const spellings = [token.text, ...token.variants.map(({ text }) => text)];
    return {
      isLike: this.#finder.resembling(askedToken(token, false, false)).words.length > 0,
      isTwo: spellings.some((spelling) => this.#isTwo(spelling)),
      sounds: spellings.slice(0, MAX_SPELLINGS).map(roughKey),
    };
  }

  #isTwo(spelling: string): boolean {
    if (spelling.length < MIN_TWO) return false;
    for (let at = MIN_PART; at <= spelling.length - MIN_PART; at++) {
      if (this.#view.textId(spelling.slice(0, at)) >= 0 && this.#view.textId(spelling.slice(at)) >= 0) return true;
    }
    return false;
  }
}

/** Two sounds one after another; the same sound twice is one. */
function together(one: string, other: string): string {
  return one.at(-1) === other[0] ? one + other.slice(1) : one + other;
}
