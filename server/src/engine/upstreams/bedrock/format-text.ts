import type { ReplyOutput } from '../http/reply-output.ts';

/** The text of a reply that the model writes as the input of a forced tool (D-ENG-23). */
export class FormatText {
  readonly #output: ReplyOutput;
  readonly #tool: string;
  readonly #indexes = new Set<unknown>();
  /** What the model says beside the call would spoil the form. Without a call it is the reply. */
  #beside = '';

  constructor(output: ReplyOutput, tool: string) {
    this.#output = output;
    this.#tool = tool;
  }

  text(words: string): void {
    this.#beside += words;
  }

  /** False: another tool's call. */
  open(name: unknown, input: string, index: unknown): boolean {
    if (name !== this.#tool) return false;
    // A second call is no part of the form.
    if (this.#indexes.size > 0) return true;
    this.#indexes.add(index);
    this.#output.text('text', input);
    return true;
  }

  /** False: input of another call. */
  append(index: unknown, chunk: string): boolean {
    if (!this.#indexes.has(index)) return false;
    this.#output.text('text', chunk);
    return true;
  }

  finish(): void {
    if (this.#indexes.size === 0) this.#output.text('text', this.#beside);
  }
}
