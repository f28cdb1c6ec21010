import { BackOff } from './back-off.ts';
import { describeClose, isConfigurationError } from './close-reasons.ts';
import { createAgents } from './forward-call.ts';
import type { Log } from './log.ts';
import { openSocket } from './open-socket.ts';
import { CLOSE_CODES } from '@svc/connector/protocol';
import type { Settings } from './settings.ts';
import { TunnelLink } from './tunnel-link.ts';

/** After a connection that ended sooner, the connector does not reconnect at once. */
const MIN_MS = 1000;
const CONFIGURATION_RETRY_MS = 60_000;
/** For running calls, after SIGTERM. */
export const DRAIN_MS = 30_000;
const DRAIN_LOOK_MS = 50;

/** Keeps one connection to the service open, and reconnects whenever it ends (D-TUN-10). */
export class Connector {
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #agents = createAgents();
  readonly #backOff = new BackOff();
  readonly #links = new Set<TunnelLink>();
  #retry: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(settings: Settings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  start(): void {
    this.#dial();
  }

  /** Accepts no new calls, lets running ones finish for up to 30 s, and closes. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#retry);
    for (const link of this.#links) link.drain();
    const until = performance.now() + DRAIN_MS;
    const isBusy = (): boolean => [...this.#links].some(({ inflight }) => inflight > 0);
    while (isBusy() && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
    for (const link of this.#links) link.close();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #dial(): void {
    if (this.#stopping) return;
    const socket = openSocket(this.#settings);
    let openedAt: number | undefined;
    let failure = '';
    socket.on('error', (error: NodeJS.ErrnoException) => (failure = error.code ?? error.message));
    socket.once('close', () => {
      // If the connection was open, its link reports the end.
      if (openedAt === undefined) this.#again('connecting failed', { error: failure }, 0);
    });
    socket.once('open', () => {
      openedAt = performance.now();
      const link = this.#link(socket, openedAt);
      this.#links.add(link);
      if (this.#stopping) link.close();
    });
  }

  #link(socket: ReturnType<typeof openSocket>, openedAt: number): TunnelLink {
    let replaced = false;
    const link: TunnelLink = new TunnelLink(socket, {
      maxInflight: this.#settings.maxInflight,
      agents: this.#agents,
      log: this.#log,
      draining: () => {
        if (replaced) return;
        replaced = true;
        this.#log.info('the service is draining; reconnecting');
        this.#dial();
      },
      closed: (code, reason) => {
        this.#links.delete(link);
        if (!replaced) this.#closed(code, reason, performance.now() - openedAt);
      },
    });
    return link;
  }

  #closed(code: number, reason: string, lastedMs: number): void {
    if (this.#stopping) return;
    const fields = { code, ...(reason === '' ? {} : { reason }) };
    if (code === CLOSE_CODES.drain && lastedMs >= MIN_MS) {
      this.#log.info('the service closed the connection; reconnecting', fields);
      this.#dial();
    } else if (isConfigurationError(code)) {
      this.#log.error(describeClose(code), fields);
      this.#schedule(CONFIGURATION_RETRY_MS);
    } else this.#again(describeClose(code), fields, lastedMs);
  }

  #again(message: string, fields: object, lastedMs: number): void {
    if (this.#stopping) return;
    const delayMs = this.#backOff.next(lastedMs);
    this.#log.warn(message, { ...fields, retry_in_ms: Math.round(delayMs) });
    this.#schedule(delayMs);
  }

  #schedule(delayMs: number): void {
    this.#retry = setTimeout(() => this.#dial(), delayMs);
  }
}
