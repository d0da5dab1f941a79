/** An entry of the audit log on its way out. */
export interface StreamedEntry {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  /** ASCII, without a line break. */
  readonly line: string;
}

/** Whoever gets the entries. */
export interface StreamReceiver {
  /**
   * Hands entries over, in their order, and resolves once the receiver has them. Whatever it throws, it is asked again
   * with the same ones, so that some may come twice.
   */
  deliver(entries: readonly StreamedEntry[], stopped: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Why a receiver did not take entries: a sentence without secrets. */
export class NotReceived extends Error {
  /** It would take fewer at once. */
  readonly isTooMuch: boolean;

  constructor(message: string, { isTooMuch = false, cause }: { isTooMuch?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTooMuch = isTooMuch;
  }
}
