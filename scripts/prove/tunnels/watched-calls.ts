import { randomInt } from 'node:crypto';
import { textOf } from '../../../server/test-kit/index.ts';
import { percentile, report, require } from '../proof.ts';
import { PACES, replyTo, type WatchedBody, type WatchedServer } from './watched-server.ts';

type Response = Parameters<typeof textOf>[0];
type Send = (body: WatchedBody) => Promise<Response>;

const MAX_ATTEMPTS = 2;

interface Ending {
  readonly token: string;
  /** `whole`, or the code of the refusal. */
  readonly outcome: string;
  readonly elapsedMs: number;
  /** How often the server had been reached when the first bytes were there; undefined where none came. */
  readonly arrivalsAtBytes: number | undefined;
}

/** Calls one after the other by several callers, each noted with how it ended. */
export class WatchedCalls {
  readonly #send: Send;
  readonly #server: WatchedServer;
  readonly #endings: Ending[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #callers: readonly Promise<void>[];
  #isOver = false;
  #count = 0;

  constructor(send: Send, server: WatchedServer, callers: number) {
    this.#send = send;
    this.#server = server;
    this.#callers = Array.from({ length: callers }, () => this.#callOn());
  }

  /** Resolves when every call that runs now has ended. */
  async untilSettled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  /** Throws when a call ended otherwise than D-TUN-14 says, where each saw one loss at the most and had somewhere else to go. */
  check(what: string, mostMs: number): void {
    const endings = this.#endings;
    const cut = endings.filter(({ outcome }) => outcome !== 'whole');
    report(what, {
      calls: endings.length,
      'sent a second time': endings.filter(({ token }) => this.#server.arrivals(token) > 1).length,
      'cut after their first bytes': cut.length,
      'ms at the most': percentile(
        endings.map(({ elapsedMs }) => elapsedMs),
        1,
      ),
    });
    for (const ending of endings) this.#checkOne(ending, mostMs);
    require(cut.length < endings.length / 2, 'too few calls were answered for the proof to mean anything');
  }

  #checkOne(ending: Ending, mostMs: number): void {
    const { token, outcome, elapsedMs, arrivalsAtBytes } = ending;
    const arrivals = this.#server.arrivals(token);
    const wrong = JSON.stringify({ ...ending, arrivals });
    require(elapsedMs <= mostMs, `a call hung: ${wrong}`);
    require(arrivals <= MAX_ATTEMPTS, `a call reached the server too often: ${wrong}`);
    require(arrivalsAtBytes === undefined ||
      arrivals === arrivalsAtBytes, `a call reached the server again after bytes came back: ${wrong}`);
    require(outcome === 'whole' ||
      (outcome === 'tunnel_unavailable' &&
        arrivalsAtBytes !== undefined), `a call without bytes was not tried again: ${wrong}`);
  }

  async #callOn(): Promise<void> {
    while (!this.#isOver) {
      const call = this.#callOnce();
      this.#running.add(call);
      await call;
      this.#running.delete(call);
    }
  }

  async #callOnce(): Promise<void> {
    const token = `call ${++this.#count}`;
    const startedAt = performance.now();
    let arrivalsAtBytes: number | undefined;
    const outcome = await this.#outcomeOf(token, () => {
      arrivalsAtBytes = this.#server.arrivals(token);
    });
    this.#endings.push({ token, outcome, elapsedMs: performance.now() - startedAt, arrivalsAtBytes });
  }

  async #outcomeOf(token: string, bytesCame: () => void): Promise<string> {
    try {
      const response = await this.#send({ token, pace: PACES[randomInt(PACES.length)]! });
      bytesCame();
      return (await textOf(response)) === replyTo(token) ? 'whole' : 'another reply';
    } catch (error) {
      return (error as { readonly code?: string }).code ?? String(error);
    }
  }
}
