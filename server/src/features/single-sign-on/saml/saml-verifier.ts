import { ApiError } from '@svc/contract';
import { FairQueue } from '#kit';
import { ThreadEnded, WorkerHost } from '#threads';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { Assertion } from './read-assertion.ts';
import type { PostedResponse } from './saml-protocol.ts';
import type { VerifiedResponse } from './saml-worker.ts';

/** A large response takes a tenth of a second. */
const TIMEOUT_MS = 5000;
const MAX_WAITING = 100;

/**
 * Verifies responses on a thread, which starts with the first: anybody can post one, and canonical XML of a large one would hold up the event
 * loop. Networks take turns.
 */
export class SamlVerifier {
  readonly #host = new WorkerHost<PostedResponse, VerifiedResponse>({
    module: new URL('./saml-worker.ts', import.meta.url),
    purpose: 'verifies SAML responses',
    timeoutMs: TIMEOUT_MS,
  });
  readonly #queue = new FairQueue<() => void>();
  #waiting = 0;
  #isBusy = false;

  /** The assertion of a response that came from the network. Throws SignOnFailure, and 503 `temporarily_unavailable` when too many wait. */
  async verify(network: string, posted: PostedResponse): Promise<Assertion> {
    await this.#turn(network);
    try {
      const verified = await this.#host.call(posted);
      if ('reason' in verified) throw new SignOnFailure(verified.reason, undefined, verified.evidence);
      return verified.assertion;
    } catch (error) {
      throw error instanceof ThreadEnded ? new SignOnFailure('assertion') : error;
    } finally {
      this.#isBusy = false;
      this.#next();
    }
  }

  #turn(network: string): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw new ApiError('temporarily_unavailable');
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting++;
    this.#queue.push(network, resolve);
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#isBusy) return;
    const start = this.#queue.shift();
    if (!start) return;
    this.#waiting--;
    this.#isBusy = true;
    start();
  }
}
