import pino, { type DestinationStream, type Logger } from 'pino';
import { TouchstoneError } from './errors.ts';

const MOST_FRAMES = 12;
/** Lines are written together: one write for each would cost more than the rest of a short answer. */
const BUFFERED_BYTES = 4096;
const FLUSH_MS = 250;

/**
 * The structured log: a JSON object a line. Names, birth dates, keys, bodies, query texts and client addresses never go
 * into it; errors are cut down to what cannot hold any of these.
 */
export function createLog(destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination,
  );
}

/**
 * An error without what a request may have put into its message: the message stays where it is a public sentence or
 * comes with a code of the system or of SQLite, which name no content.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const public_ = error instanceof TouchstoneError || (typeof code === 'string' && /^(E[A-Z]+|SQLITE_\w+)$/.test(code));
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    ...(public_ && { message: error.message }),
    at: frames.slice(0, MOST_FRAMES).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** Written behind the event loop's back, so that a slow reader of the log holds no request up. */
export function standardOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: BUFFERED_BYTES, periodicFlush: FLUSH_MS });
}
