import { ConfigError } from '#config';
import { describeError, type Log } from '#kit';
import { type ExitCode, FAILED, OK } from './exit-codes.ts';
import { isLostConnection } from './is-lost-connection.ts';

/**
 * Signals and stray errors of the process. SIGTERM and SIGINT ask for a stop; more of them change nothing (a process
 * group and npm both deliver one). SIGHUP reloads. An uncaught error stops the service too, with exit code 1: what
 * it left behind is unknown, but running answers and counted usage are still worth finishing. Only a lost connection
 * without a listener stops nothing: anybody can cause one. A worker heeds errors only: a process group and a supervisor signal it too, and when it stops is for its parent to say.
 */
export class Lifecycle {
  /** Resolves when a stop is asked for. */
  readonly stopRequested: Promise<void>;
  #exitCode: ExitCode = OK;
  #requestStop: () => void = () => {};
  #reload: (() => Promise<{ changed: boolean }>) | undefined;
  #stopping = false;
  readonly #log: Log;
  readonly #listeners: readonly (readonly [event: string, listener: (value: unknown) => void])[];

  constructor(log: Log, { heedsSignals = true }: { readonly heedsSignals?: boolean } = {}) {
    this.#log = log;
    this.stopRequested = new Promise((resolve) => {
      this.#requestStop = resolve;
    });
    this.#listeners = [
      ['SIGTERM', () => heedsSignals && this.stop('SIGTERM')],
      ['SIGINT', () => heedsSignals && this.stop('SIGINT')],
      ['SIGHUP', () => heedsSignals && void this.#takeConfiguration()],
      ['uncaughtException', (error) => this.#fail(error)],
      ['unhandledRejection', (error) => this.#fail(error)],
    ];
    for (const [event, listener] of this.#listeners) process.on(event, listener);
  }

  get exitCode(): ExitCode {
    return this.#exitCode;
  }

  onReload(reload: () => Promise<{ changed: boolean }>): void {
    this.#reload = reload;
  }

  /** Asks for a stop, as a signal does; `signal` says what for in the log. */
  stop(signal: string): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#log.info({ signal }, 'stopping');
    this.#requestStop();
  }

  dispose(): void {
    for (const [event, listener] of this.#listeners) process.off(event, listener);
  }

  #fail(error: unknown): void {
    if (isLostConnection(error)) {
      this.#log.error({ error: describeError(error) }, 'uncaught error of a lost connection');
      return;
    }
    this.#exitCode = FAILED;
    this.#log.fatal({ error: describeError(error) }, 'uncaught error');
    this.stop('error');
  }

  async #takeConfiguration(): Promise<void> {
    if (this.#stopping || !this.#reload) return;
    try {
      await this.#reload();
    } catch (error) {
      const reason =
        error instanceof ConfigError ? { problems: error.problems } : { error: describeError(error) };
      this.#log.error(reason, 'configuration reload rejected; keeping the current configuration');
    }
  }
}
