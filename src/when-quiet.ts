interface Quiet {
  /** Milliseconds that the process has to be quiet for. */
  readonly ms: number;
  /** So much of one processor is still quiet, 0 to 1. */
  readonly share: number;
  /** Milliseconds after which the work is done even where it never was quiet. */
  readonly latestMs: number;
}

/**
 * Does work that can wait, once and when the process has little else to do. `used`: milliseconds of processor time so
 * far, of all threads. Answers what calls the work off.
 */
export function whenQuiet(
  work: () => void,
  { ms, share, latestMs }: Quiet,
  used: () => number = processorMs,
): () => void {
  let before = used();
  let passed = 0;
  const timer = setInterval(() => {
    const now = used();
    const isQuiet = now - before <= share * ms;
    before = now;
    passed += ms;
    if (!isQuiet && passed < latestMs) return;
    clearInterval(timer);
    work();
  }, ms);
  return () => clearInterval(timer);
}

/** Milliseconds of processor time that all threads of this process have used so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
