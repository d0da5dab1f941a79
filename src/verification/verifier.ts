import type { DocumentLook, DocumentSide } from '../capture/document-look.ts';
import type { FrameMeasures } from '../capture/steps.ts';
import { TouchstoneError } from '../errors.ts';
import type { FrameEffort } from '../faces/frames/frame-reader.ts';
import { readHeader } from '../imaging/headers.ts';
import { checkManifest } from '../inference/manifest.ts';
import { Channel, Interrupted } from '../threads/channel.ts';
import { launchChild } from '../threads/child-process.ts';
import type { Spent } from '../threads/used-time.ts';
import { traced } from '../tracing/traced.ts';
import { Allowance, type AllowanceOptions } from './allowance.ts';
import type { EngineOptions } from './engine.ts';
import type { Movement, Uploads, VerificationOutcome } from './outcome.ts';
import type { VerificationOperations } from './process.ts';
import type { Rendition, StoredPicture } from './renditions.ts';
import { Slots } from './slots.ts';

/** Two threads hold models, so a second verification uses the one that the first has left. */
const MAX_RUNNING = 2;
/** Places of accounts of which nothing runs: they wait for no more than what the models work on. Each has pictures. */
const MAX_OTHERS = 4;
/** Each holds the files that were sent. */
const MAX_WAITING = 16;
/** As many as have their turn in time where nobody else asks. */
const MAX_WAITING_OF_ACCOUNT = 8;
const PATIENCE_MS = 15_000;
/** A verification takes one to three seconds. On a tenth of a processor, with five beside it, it takes 150. */
const LIMIT_MS = 180_000;
/** Loading takes two seconds, and the models of an operator may have to be downloaded first. */
const LOAD_LIMIT_MS = 180_000;
/**
 * Work that ends without a record costs no quota, so its seconds come from this. It allows about ninety refused
 * pictures at once, then a quarter of what two slots can do. A client with as many records as refusals never reaches
 * its end.
 */
const UNPAID = { seconds: 120, refill: 0.5 };
/** A frame is asked for at 480 × 640; a page that sends larger ones than this is not ours. */
const MAX_FRAME = { bytes: 1024 ** 2, side: 1280 };
/** So many frames wait or are looked at: two seconds of work for two threads. */
const MAX_FRAMES = 150;
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];
const MODULE = new URL('./process.ts', import.meta.url);

/** What a `Verifier` needs. */
export interface VerifierOptions extends EngineOptions {
  readonly now: () => Date;
  /** Told when the process that holds the models had to be ended, or ended unexpectedly. */
  readonly interrupted?: (error: Error) => void;
  /** Milliseconds that one verification may take at most once the models are loaded; three minutes by default. */
  readonly limitMs?: number;
  /** Seconds of work without a record that each account may have. */
  readonly unpaid?: AllowanceOptions;
  /** The program that holds the models; tests bring their own. */
  readonly module?: URL;
}

/** What is asked for, for which account. */
export interface VerificationRequest {
  readonly accountId: number;
  readonly uploads: Uploads;
  /** What the person of the selfie did before the camera, where they were asked to. */
  readonly movement?: Movement | undefined;
  /** Asked when its turn comes: nobody may be waiting for it any more. */
  readonly isWanted?: () => boolean;
}

/** One side of a document that a person holds, and for which account it is read. */
export interface DocumentRequest {
  readonly accountId: number;
  readonly bytes: Uint8Array;
  readonly side: DocumentSide;
}

/** A frame of a person before the camera, a JPEG file, and for which account it is measured. */
export interface FrameRequest {
  readonly accountId: number;
  readonly bytes: Uint8Array;
  /** `quick` leaves out who it is and how alive they look; `whole` by default. */
  readonly effort?: FrameEffort;
}

/** Stored pictures that a person of an account looks at. */
export interface RenditionRequest {
  readonly accountId: number;
  readonly pictures: readonly StoredPicture[];
  /** What stands over each rendition: who looks, and when. */
  readonly mark: string;
}

/**
 * Verifies documents against selfies in a process that holds the models. That process can be killed at any time: a
 * reading that takes too long ends it, and native code that crashes ends only it.
 */
