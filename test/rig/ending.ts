/** SIGINT and SIGTERM end this process so that it still takes along what it started, which listens for `exit`. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    if (!process.listeners(signal).includes(end)) process.on(signal, end);
  }
}

/** Ends it by force where this process ends first. Answers what calls that off. */
export function endWithProcess(end: () => void): () => void {
  process.once('exit', end);
  return () => process.off('exit', end);
}

function end(): never {
  process.exit(1);
}
