import { ApiError } from '@svc/contract';
import { HeldBytes } from '#kit';

/** Those of the deployment's `limits` that count here. */
export interface ContentMemoryLimits {
  readonly content_in_progress_bytes: number;
  readonly content_in_progress_per_organization_bytes: number;
}

/** What one request holds of the memory. */
export interface ContentHold {
  /** Throws 503 `temporarily_unavailable` when there is not that much left. */
  take(bytes: number): void;
  /** Gives all of it back. What is taken later is not counted: it is dropped with the request. */
  release(): void;
}

/**
 * Memory that the fetched and read content of all requests takes in this process. It is bounded because it does not depend on
 * what was sent: a request of a few kilobytes names images of 32 MB, or holds archives that are text of 16 MB.
 */
export class ContentMemory {
  readonly #limits: () => ContentMemoryLimits;
  readonly #held = new HeldBytes();

  constructor(limits: () => ContentMemoryLimits) {
    this.#limits = limits;
  }

  hold(organizationId: string): ContentHold {
    let heldBytes = 0;
    let released = false;
    return {
      take: (bytes) => {
        if (released) return;
        this.#require(organizationId, bytes);
        this.#held.add([organizationId], bytes);
        heldBytes += bytes;
      },
      release: () => {
        if (!released) this.#held.add([organizationId], -heldBytes);
        released = true;
      },
    };
  }

  #require(organizationId: string, bytes: number): void {
    const limits = this.#limits();
    const isTooMuch =
      this.#held.of(organizationId) + bytes > limits.content_in_progress_per_organization_bytes ||
      this.#held.total + bytes > limits.content_in_progress_bytes;
    if (isTooMuch) throw new ApiError('temporarily_unavailable');
  }
}
