import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { FairQueue, type Clock, type Log } from '#kit';

/** Passwords hashed at the same time. Each takes a processor for a tenth of a second, on purpose. */
const MAX_CONCURRENT = 2;
/** More from one network than its people make by chance: the last of them waits for a second or two. */
const MAX_WAITING_OF_NETWORK = 40;
/** More of one person, in browsers that their account knows, than anybody signs in at once. */
const MAX_WAITING_OF_PERSON = 20;
/** People whose browsers are known go first, and not without end: a person who signs in again and again must not keep new browsers out. */
const MAX_KNOWN_IN_A_ROW = 2;
/** Over all networks, which take turns. Whoever has that many networks keeps those out that have none waiting, and no known browser. */
const MAX_WAITING = 400;
const RETRY_AFTER_S = 5;
/**
 * A flood that is refused at once comes again at once, each time on a new connection, and those are what holds the event loop then.
 * More than so many are refused without waiting: by then the connections cost more than they save.
 */
const REFUSED_AFTER_MS = 2000;
const MAX_REFUSALS_HELD = 2000;
const WARN_EVERY_MS = 60_000;

/** Whose turn it is. */
export interface TurnOwner {
  readonly kind: 'network' | 'person';
  readonly id: string;
}

interface Waiting {
  readonly exchange: Pick<HttpExchange, 'disconnected'>;
  readonly start: () => void;
  readonly leave: () => void;
}

/**
 * Turns of everything that hashes a password, before anything else is done for it: a flood of sign-ins must not lock out people with
 * the right password. People in browsers and sessions that their account knows go first, two for each turn of a network; both take turns
 * among themselves. Callers who have left lose their place.
 */
export class PasswordTurns {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #log: Pick<Log, 'warn'>;
  readonly #known = new FairQueue<Waiting>();
  readonly #networks = new FairQueue<Waiting>();
  readonly #waitingOf = new Map<string, number>();
  #waiting = 0;
  #running = 0;
  #knownInARow = 0;
  #refused = 0;
  #refusalsHeld = 0;
  #warnedAtMs = -Infinity;

  constructor({
    clock,
    log,
  }: {
    readonly clock: Pick<Clock, 'monotonicMs'>;
    readonly log: Pick<Log, 'warn'>;
  }) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Runs `work` when it is its turn; `from` is a network, or a person in a browser or session they are known in. Throws 503 `temporarily_unavailable`, after a while, when too many wait; never answered when the caller has left. */
  async take<T>(
    exchange: Pick<HttpExchange, 'disconnected'>,
    from: TurnOwner,
    work: () => Promise<T>,
  ): Promise<T> {
    if (this.#running >= MAX_CONCURRENT) await this.#wait(exchange, from);
    else this.#running++;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  /** Resolves when the place of one that ends was passed on. */
  #wait(exchange: Pick<HttpExchange, 'disconnected'>, { kind, id }: TurnOwner): Promise<void> {
    const owner = `${kind} ${id}`;
    const ofOwner = this.#waitingOf.get(owner) ?? 0;
    const limit = kind === 'network' ? MAX_WAITING_OF_NETWORK : MAX_WAITING_OF_PERSON;
    if (ofOwner >= limit || (kind === 'network' && this.#waiting >= MAX_WAITING)) return this.#refuse();
    this.#waitingOf.set(owner, ofOwner + 1);
    this.#waiting++;
    const left = (): void => {
      this.#waiting--;
      const others = this.#waitingOf.get(owner)! - 1;
      if (others === 0) this.#waitingOf.delete(owner);
      else this.#waitingOf.set(owner, others);
    };
    const queue = kind === 'network' ? this.#networks : this.#known;
    return new Promise((resolve, reject) => {
      queue.push(id, {
        exchange,
        start: () => (left(), resolve()),
        leave: () => (
          left(),
          reject(new ApiError('temporarily_unavailable', { retryAfterSeconds: RETRY_AFTER_S }))
        ),
      });
    });
  }

  #startNext(): void {
    for (;;) {
      const next = this.#shift();
      if (!next) return void this.#running--;
      if (!next.exchange.disconnected) return next.start();
      next.leave();
    }
  }

  #shift(): Waiting | undefined {
    const isTurnOfKnown = this.#knownInARow < MAX_KNOWN_IN_A_ROW || this.#networks.isEmpty();
    const known = isTurnOfKnown ? this.#known.shift() : undefined;
    this.#knownInARow = known ? this.#knownInARow + 1 : 0;
    return known ?? this.#networks.shift();
  }

  async #refuse(): Promise<never> {
    this.#warn();
    if (this.#refusalsHeld < MAX_REFUSALS_HELD) {
      this.#refusalsHeld++;
      await delay(REFUSED_AFTER_MS, undefined, { ref: false });
      this.#refusalsHeld--;
    }
    throw new ApiError('temporarily_unavailable', {
      retryAfterSeconds: RETRY_AFTER_S,
      message: 'Too many people sign in right now. Try again in a few seconds.',
    });
  }

  #warn(): void {
    this.#refused++;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#warnedAtMs < WARN_EVERY_MS) return;
    this.#log.warn(
      { refused: this.#refused, waiting: this.#waiting, networks: this.#waitingOf.size },
      'more sign-ins than can be checked; some are refused',
    );
    this.#warnedAtMs = nowMs;
    this.#refused = 0;
  }
}
