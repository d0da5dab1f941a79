import type { DestinationStream, Logger } from 'pino';
import type { StartProgress } from '../start-progress.ts';

/** What has to be closed, in the order of opening. */
export type Closing = (() => unknown)[];

/** What every part of the service is started with. */
export interface Surroundings {
  readonly now: () => Date;
  readonly log: Logger;
  readonly progress: StartProgress;
}

export interface RunningService {
  /** `https://HOST:PORT`, as a client on this machine reaches it. */
  readonly url: string;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string;
  /** `https://HOST:PORT` of the page of capture; undefined where it has no port of its own. */
  readonly captureUrl: string | undefined;
  /** HOST:PORT of the metrics listener; undefined where it is off or its port was taken. */
  readonly metricsAddress: string | undefined;
  /** Reads the files of the certificate again; new handshakes have what they hold. */
  reload(): Promise<void>;
  /** Takes no more requests, ends those that run, commits what is queued, closes. Can be called again. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Where the structured log goes; standard output by default. */
  readonly log?: DestinationStream;
  /** Where the words for a human go, the first key among them; `greet` by default. */
  readonly print?: (text: string) => void;
  readonly now?: () => Date;
  /** False: a node of several stops without waiting for balancers to notice. */
  readonly leave?: boolean;
  /** False: the models load with the first verification, instead of soon after the start. */
  readonly warmUp?: boolean;
  /** Called when requests are answered, shortly before the start is over. */
  readonly answers?: () => void;
  /** Threads that search; one for each processor by default, 4 at most. */
  readonly searchThreads?: number;
}

/** In the opposite order of opening, so that nothing is closed that something else still uses. */
export async function closeAll(closing: Closing): Promise<void> {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
}
