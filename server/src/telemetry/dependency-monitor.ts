const PING_EVERY_MS = 500;
const TOLERATED_FAILURES = 1;

/**
 * Asks the database now and then whether it answers, on real time. One missed answer is tolerated, so that a passing
 * hiccup does not take the node out of a load balancer.
 */
export class DependencyMonitor {
  readonly #ping: () => Promise<void>;
  readonly job = { name: 'database.ping', everyMs: PING_EVERY_MS, run: () => this.#ask() };
  #failures = 0;

  constructor(ping: () => Promise<void>) {
    this.#ping = ping;
  }

  get healthy(): boolean {
    return this.#failures <= TOLERATED_FAILURES;
  }

  async #ask(): Promise<void> {
    try {
      await this.#ping();
      this.#failures = 0;
    } catch {
      this.#failures++;
    }
  }
}
