import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import { type Certificate, certificate } from './certificate.ts';

/**
 * How often the files are read. Their content is compared, so that links that are swapped, as certbot and Kubernetes
 * do, count like files that are written.
 */
const CHECK_MS = 10_000;

export interface FollowOptions {
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Takes a renewed certificate into use. */
  readonly renewed: (pems: Certificate) => void;
}

/** The certificate of the listener, read again when its files change. */
export class FollowedCertificate {
  readonly #config: Config;
  readonly #options: FollowOptions;
  #current: Certificate;
  /** What was wrong at the last look, so that the log says it once. */
  #wrong: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(current: Certificate, config: Config, options: FollowOptions) {
    this.#current = current;
    this.#config = config;
    this.#options = options;
  }

  /** The one in use. */
  get current(): Certificate {
    return this.#current;
  }

  /** Looks at files that the operator configured, every ten seconds. One that the service made changes at a start. */
  start(): void {
    if (this.#config.tls) this.#timer = setInterval(() => void this.look(), CHECK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads the files now. A pair that cannot be used, or that is half written, leaves the one before in use. */
  async look(): Promise<void> {
    const { now, log, renewed } = this.#options;
    try {
      const found = await certificate(this.#config, now);
      this.#wrong = undefined;
      if (found.cert === this.#current.cert && found.key === this.#current.key) return;
      renewed(found);
      this.#current = found;
      const { fingerprint, validTo } = found;
      log.info({ fingerprint, validTo: validTo.toISOString() }, 'a renewed certificate is in use');
    } catch (error) {
      const wrong = String((error as Error).cause ?? error);
      if (wrong !== this.#wrong)
        log.error({ err: error }, 'the certificate cannot be used; the one before stays in use');
      this.#wrong = wrong;
    }
  }
}
