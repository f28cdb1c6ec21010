import type { Annotation } from '@svc/contract';
import type { Citation, EngineEvent } from '#engine';
import type { Parsed } from '#exchange';
import type { ReplySignature } from '#features/conversation';
import { Annotator } from './annotator.ts';

export interface SignedReasoning {
  readonly text: string;
  readonly signature: string;
}

interface SentCall {
  readonly id: string;
  readonly name: string;
  arguments: string;
}

/**
 * What the additions put into a reply of chat: its reasoning, signed block by block, its annotations, and what it is known
 * by when it comes back (D-34, D-45, D-46, CHAT-88). A message of chat has its reasoning, text and calls each in a list of its own, so positions and
 * digest follow those lists, whatever order the engine wrote in.
 */
export class ReplyExtension {
  readonly #signature: ReplySignature;
  /** Reasoning that was not requested is not shown (D-37). */
  readonly #showsReasoning: boolean;
  readonly #calls = new Map<number, SentCall>();
  /** Where there may be something to cite: it looks at every character. */
  readonly #annotator: Annotator | undefined;
  /** Signed blocks so far. */
  #blocks = 0;
  #open = '';

  constructor(signature: ReplySignature, { call }: Parsed) {
    this.#signature = signature;
    this.#showsReasoning = call.reasoning !== undefined;
    this.#annotator = call.sources || call.builtinTools ? new Annotator() : undefined;
  }

  /** Takes a piece of reasoning; gives the number of its block, or nothing when it is not shown. */
  reason(chunk: string): number | undefined {
    if (!this.#showsReasoning || chunk === '') return undefined;
    this.#open += chunk;
    return this.#blocks;
  }

  /** Something else follows: the open block of reasoning is complete. Nothing when there is none. */
  endReasoning(): (SignedReasoning & { readonly index: number }) | undefined {
    if (this.#open === '') return undefined;
    const text = this.#open;
    const index = this.#blocks++;
    this.#open = '';
    return { index, text, signature: this.#signature.sign(text, index) };
  }

  /** Notes what the reply says, by which it is known when it comes back. */
  output(event: EngineEvent): void {
    if (event.type === 'text') {
      this.#annotator?.text(event.text);
      this.#signature.append({ type: 'text' }, event.text);
    } else if (event.type === 'tool_call_start')
      this.#calls.set(event.call, { id: event.id, name: event.name, arguments: '' });
    else if (event.type === 'tool_call_delta') this.#addInput(event.call, event.arguments);
  }

  annotate(citation: Citation): Annotation | undefined {
    return this.#annotator?.cite(citation);
  }

  /** The reply is complete. */
  note(): void {
    this.#signature.close({ type: 'text' }, '');
    for (const { id, name, arguments: input } of this.#calls.values())
      this.#signature.close({ type: 'tool_call', id, name }, input);
    this.#signature.note();
  }

  #addInput(number: number, chunk: string): void {
    const call = this.#calls.get(number);
    if (call) call.arguments += chunk;
  }
}
