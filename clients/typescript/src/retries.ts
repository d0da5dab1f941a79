import { secondsIn } from './errors.ts';

export interface RetryOptions {
  /** Attempts of one request in all; 4 unless it says otherwise. */
  readonly attempts?: number;
  /** Seconds; a longer `Retry-After` is not waited for, and the refusal is thrown. 60 unless it says otherwise. */
  readonly longestWait?: number;
}

/** Nothing was done, and it may be done later. */
const LATER = [429, 503];
/** Something between the client and the service: nobody knows whether it was done. */
const UNKNOWN = [502, 504];

/**
 * Sends a request until it is answered for good. 429 and 503 are tried again after `Retry-After`. A broken connection,
 * 502 and 504 are tried again only where a repetition is done once (`isRepeatable`).
 */
export async function retried(
  send: () => Promise<Response>,
  isRepeatable: boolean,
  { attempts = 4, longestWait = 60 }: RetryOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts;
    let response: Response;
    try {
      response = await send();
    } catch (error) {
      if (isLast || !isRepeatable || (error as Error).name === 'AbortError') throw error;
      await pause(ownPause(attempt));
      continue;
    }
    const again = LATER.includes(response.status) || (isRepeatable && UNKNOWN.includes(response.status));
    const wait = secondsIn(response.headers.get('retry-after')) ?? ownPause(attempt);
    if (!again || isLast || wait > longestWait) return response;
    await response.body?.cancel();
    await pause(wait);
  }
}

/** Seconds, doubled each time, with a part by chance so that clients do not come back together. */
function ownPause(attempt: number): number {
  return 0.25 * 2 ** attempt * (0.5 + Math.random() / 2);
}

function pause(seconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, seconds * 1000));
}
