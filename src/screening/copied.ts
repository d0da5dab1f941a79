/** Puts numbers at the beginning of larger memory, and answers that. */
export function copied<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
