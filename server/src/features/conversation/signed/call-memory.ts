import type { EngineMemory, SignedReply } from '#engine';

/** What engines signed in one conversation, its earlier replies and those that follow within one call. */
export class CallMemory implements EngineMemory {
  /** By each of its calls. */
  readonly #replies = new Map<string, SignedReply>();
  readonly #store: ((reply: SignedReply) => void) | undefined;

  /** `store`: absent where nothing may be stored. */
  constructor(store?: (reply: SignedReply) => void) {
    this.#store = store;
  }

  /** One that was stored. */
  add(reply: SignedReply): void {
    for (const id of reply.calls) this.#replies.set(id, reply);
  }

  find(callId: string): SignedReply | undefined {
    return this.#replies.get(callId);
  }

  keep(reply: SignedReply): void {
    this.add(reply);
    this.#store?.(reply);
  }
}
