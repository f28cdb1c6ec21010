import type { Clock, Secret } from '#kit';

export interface FetchedToken {
  readonly token: Secret;
  readonly expiresAtMs: number;
}

/** Tokens are renewed this long before their end (D-ENG-4), those with shorter lives after half of it. */
const RENEWED_BEFORE_MS = 300_000;
/** By the clock of a server that is wrong, a new token may have ended: it is tried for this long, and no call fetches one for itself. */
const MIN_LIFE_MS = 10_000;
/** How often a token is renewed in the background that a token server does not give. */
const RETRY_MS = 1000;
/** How soon after it came a token that no server took yet is given up for another. */
const TRIAL_MS = 60_000;

interface HeldToken extends FetchedToken {
  readonly renewAtMs: number;
}

/** A token that is fetched once for all calls, and again before it ends (D-ENG-4). */
export class TokenSource {
  readonly #fetch: () => Promise<FetchedToken>;
  readonly #clock: Clock;
  #held: HeldToken | undefined;
  #fetching: Promise<HeldToken> | undefined;
  /** A server took a request since the last token came. */
  #isProven = true;
  #askedAtMs = -Infinity;

  /** `fetch` rejects with an `EngineFault`. */
  constructor(fetch: () => Promise<FetchedToken>, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** The token at hand. Undefined: it has to be waited for. */
  get current(): Secret | undefined {
    const held = this.#held;
    const nowMs = this.#clock.nowMs();
    if (!held || nowMs >= held.expiresAtMs) return undefined;
    // Until its end the old token is good, whatever becomes of the renewal.
    if (nowMs >= Math.max(held.renewAtMs, this.#askedAtMs + RETRY_MS)) this.#renew().catch(() => {});
    return held.token;
  }

  async next(): Promise<Secret> {
    return this.current ?? (await this.#renew()).token;
  }

  accepted(): void {
    this.#isProven = true;
  }

  /** True: the next token is another. A token that is refused although it has just been fetched is not fetched again at once. */
  refused(token: string): boolean {
    if (this.#held?.token.reveal() !== token) return true;
    if (!this.#isProven && this.#clock.nowMs() < this.#askedAtMs + TRIAL_MS) return false;
    this.#isProven = false;
    this.#held = undefined;
    return true;
  }

  #renew(): Promise<HeldToken> {
    this.#fetching ??= this.#fetchToken().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #fetchToken(): Promise<HeldToken> {
    this.#askedAtMs = this.#clock.nowMs();
    const { token, expiresAtMs: endsAtMs } = await this.#fetch();
    const nowMs = this.#clock.nowMs();
    const expiresAtMs = Math.max(endsAtMs, nowMs + MIN_LIFE_MS);
    const renewAtMs = Math.max(expiresAtMs - RENEWED_BEFORE_MS, nowMs + (expiresAtMs - nowMs) / 2);
    this.#held = { token, expiresAtMs, renewAtMs };
    return this.#held;
  }
}
