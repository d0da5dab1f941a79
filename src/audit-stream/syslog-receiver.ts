import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { connect, type TLSSocket } from 'node:tls';
import { connectionFailure } from '../connection-failure.ts';
import { NotReceived, type StreamedEntry, type StreamReceiver } from './receiver.ts';

const DEADLINE_MS = 30_000;
const MIN_REST_MS = 50;
/** Log audit (13), at the severity notice (5): RFC 5424 §6.2.1. */
const PRIORITY = 13 * 8 + 5;
const MAX_HOST = 255;
const MAX_MESSAGE_ID = 32;

interface Options {
  readonly host: string;
  readonly port: number;
  /** Certificates of authorities in place of the usual ones, PEM; for tests. */
  readonly ca?: string;
  /** Milliseconds from the connection to its end. */
  readonly deadlineMs?: number;
}

/**
 * A syslog server behind TLS (RFC 5425). Syslog has no word for "received": what lies in a buffer when a connection
 * breaks is lost unseen. So each batch has a connection of its own, which ends with `close_notify`. A receiver ends its
 * side in turn once it has read all (RFC 5425 §4.4), and that counts. One that breaks, or ends before, does not.
 */
export class SyslogReceiver implements StreamReceiver {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async deliver(entries: readonly StreamedEntry[], stopped: AbortSignal): Promise<void> {
    const { host, port, ca, deadlineMs = DEADLINE_MS } = this.#options;
    const late = AbortSignal.timeout(deadlineMs);
    const frames = entries.map(frameOf).join('');
    const socket = connect({
      host,
      port,
      minVersion: 'TLSv1.2',
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
    });
    try {
      await ended(socket, frames, AbortSignal.any([late, stopped]));
    } catch (error) {
      if (late.aborted) {
        throw new NotReceived(`It did not take what was sent, and end the connection, within ${deadlineMs / 1000} s.`);
      }
      throw reason(error);
    } finally {
      socket.destroy();
    }
  }

  async close(): Promise<void> {}
}

/** Sends a text, ends, and resolves once the other side has ended, too. */
function ended(socket: TLSSocket, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const begun = performance.now();
    let isEnded = false;
    const end = () => {
      isEnded = true;
      socket.end();
    };
    // A server that closes before it reads says so within the time that the way there and back took.
    const rest = () => setTimeout(end, Math.max(MIN_REST_MS, performance.now() - begun));
    socket.once('secureConnect', () => socket.write(text, (error) => error ?? rest()));
    socket.on('error', reject);
    // A server has nothing to say; what it says is not waited for.
    socket.resume();
    socket.once('end', () => (isEnded ? resolve() : reject(cut())));
    socket.once('close', () => reject(cut()));
  });
}

function cut(): NotReceived {
  return new NotReceived('It ended the connection before it had read everything.');
}

/** One message, with its length before it (RFC 5425 §4.3). Header and line are ASCII, so a sign is a byte. */
function frameOf({ at, action, line }: StreamedEntry): string {
  const host = printable(hostname()).slice(0, MAX_HOST) || '-';
  const id = printable(action).slice(0, MAX_MESSAGE_ID) || '-';
  const message = `<${PRIORITY}>1 ${at} ${host} touchstone ${process.pid} ${id} - ${line}`;
  return `${message.length} ${message}`;
}

function printable(text: string): string {
  return text.replace(/[^!-~]/g, '');
}

function reason(error: unknown): NotReceived {
  if (error instanceof NotReceived) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return new NotReceived(`Its certificate is not trusted (${code}).`, { cause: error });
  }
  return new NotReceived(`It cannot be reached: ${connectionFailure(error)}.`, { cause: error });
}
