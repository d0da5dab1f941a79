import type { ImageVault } from './vault.ts';

const EVERY_MS = 10_000;

/** Looks at start and every 10 seconds whether the bucket of the images is there. */
export class ImageAvailability {
  readonly #vault: ImageVault;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(vault: ImageVault) {
    this.#vault = vault;
  }

  start(): void {
    this.#running = this.#vault.check();
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#vault.check());
    }, EVERY_MS).unref();
  }

  /** Waits for a look that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
