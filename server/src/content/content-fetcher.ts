import { ByteCollector, OutboundError, type OutboundGuard } from '#kit';
import type { ContentBudget } from './content-budget.ts';
import { FairSlots, type Requester } from './fair-slots.ts';
import { invalidSource } from './refusals.ts';

const CONCURRENCY = 64;
const WAITING = 512;
const REDIRECTS = 5;
const FIRST_BYTE_MS = 5000;

export interface FetchOptions extends Requester {
  readonly path: string;
  readonly limitBytes: number;
  readonly budget: ContentBudget;
  readonly timeoutMs: number;
}

/**
 * Fetches images and documents by URL. Where a host is, whether it answers and what it said stays here: the
 * caller gets one error message for every kind of failure (BILL-11, and see the guard).
 */
export class ContentFetcher {
  readonly #guard: OutboundGuard;
  readonly #queue = new FairSlots(CONCURRENCY, WAITING);

  constructor(guard: OutboundGuard) {
    this.#guard = guard;
  }

  /**
   * Fetches a URL's bytes. Throws 400 `invalid_request`, 503 `temporarily_unavailable` when too many fetches
   * wait, or the signal's reason.
   */
  fetch(url: string, options: FetchOptions): Promise<Buffer> {
    return this.#queue.run(
      () => this.#read(url, options).catch((error: unknown) => this.#refuse(error, options)),
      options,
    );
  }

  async #read(url: string, { path, limitBytes, budget, timeoutMs, signal }: FetchOptions): Promise<Buffer> {
    const response = await this.#guard.request({
      url,
      redirects: REDIRECTS,
      timeoutMs,
      firstByteMs: FIRST_BYTE_MS,
      limitBytes,
      signal,
    });
    const collector = new ByteCollector(limitBytes);
    try {
      if (response.status !== 200) throw new OutboundError('unreachable', 'response');
      for await (const chunk of response.body) {
        budget.takeBytes(chunk.length, path);
        collector.add(chunk);
      }
    } finally {
      response.close();
    }
    return collector.take();
  }

  #refuse(error: unknown, { path, limitBytes, signal }: FetchOptions): never {
    if (!(error instanceof OutboundError)) throw error;
    signal.throwIfAborted();
    if (error.failure === 'url')
      throw invalidSource(path, 'The URL in the source is not usable. Send an https URL of a public host.');
    if (error.failure === 'too_large')
      throw invalidSource(
        path,
        `The content at the URL is too large. Send at most ${String(limitBytes)} bytes.`,
      );
    throw invalidSource(
      path,
      'The URL could not be read in time. Check that it is public, or send the content as base64.',
    );
  }
}
