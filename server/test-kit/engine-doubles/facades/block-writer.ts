import { BlockEvents, type BlockEvent } from './block-events.ts';
import type { ReplyWriter } from './facade.ts';
import type { ChatUsage, ReplyPart } from './reply-parts.ts';

type Chunk = string | Buffer;

/** How a vendor writes what a streamed reply consists of. */
export interface BlockFormat {
  begin(): Iterable<Chunk>;
  block(event: BlockEvent): Iterable<Chunk>;
  error(error: { readonly message?: string; readonly code?: unknown }): Iterable<Chunk>;
  finish(ending: Ending): Iterable<Chunk>;
}

export interface Ending {
  readonly reason: string;
  readonly usage: ChatUsage;
}

/** Writes a stream in blocks. Vendors say at the end what chat completions say in two chunks. */
export class BlockWriter implements ReplyWriter {
  readonly #format: BlockFormat;
  readonly #events = new BlockEvents();
  #hasBegun = false;
  #reason: string | undefined;
  #usage: ChatUsage = {};

  constructor(form: BlockFormat) {
    this.#format = form;
  }

  *write(part: ReplyPart): Generator<Chunk> {
    yield* this.#begin();
    if (part.kind === 'usage') this.#usage = part.usage;
    else if (part.kind === 'error') yield* this.#format.error(part.error);
    else if (part.kind === 'finish') {
      this.#reason = part.reason;
      yield* this.#close();
    } else for (const event of this.#events.take(part)) yield* this.#format.block(event);
  }

  *end(): Generator<Chunk> {
    if (this.#reason === undefined) return;
    yield* this.#format.finish({ reason: this.#reason, usage: this.#usage });
  }

  *#begin(): Generator<Chunk> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    yield* this.#format.begin();
  }

  *#close(): Generator<Chunk> {
    for (const event of this.#events.close()) yield* this.#format.block(event);
  }
}
