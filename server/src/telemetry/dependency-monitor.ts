import { describeError, type Log } from '#kit';

const PING_EVERY_MS = 500;
const TOLERATED_FAILURES = 1;

/**
 * Asks the database now and then whether it answers, on real time. One missed answer is tolerated, so that a passing
 * hiccup does not take the node out of a load balancer.
 */
export class DependencyMonitor {
  readonly #ping: () => Promise<void>;
  readonly #log: Log;
  readonly job = { name: 'database.ping', everyMs: PING_EVERY_MS, run: () => this.#ask() };
  #failures = 0;

  constructor(ping: () => Promise<void>, log: Log) {
    this.#ping = ping;
    this.#log = log;
  }

  get healthy(): boolean {
    return this.#failures <= TOLERATED_FAILURES;
  }

  async #ask(): Promise<void> {
    try {
      await this.#ping();
      if (!this.healthy) this.#log.info('the database answers again');
      this.#failures = 0;
    } catch (error) {
      const wasHealthy = this.healthy;
      this.#failures++;
      // Once in an outage.
      if (wasHealthy && !this.healthy)
        this.#log.error(
          { error: describeError(error) },
          'the database does not answer; this node is not ready',
        );
    }
  }
}
