import type { Message, MessageEvent, OutputBlock } from '../generated/types.ts';
import type { Grammar } from './reply-stream.ts';

type Delta = Extract<MessageEvent, { type: 'block_delta' }>['delta'];

/** Joins the events of a streamed message to what it would have been whole. */
export class MessageGrammar implements Grammar<MessageEvent, Message> {
  #message: Message | undefined;
  /** The input of a call is an object only when all of its text is there. */
  #inputText = '';

  isLast({ type }: MessageEvent): boolean {
    return type === 'message_stop';
  }

  textOf(event: MessageEvent): string {
    if (event.type !== 'block_delta' || event.delta.type !== 'text_delta') return '';
    // The summary of a compaction is written in the same deltas, and is no text of the reply.
    return this.reply().content[event.index]?.type === 'text' ? event.delta.text : '';
  }

  reply(): Message {
    if (!this.#message) throw new TypeError('The stream of a message began in its middle.');
    return this.#message;
  }

  add(event: MessageEvent): void {
    switch (event.type) {
      case 'message_start':
        // Why it ended is told before the end.
        this.#message = { ...event.message, content: [], stop_reason: 'end_turn' };
        return;
      case 'block_start':
        this.#inputText = '';
        this.reply().content[event.index] = { ...event.block };
        return;
      case 'block_delta':
        this.#addDelta(this.reply().content[event.index], event.delta);
        return;
      case 'block_stop':
        this.#endBlock(this.reply().content[event.index]);
        return;
      case 'message_delta': {
        const { type: _, ...ending } = event;
        Object.assign(this.reply(), ending);
        return;
      }
      default:
    }
  }

  #addDelta(block: OutputBlock | undefined, delta: Delta): void {
    if (delta.type === 'input_json_delta') this.#inputText += delta.partial_json;
    else if (delta.type === 'text_delta' && block?.type === 'text') block.text += delta.text;
    else if (delta.type === 'text_delta' && block?.type === 'compaction') block.summary += delta.text;
    else if (delta.type === 'citation_delta' && block?.type === 'text')
      (block.citations ??= []).push(delta.citation);
    else if (delta.type === 'reasoning_delta' && block?.type === 'reasoning') {
      block.text += delta.text;
      block.signature += delta.signature ?? '';
    }
  }

  #endBlock(block: OutputBlock | undefined): void {
    if (block?.type === 'tool_call' && this.#inputText !== '')
      block.input = JSON.parse(this.#inputText) as Record<string, unknown>;
  }
}
