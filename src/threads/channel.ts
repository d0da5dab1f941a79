import { TouchstoneError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { Gathering, type GatheringOptions } from './gathering.ts';
import { asError, type Call, type Message, type Operations } from './messages.ts';
import { type Launch, type PeerEnd, PeerPlace } from './peer.ts';

/** A call whose worker ended over it is tried once more. */
const MAX_ATTEMPTS = 2;

/** A call that is not answered yet; `Turn` says when it is its turn in the queue. */
export interface PendingCall<Turn> extends Call {
  readonly turn: Turn;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  /** How often it was sent. */
  attempts: number;
}

/** What waits for a worker or a child process. */
export interface CallQueue<Turn> {
  readonly length: number;
  /** May reject a call for which there is no room. */
  push(turn: Turn, call: PendingCall<Turn>): void;
  /** Puts a call in front of all others. */
  putBack(turn: Turn, call: PendingCall<Turn>): void;
  /** The call that `take` would return. */
  peek(): PendingCall<Turn> | undefined;
  take(): PendingCall<Turn> | undefined;
  /** Where turns are given by time: work begins whose time counts until the function that is returned is called. */
  begin?(turn: Turn): () => void;
}

export interface ChannelOptions<Turn = number> {
  /** So many workers or processes share the calls; 1 by default. */
  readonly peers?: number;
  /** So many calls, or batches of them, each one has at a time; without it all that there are. */
  readonly maxAtOnce?: number;
  /** First come, first served by default. */
  readonly queue?: CallQueue<Turn>;
  /** Calls of these operations may travel together, so many at most. Those of one turn of the event loop do. */
  readonly batch?: {
    readonly max: number;
    readonly joins: (operation: string) => boolean;
    /** A batch that could be sent waits for more calls. Without it none does. */
    readonly gather?: GatheringOptions;
  };
  /**
   * The first is started at once, the others as soon as calls wait, and each again whenever it ended. What was under
   * way is then sent once more, by itself. Without it one starts with the first call, and with the next call after it
   * ended. What was under way or waited then fails.
   */
  readonly lasting?: boolean;
  /** For calls that must not be done twice. */
  readonly effects?: {
    /** Called before each batch. */
    begin(): void;
    /** Asked when one ended: why the calls it had may have had an effect, so that they fail and are not done again. */
    unknown(): Error | undefined;
  };
  /** Milliseconds that one batch may take; the other side is ended then. Without it a call may take for ever. */
  readonly limitMs?: number;
  /** Milliseconds that loading may take. */
  readonly loadLimitMs?: number;
  /** Told what the other side says besides its answers. */
  readonly noted?: (note: unknown) => void;
  /** Told when one ended that was loaded, or was to last, though nobody closed it. */
  readonly interrupted?: (error: Interrupted) => void;
  /**
   * Told when no peer lives long enough to answer. The channel then starts and answers nothing. Without it, it tries
   * for ever.
   */
  readonly lost?: (error: Interrupted) => void;
}

/** A worker or a child process ended before it answered. */
export class Interrupted extends TouchstoneError {
  /** The call was the only one under way, so nothing else can be the cause. */
  readonly alone: boolean;
  /** It was ended because a call, or loading, took too long. */
  readonly late: boolean;

  constructor({ reason, cause, late }: Pick<PeerEnd, 'reason' | 'cause' | 'late'>, alone: boolean) {
    super('interrupted', late ? `${reason} It had taken too long.` : reason, { cause });
    this.name = 'Interrupted';
    this.alone = alone;
    this.late = late;
  }
}

interface Batch<Turn> {
  readonly calls: readonly PendingCall<Turn>[];
  /** To be called when it is over. */
  readonly ended: (() => void) | undefined;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A worker or child process with what it was sent. */
interface Member<Turn> {
  readonly place: PeerPlace;
  readonly batches: Map<number, Batch<Turn>>;
  /** The state that it was sent last. */
  state: unknown;
}

/** The calls, from the first to the last, of batches that are under way. */
const callsOf = <Turn>({ batches }: Member<Turn>) => [...batches.values()].flatMap(({ calls }) => calls);

/** Calls operations of workers or child processes: a queue in front, and whoever is free takes from it. */
export class Channel<O extends Operations, Turn = number> {
  readonly #options: ChannelOptions<Turn>;
  readonly #queue: CallQueue<Turn>;
  readonly #members: readonly Member<Turn>[];
  readonly #loads: PromiseWithResolvers<void>[] = [];
  readonly #gathering: Gathering | undefined;
  #state: unknown;
  #lastBatch = 0;
  #isScheduled = false;
  /** Why nothing more is accepted. */
  #closed: Error | undefined;
  #drained: (() => void) | undefined;

  constructor(launch: Launch, options: ChannelOptions<Turn> = {}) {
    this.#options = options;
    this.#queue = options.queue ?? (new FairQueue<PendingCall<Turn>>() as CallQueue<never> as CallQueue<Turn>);
    const gather = options.batch?.gather;
    this.#gathering = gather && new Gathering(gather, () => this.#dispatch());
    this.#members = Array.from({ length: options.peers ?? 1 }, () => this.#member(launch));
    if (options.lasting) this.#members[0]!.place.start();
  }

  /** Calls that are not answered yet. */
  get pending(): number {
    return this.#queue.length + this.#members.reduce((sum, member) => sum + callsOf(member).length, 0);
  }

  /** Resolves when a call can be answered; rejects with the reason where it cannot. The next call tries again. */
  load(): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (this.#members.some(({ place }) => place.isLoaded)) return Promise.resolve();
    const load = Promise.withResolvers<void>();
    this.#loads.push(load);
    this.#members[0]!.place.start();
    return load.promise;
  }

  /** Gives a state to all, each before its next call. */
  adopt(state: unknown): void {
    this.#state = state;
  }

  call<N extends keyof O & string>(operation: N, ...args: Parameters<O[N]>): Promise<Awaited<ReturnType<O[N]>>> {
    return this.callInTurn(0 as Turn, operation, ...args);
  }

  /** The same for a queue of one's own, which learns whose turn the call takes. */
  callInTurn<N extends keyof O & string>(
    turn: Turn,
    operation: N,
    ...args: Parameters<O[N]>
  ): Promise<Awaited<ReturnType<O[N]>>> {
    return new Promise<never>((resolve, reject) => {
      if (this.#closed) return reject(this.#closed);
      this.#queue.push(turn, { turn, operation, args, resolve, reject, attempts: 0 });
      if (this.#options.batch?.joins(operation)) this.#dispatchLater();
      else this.#dispatch();
    });
  }

  /** Answers what was accepted, then ends the other side. */
  async close(): Promise<void> {
    this.#closed ??= shuttingDown();
    if (this.pending > 0) {
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
    }
    await this.#end();
  }

  /** Ends the other side. What waits or runs fails with `busy`. */
  async abort(): Promise<void> {
    this.#fail(shuttingDown());
    await this.#end();
  }

  async #end(): Promise<void> {
    await Promise.all(this.#members.map(({ place }) => place.close()));
  }

  #member(launch: Launch): Member<Turn> {
    const place = new PeerPlace(
      launch,
      {
        loaded: () => {
          for (const { resolve } of this.#loads.splice(0)) resolve();
          this.#dispatch();
        },
        noted: (note) => this.#options.noted?.(note),
        answers: (message) => this.#answered(member, message),
        ended: (end) => this.#ended(member, end),
      },
      this.#options.loadLimitMs,
    );
    const member: Member<Turn> = { place, batches: new Map(), state: undefined };
    return member;
  }

  /** At the end of this turn of the event loop, so that calls made together travel together. */
  #dispatchLater(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const { maxAtOnce = Number.POSITIVE_INFINITY } = this.#options;
    while (this.#queue.length > 0) {
      const free = this.#members.find(({ place, batches }) => place.isLoaded && batches.size < maxAtOnce);
      if (!free || this.#gathering?.shouldWait()) break;
      this.#send(free, this.#nextBatch());
    }
    if (this.#queue.length > 0) this.#members.find(({ place }) => !place.isStarted)?.place.start();
    this.#hold();
  }

  /** What ended a worker or a process is tried again by itself, so that it takes nothing else with it. */
  #nextBatch(): PendingCall<Turn>[] {
    const { batch } = this.#options;
    const calls = [this.#queue.take()!];
    const joins = ({ operation, attempts }: PendingCall<Turn>) => attempts === 0 && batch!.joins(operation);
    if (!batch || !joins(calls[0]!)) return calls;
    for (let next = this.#queue.peek(); next && joins(next) && calls.length < batch.max; next = this.#queue.peek()) {
      calls.push(this.#queue.take()!);
    }
    return calls;
  }

  #send(member: Member<Turn>, calls: readonly PendingCall<Turn>[]): void {
    const { limitMs, effects } = this.#options;
    const { place, batches } = member;
    this.#lastBatch += 1;
    const timer = limitMs === undefined ? undefined : setTimeout(() => place.endLate(), limitMs).unref();
    // What travels together is small, and its time nobody's alone.
    const ended = calls.length === 1 ? this.#queue.begin?.(calls[0]!.turn) : undefined;
    batches.set(this.#lastBatch, { calls, timer, ended });
    for (const call of calls) call.attempts += 1;
    effects?.begin();
    if (member.state !== this.#state) place.send({ kind: 'state', state: this.#state });
    member.state = this.#state;
    const sent = calls.map(({ operation, args }) => ({ operation, args }));
    place.send({ kind: 'calls', batch: this.#lastBatch, calls: sent });
  }

  #answered({ batches }: Member<Turn>, { batch, answers }: Extract<Message, { kind: 'answers' }>): boolean {
    const answered = batches.get(batch);
    if (!answered) return false;
    batches.delete(batch);
    clearTimeout(answered.timer);
    answered.ended?.();
    // Whoever waits is served before whoever asked learns the answer.
    this.#dispatch();
    for (const [place, answer] of answers.entries()) {
      const { resolve, reject } = answered.calls[place]!;
      if ('value' in answer) resolve(answer.value as never);
      else reject(asError(answer));
    }
    this.#endIfDrained();
    return true;
  }

  #ended(member: Member<Turn>, end: PeerEnd): void {
    const { lasting = false, effects, interrupted, lost } = this.#options;
    const calls = callsOf(member);
    for (const { timer, ended } of member.batches.values()) {
      clearTimeout(timer);
      ended?.();
    }
    member.batches.clear();
    member.state = undefined;
    const error = new Interrupted(end, calls.length <= 1);
    const reason = end.unusable ?? error;
    const isLost = lost !== undefined && end.isHopeless;
    if (end.wasLoaded || lasting) interrupted?.(error);
    for (const { reject } of this.#loads.splice(0)) reject(reason);
    const unknown = effects?.unknown();
    const again = calls.filter(({ attempts }) => lasting && !unknown && attempts < MAX_ATTEMPTS);
    for (const call of again.toReversed()) this.#queue.putBack(call.turn, call);
    if (isLost) this.#fail(error);
    else if (!this.#mayAnswerAfter(end)) this.#refuseWaiting(reason);
    if (lasting && !isLost) member.place.start();
    this.#dispatch();
    for (const call of calls.filter((one) => !again.includes(one))) call.reject(unknown ?? error);
    if (isLost) lost(error);
    this.#endIfDrained();
  }

  /** Whether another worker or process is there, or starts, for the calls that wait. */
  #mayAnswerAfter({ isHopeless }: PeerEnd): boolean {
    if (!this.#options.lasting) return false;
    return !isHopeless || this.#members.some(({ place }) => place.isLoaded);
  }

  /** From now on nothing is accepted, and what waits or runs fails. */
  #fail(error: Error): void {
    this.#closed = error;
    for (const { reject } of this.#loads.splice(0)) reject(error);
    for (const member of this.#members) {
      for (const { timer } of member.batches.values()) clearTimeout(timer);
      for (const { reject } of callsOf(member)) reject(error);
      member.batches.clear();
    }
    this.#refuseWaiting(error);
  }

  #refuseWaiting(error: Error): void {
    for (let call = this.#queue.take(); call; call = this.#queue.take()) call.reject(error);
  }

  /** Only what somebody waits for keeps this process alive. */
  #hold(): void {
    const isWaiting = this.#queue.length > 0;
    for (const { place, batches } of this.#members) place.hold(isWaiting || batches.size > 0);
  }

  #endIfDrained(): void {
    if (this.#drained && this.pending === 0) this.#drained();
  }
}

function shuttingDown(): TouchstoneError {
  return new TouchstoneError('busy', 'The service is shutting down.');
}
