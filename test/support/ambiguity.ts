import { type Item, type Row, readExpression } from './expression.ts';

/**
 * Looks for a regular expression that can read the same text in two ways each time it goes round a loop. Before it
 * gives up, its time doubles with each round.
 * The expression becomes Glushkov's automaton, whose states are the places of its characters. Two copies of it read the
 * same text side by side. Where they can part in a loop and meet again, the expression is exponentially ambiguous
 * (Weber and Seidl 1991, criterion EDA).
 *
 * Boundaries, lookarounds and references count as always true. So this also finds a loop that only they keep
 * unambiguous. Such a loop is easily written without them.
 */
export function exponentialLoop(source: string, flags: string): string | undefined {
  const rows = readExpression(source);
  for (const part of [rows, ...lookaroundsIn(rows)]) {
    const found = ambiguousState(new Automaton(part, flags, source));
    if (found) return found;
  }
  return undefined;
}

/** Copies of a counted part; more of them make a larger automaton and no other loops. */
const MAX_COPIES = 12;
/** One of each kind of character; those that stand in the expression join them. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u00a0ºªéÉßñøЖжΩλאبکक中國カかん한ไท̈ािְ٣५²①–—’‘“”„«»…·•€№\u200b\u2028\u3000\ufeff😀',
];

/** What a part of the expression begins and ends with. */
interface Span {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

const NOTHING: Span = { first: [], last: [], empty: true };

function lookaroundsIn(rows: readonly Row[]): (readonly Row[])[] {
  const groups = rows.flatMap(({ items }) => items.filter((item) => item.type === 'group'));
  return groups.flatMap((group) => [...(group.beside ? [group.rows] : []), ...lookaroundsIn(group.rows)]);
}

class Automaton {
  /** Of each state: which samples it reads, and how it is written. */
  readonly reads: boolean[][] = [];
  readonly written: string[] = [];
  /** Of each state: the states that may follow, one that may in two ways twice. */
  readonly next: number[][] = [];
  readonly #flags: string;
  readonly #samples: readonly string[];
  readonly #known = new Map<string, boolean[]>();

  constructor(rows: readonly Row[], flags: string, source: string) {
    this.#flags = flags.replace(/[gyd]/g, '');
    this.#samples = [...new Set([...SAMPLES, ...source])];
    this.#choice(rows);
  }

  #choice(rows: readonly Row[]): Span {
    const spans = rows.map(({ items }) => this.#row(items.map((item) => () => this.#repeated(item))));
    return {
      first: spans.flatMap(({ first }) => first),
      last: spans.flatMap(({ last }) => last),
      empty: spans.some(({ empty }) => empty),
    };
  }

  #row(parts: readonly (() => Span)[]): Span {
    return parts.reduce<Span>((before, make) => {
      const span = make();
      this.#join(before.last, span.first);
      return {
        first: before.empty ? [...before.first, ...span.first] : before.first,
        last: span.empty ? [...before.last, ...span.last] : span.last,
        empty: before.empty && span.empty,
      };
    }, NOTHING);
  }

  #once(item: Item): Span {
    if (item.type === 'character') return this.#state(item.raw);
    return item.beside ? NOTHING : this.#choice(item.rows);
  }

  #repeated(item: Item): Span {
    const { min, max } = item;
    const once = () => this.#once(item);
    const loop = () => {
      const span = once();
      this.#join(span.last, span.first);
      return span;
    };
    const maybe = (make: () => Span) => () => ({ ...make(), empty: true });
    const needed = Math.min(min, MAX_COPIES);
    const parts: (() => Span)[] = Array.from({ length: needed }, () => once);
    if (max === Number.POSITIVE_INFINITY) {
      if (needed === 0) parts.push(maybe(loop));
      else parts[needed - 1] = loop;
      return this.#row(parts);
    }
    // One optional copy inside the other, so that each number of copies is read in one way.
    let rest: (() => Span) | undefined;
    for (let copy = Math.min(max - min, MAX_COPIES); copy > 0; copy--) {
      const inner = rest;
      rest = maybe(() => this.#row(inner ? [once, inner] : [once]));
    }
    return this.#row(rest ? [...parts, rest] : parts);
  }

  #state(raw: string): Span {
    const state = this.reads.push(this.#readBy(raw)) - 1;
    this.written.push(raw);
    this.next.push([]);
    return { first: [state], last: [state], empty: false };
  }

  #readBy(raw: string): boolean[] {
    const known = this.#known.get(raw);
    if (known) return known;
    const expression = new RegExp(`^(?:${raw})$`, this.#flags);
    const reads = this.#samples.map((sample) => expression.test(sample));
    this.#known.set(raw, reads);
    return reads;
  }

  #join(last: readonly number[], first: readonly number[]): void {
    for (const from of last) this.next[from]!.push(...first);
  }
}

/** How a state is written from which a loop leads back to itself in two ways. */
function ambiguousState({ reads, written, next }: Automaton): string | undefined {
  const size = next.length;
  const alike = reads.map((a) => reads.map((b) => a.some((read, sample) => read && b[sample])));
  const pairs = (pair: number): number[] => {
    const [a, b] = [Math.floor(pair / size), pair % size];
    return next[a]!.flatMap((to) => next[b]!.filter((other) => alike[to]![other]).map((other) => to * size + other));
  };
  for (let state = 0; state < size; state++) {
    if (!reachable([state], (from) => next[from]!).has(state)) continue;
    const twice = next[state]!.find((to, place) => next[state]!.indexOf(to) !== place);
    if (twice !== undefined && reachable([twice], (from) => next[from]!, true).has(state)) return written[state];
    const from = state * size + state;
    for (const pair of reachable([from], pairs)) {
      if (Math.floor(pair / size) !== pair % size && reachable([pair], pairs).has(from)) return written[state];
    }
  }
  return undefined;
}

function reachable(starts: readonly number[], next: (from: number) => readonly number[], self = false): Set<number> {
  const found = new Set<number>(self ? starts : []);
  const waiting = [...starts];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    for (const to of next(from)) {
      if (found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}
