import { useEffect, useState } from 'preact/hooks';
import type { Work } from '../../src/http/dashboard/wire.ts';
import { get } from './api.ts';

const LOOK_AGAIN_MS = 30_000;

let latest: Work | undefined;
const listeners = new Set<(work: Work) => void>();

/** Asks how much waits, now: after a decision, and every half minute while the page is seen. */
export function lookForWork(): void {
  get<Work>('/work').then(
    (work) => {
      latest = work;
      for (const listener of listeners) listener(work);
    },
    // Whoever cannot be reached is told of by the page itself.
    () => undefined,
  );
}

let reopened = 0;

/** Tells that alerts were opened again on this page: they are none that came meanwhile. */
export function noteReopened(count: number): void {
  reopened += count;
}

/** How many were, since the page was loaded. */
export function reopenedHere(): number {
  return reopened;
}

/** How much waits for a decision, kept up to date; undefined until it is known, and where nobody `asks`. */
export function useWork(asks = true): Work | undefined {
  const [work, setWork] = useState(latest);
  useEffect(() => {
    if (!asks) return undefined;
    listeners.add(setWork);
    lookForWork();
    const timer = setInterval(() => document.visibilityState === 'visible' && lookForWork(), LOOK_AGAIN_MS);
    return () => {
      listeners.delete(setWork);
      clearInterval(timer);
    };
  }, [asks]);
  return work;
}
