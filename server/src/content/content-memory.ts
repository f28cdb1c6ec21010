import { ApiError } from '@svc/contract';
import { HeldBytes } from '#kit';

/** The deployment's `limits` that apply here. */
export interface ContentMemoryLimits {
  readonly content_in_progress_bytes: number;
  readonly content_in_progress_per_organization_bytes: number;
}

/** The memory that one request holds. */
export interface ContentHold {
  /** Throws 503 `temporarily_unavailable` when not enough is left. */
  take(bytes: number): void;
  /** Releases everything. What is taken later is not counted: it is dropped with the request. */
  release(): void;
}

/**
 * The memory that fetched and parsed content of all requests takes in this process. It is bounded because it
 * does not depend on the request's size: a request of a few kilobytes can name images of 32 MB, or archives
 * that expand to 16 MB of text.
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
