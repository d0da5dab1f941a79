/** Names that begin like a setting, set by the launcher, tests and benchmarks. */
const INTERNAL = /^TOUCHSTONE_(LAUNCHER|BUILD_COMMIT|BENCH_DATA|TEST_\w+)$/;

/**
 * A sentence for each variable that begins with `TOUCHSTONE_` and is no setting. Such a name may be misspelt. It is not
 * refused: Kubernetes adds variables of this kind for a service of that name.
 */
export function unknownSettings(environment: Readonly<Record<string, unknown>>, known: readonly string[]): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('TOUCHSTONE_') && !known.includes(name) && !INTERNAL.test(name))
    .map((name) => `${name} is no setting and has no effect. Did you mean ${nearest(name, known)}?`);
}

/** What Kubernetes sets for a service of a name, as programs that Docker linked knew it. */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\/(\d+(\.\d+){3}|\[[\da-f:.]+\]):\d+$/i;

/** Whether a value is no port but the address of a service that is called as this program is. */
export function isServiceLink(value: string): boolean {
  return SERVICE_LINK.test(value);
}

function nearest(name: string, known: readonly string[]): string {
  return known.toSorted((a, b) => likeness(b, name) - likeness(a, name))[0]!;
}

/** Share of letter pairs that two names have in common (Dice's coefficient), from 0 to 1. */
function likeness(a: string, b: string): number {
  const [left, right] = [pairs(a), pairs(b)];
  return (2 * left.intersection(right).size) / (left.size + right.size);
}

function pairs(text: string): Set<string> {
  return new Set(Array.from(text, (_, at) => text.slice(at, at + 2)));
}