export class Verifier {
  readonly #process: Channel<VerificationOperations>;
  readonly #slots = new Slots({
    running: MAX_RUNNING,
    others: MAX_OTHERS,
    waiting: MAX_WAITING,
    waitingOfAccount: MAX_WAITING_OF_ACCOUNT,
    patienceMs: PATIENCE_MS,
  });
  readonly #unpaid: Allowance;
  readonly #options: VerifierOptions;
  #isClosed = false;
  #frames = 0;

  /** Loads nothing before it is started or asked. */
  constructor(options: VerifierOptions) {
    const { models, thresholds, interrupted, limitMs = LIMIT_MS, module = MODULE, unpaid = UNPAID } = options;
    const limits = { limitMs, loadLimitMs: LOAD_LIMIT_MS };
    this.#options = options;
    this.#unpaid = new Allowance(unpaid);
    // Models of an operator may have to be downloaded. A proxy may hold a password, so nobody else gets it.
    const isOwn = typeof models.liveness === 'object' || models.faceModel !== undefined;
    const child = { variables: isOwn ? PROXIES : [] };
    this.#process = new Channel(launchChild(module, { models, thresholds } satisfies EngineOptions, child), {
      ...limits,
      ...(interrupted && { interrupted }),
      noted: (note) => this.#slots.spend(note as Spent),
    });
  }

  /** Throws `usage` with a sentence where the operator's own models cannot be meant so. Loads and downloads nothing. */
  async check(): Promise<void> {
    const { liveness, faceModel } = this.#options.models;
    if (typeof liveness === 'object') await checkManifest(liveness.manifest, 'liveness');
    if (faceModel !== undefined) await checkManifest(faceModel, 'face-embedding');
  }

  /** Begins to load the models; what is asked meanwhile waits. `failed` is told where they cannot be. */
  start(failed: (error: Error) => void): void {
    this.#process.load().catch((error: Error) => {
      if (!this.#isClosed) failed(error);
    });
  }

  /** Seconds until this account may go on, where too much of what it sent ended without a record; else 0. */
  secondsToWait(accountId: number): number {
    return this.#unpaid.secondsToWait(accountId);
  }

  /** False where one more of this account would be refused. */
  hasRoom(accountId: number): boolean {
    return this.#slots.hasRoom(accountId);
  }

  get queueLength(): number {
    return this.#slots.length;
  }

  get retryAfterSeconds(): number {
    return this.#slots.retryAfterSeconds;
  }

  /** Throws `busy` where too many wait or it cannot be done in time, and `usage` where the models cannot be loaded. */
  verify({ accountId, uploads, movement, isWanted = () => true }: VerificationRequest): Promise<VerificationOutcome> {
    return this.#inTurn(accountId, isWanted, () => {
      const today = this.#options.now().toISOString().slice(0, 10);
      return this.#process.call('verify', uploads, today, accountId, movement);
    });
  }

  /**
   * Looks at one side of a document while the person still holds it, in turn with verifications. Throws as `verify`
   * does.
   */
  readDocument({ accountId, bytes, side }: DocumentRequest): Promise<DocumentLook> {
    const read = () => this.#process.call('readDocument', bytes, side, accountId);
    return this.#inTurn(accountId, () => true, read);
  }

  /**
   * Stored pictures as a reviewer sees them, in turn with verifications; what cannot be decoded is left out. Throws as
   * `verify` does.
   */
  renditions({ accountId, pictures, mark }: RenditionRequest): Promise<Rendition[]> {
    const render = () => this.#process.call('renditions', pictures, mark, accountId);
    return this.#inTurn(accountId, () => true, render);
  }

  async #inTurn<T>(accountId: number, isWanted: () => boolean, work: () => Promise<T>): Promise<T> {
    const attempt = async () => {
      if (!isWanted()) throw new TouchstoneError('busy', 'Nobody waits for this verification any more.');
      // No account pays for the loading of models.
      await this.#process.load();
      const started = performance.now();
      const ms = () => performance.now() - started;
      try {
        return await traced('models', {}, work);
      } catch (error) {
        // The process told nothing of what it worked on when it ended.
        if (error instanceof Interrupted) this.#slots.spend({ account: accountId, ms: ms() });
        throw error;
      } finally {
        this.#unpaid.spend(accountId, ms() / 1000);
      }
    };
    try {
      return await this.#slots.run(accountId, attempt);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (error.late && error.alone) throw unreadable(error);
      // The cause may be the verification beside it, or nothing of either. Alone, each can harm only itself.
      return await this.#slots.runAlone(attempt).catch((again: unknown) => {
        throw again instanceof Interrupted ? unreadable(again) : again;
      });
    }
  }

  /**
   * Measures one frame beside all verifications. Throws `validation` where the bytes are no JPEG or PNG of a frame's
   * size. Throws `busy` where too many wait or the process ended; the next frame may be sent at once.
   */
  async readFrame({ accountId, bytes, effort = 'whole' }: FrameRequest): Promise<FrameMeasures> {
    const header = readHeader(bytes);
    if (!header) throw new TouchstoneError('validation', 'The frame is not a JPEG or PNG image.');
    if (bytes.length > MAX_FRAME.bytes || Math.max(header.width, header.height) > MAX_FRAME.side) {
      throw new TouchstoneError('validation', 'The frame is larger than 1 MB or 1,280 pixels.');
    }
    if (this.#frames >= MAX_FRAMES) throw new TouchstoneError('busy', 'Too many frames are waiting.');
    this.#frames += 1;
    try {
      return await this.#process.call('readFrame', bytes, effort, accountId);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      throw new TouchstoneError('busy', 'The frame could not be looked at now.', { cause: error });
    } finally {
      this.#frames -= 1;
    }
  }

  /** Tells that a record was stored and paid for: its time is given back, and as much again for what is refused. */
  paid(accountId: number, durationMs: number): void {
    this.#unpaid.spend(accountId, (-2 * durationMs) / 1000);
  }

  /** Kills the process that holds the models; what runs or waits fails with `busy`. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#process.abort();
  }
}

function unreadable(cause: Interrupted): TouchstoneError {
  const why = cause.late ? 'in time' : 'now';
  return new TouchstoneError('busy', `The images could not be read ${why}; nothing was stored and nothing spent.`, {
    cause,
  });
}
