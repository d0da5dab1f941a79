import { RateLimiter } from '../../accounts/rate-limit.ts';
import { networkOf } from '../../accounts/sign-in-limit.ts';
import { CaptureRefusal } from '../../use-cases/capture/refusal.ts';

const KIB = 1024;
/** Links that are not known, of one client: so many at once, then one every five seconds. */
const STRANGERS = { burst: 30, rate: 0.2 };
/** Requests of one link: more than a page ever sends that takes eight frames a second. */
const REQUESTS = { burst: 60, rate: 15 };
/** KiB of one link: two large pictures at once, then what eight frames a second take. */
const LINK_KIB = { burst: 24 * KIB, rate: 640 };
/** KiB of one client, behind which there may be a whole company. */
const CLIENT_KIB = { burst: 256 * KIB, rate: 48 * KIB };
/** Documents that are received at once, each of up to 10 MB. */
const MAX_UPLOADS = 24;
/** A body whose length nobody said. */
const UNKNOWN_KIB = 1_024;

/** What the page of capture lets through of one link, of one client and of all. In memory, of each node for itself. */
export class CaptureBounds {
  readonly #strangers = new RateLimiter(STRANGERS);
  readonly #requests = new RateLimiter(REQUESTS);
  readonly #ofLink = new RateLimiter(LINK_KIB);
  readonly #ofClient = new RateLimiter(CLIENT_KIB);
  #uploads = 0;

  /** Throws where this client asked for too many links that are none. Nothing was looked up then. */
  checkStranger(client: string): void {
    const wait = this.#strangers.wait(networkOf(client), 1);
    if (wait > 0) throw later(wait);
  }

  /** The link of a client was none. */
  stranger(client: string): void {
    this.#strangers.charge(networkOf(client), 1);
  }

  /** Before a body is read. Throws `too-many-frames` where too much comes by a link or from a client. */
  check(link: string, client: string, headers: Sent): void {
    const kib = kibOf(headers);
    const network = networkOf(client);
    const wait = Math.max(this.#requests.take(link), this.#ofLink.wait(link, kib), this.#ofClient.wait(network, kib));
    if (wait > 0) throw new CaptureRefusal('too-many-frames', Math.ceil(wait / 1000));
    this.#ofLink.charge(link, kib);
    this.#ofClient.charge(network, kib);
  }

  /** A large picture begins to arrive. Answers what to call when its request is over. Throws `try-later`. */
  upload(): () => void {
    if (this.#uploads >= MAX_UPLOADS) throw new CaptureRefusal('try-later', 2);
    this.#uploads += 1;
    return () => {
      this.#uploads -= 1;
    };
  }
}

interface Sent {
  readonly 'content-length'?: string | undefined;
  readonly 'transfer-encoding'?: string | undefined;
}

function kibOf(headers: Sent): number {
  const length = headers['content-length'];
  if (length !== undefined) return Math.ceil(Number(length) / KIB) || 0;
  return headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_KIB;
}

function later(wait: number): CaptureRefusal {
  return new CaptureRefusal('try-later', Math.ceil(wait / 1000));
}
