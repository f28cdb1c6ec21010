const PING_EVERY_MS = 500;
const TOLERATED_FAILURES = 1;

/**
 * Asks the database now and then whether it answers, on real time. One missed answer is tolerated, so that a passing
 * hiccup does not take the node out of a load balancer.
 */
export class DependencyMonitor {
  readonly #ping: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #failures = 0;
  #asking = false;

  constructor(ping: () => Promise<void>) {
    this.#ping = ping;
    this.#timer = setInterval(() => void this.#ask(), PING_EVERY_MS).unref();
  }

  get healthy(): boolean {
    return this.#failures <= TOLERATED_FAILURES;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await this.#ping();
      this.#failures = 0;
    } catch {
      this.#failures++;
    } finally {
      this.#asking = false;
    }
  }
}
