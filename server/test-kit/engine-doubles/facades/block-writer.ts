import { BlockEvents, type BlockEvent } from './block-events.ts';
import type { ReplyWriter } from './facade.ts';
import type { ChatUsage, ReplyPart } from './reply-parts.ts';

type Piece = string | Buffer;

/** How a vendor writes what a streamed reply consists of. */
export interface BlockForm {
  begin(): Iterable<Piece>;
  block(event: BlockEvent): Iterable<Piece>;
  error(error: { readonly message?: string; readonly code?: unknown }): Iterable<Piece>;
  finish(ending: Ending): Iterable<Piece>;
}

export interface Ending {
  readonly reason: string;
  readonly usage: ChatUsage;
}

/** Writes a stream in blocks. Vendors say at the end what chat completions say in two chunks. */
export class BlockWriter implements ReplyWriter {
  readonly #form: BlockForm;
  readonly #events = new BlockEvents();
  #hasBegun = false;
  #reason: string | undefined;
  #usage: ChatUsage = {};

  constructor(form: BlockForm) {
    this.#form = form;
  }

  *write(part: ReplyPart): Generator<Piece> {
    yield* this.#begin();
    if (part.kind === 'usage') this.#usage = part.usage;
    else if (part.kind === 'error') yield* this.#form.error(part.error);
    else if (part.kind === 'finish') {
      this.#reason = part.reason;
      yield* this.#close();
    } else for (const event of this.#events.take(part)) yield* this.#form.block(event);
  }

  *end(): Generator<Piece> {
    if (this.#reason === undefined) return;
    yield* this.#form.finish({ reason: this.#reason, usage: this.#usage });
  }

  *#begin(): Generator<Piece> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    yield* this.#form.begin();
  }

  *#close(): Generator<Piece> {
    for (const event of this.#events.close()) yield* this.#form.block(event);
  }
}
