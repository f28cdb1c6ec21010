import type { ReplyPart } from './reply-parts.ts';

interface Block {
  /** Among all blocks of the reply. */
  readonly index: number;
  readonly kind: 'text' | 'reasoning' | 'refusal' | 'call';
  readonly id: string;
  readonly name: string;
  /** So far: of a call its input. */
  text: string;
}

export type BlockEvent =
  | { readonly event: 'start' | 'stop'; readonly block: Readonly<Block> }
  | { readonly event: 'delta'; readonly block: Readonly<Block>; readonly text: string };

type Content = Extract<ReplyPart, { readonly kind: Block['kind'] }>;

/** Turns deltas of a chat completion into blocks that begin and end, one after the other. */
export class BlockEvents {
  #open: (Block & { readonly key: string }) | undefined;
  #count = 0;

  *take(part: Content): Generator<BlockEvent> {
    const text = part.kind === 'call' ? part.input : part.text;
    const key = part.kind === 'call' ? `call ${part.index}` : part.kind;
    if (this.#open?.key !== key) {
      yield* this.close();
      const index = this.#count++;
      const { id = `call_${index}`, name = '' } = part.kind === 'call' ? part : {};
      this.#open = { key, index, kind: part.kind, id, name, text: '' };
      yield { event: 'start', block: this.#open };
    }
    this.#open.text += text;
    if (text !== '') yield { event: 'delta', block: this.#open, text };
  }

  *close(): Generator<BlockEvent> {
    const block = this.#open;
    this.#open = undefined;
    if (block) yield { event: 'stop', block };
  }
}
