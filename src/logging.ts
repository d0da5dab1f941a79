import pino, { type DestinationStream, type Logger } from 'pino';
import { TouchstoneError } from './errors.ts';
import { LogOutput } from './log-output.ts';

const MAX_FRAMES = 12;
const STANDARD_OUTPUT = 1;

/**
 * The structured log: a JSON object a line. `node`: who writes it, where several share the records. Names, birth dates,
 * keys, bodies, query texts and client addresses never go into it. Errors are cut down to what can hold none of these.
 */
export function createLog(destination: DestinationStream = standardOutput(), node?: string): Logger {
  return pino(
    {
      base: node === undefined ? null : { node },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, req: () => undefined, res: () => undefined },
    },
    destination,
  );
}

/**
 * An error without what a request may have put into its message. The message stays where it is a public sentence, or
 * comes with a code of the system or of SQLite. Those name no content.
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
    at: frames.slice(0, MAX_FRAMES).map((line) => line.trim()),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** Where a service's log goes. */
export function standardOutput(): LogOutput {
  return new LogOutput(STANDARD_OUTPUT);
}
