import type { Citation, EngineEvent } from '#engine';

export type BlockHead =
  | { readonly type: 'text' }
  | { readonly type: 'reasoning' }
  | { readonly type: 'compaction' }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string };

/** Hears of one block after the other: opened, filled piece by piece, closed. */
export interface BlockTarget {
  open(head: BlockHead, index: number): void;
  append(head: BlockHead, chunk: string): void;
  /** What supports all of the open text block. */
  cite(citation: Citation): void;
  /** `text`: all of a reasoning block or of the input of a call. Prose is not kept: a reply may be long, and streams many. */
  close(head: BlockHead, index: number, text: string): void;
}

interface BlockState {
  readonly head: BlockHead;
  /** The engine's number of a call. */
  readonly call: number | undefined;
  text: string;
  /** Of a text; it is complete with the first. */
  citations?: Citation[];
}

function isJsonObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Brings what an engine sends into blocks that follow each other. Engines may write several calls at once; blocks never
 * interleave (inference contract §3.3), so what comes while a call is not complete waits until it is, or until the end.
 */
export class OrderedBlocks {
  readonly #target: BlockTarget;
  #open: BlockState | undefined;
  #waiting: BlockState[] = [];
  #count = 0;
  /** A call was closed whose input is no object: the engine never finished it, or cannot write one. */
  unfinished = false;

  constructor(target: BlockTarget) {
    this.#target = target;
  }

  /** Takes output; what else an engine says is not for blocks. */
  event(event: EngineEvent): void {
    if (event.type === 'text' || event.type === 'reasoning' || event.type === 'compaction')
      this.#prose(event.type, event.text);
    else if (event.type === 'tool_call_start')
      this.#begin({ type: 'tool_call', id: event.id, name: event.name }, event.call);
    else if (event.type === 'tool_call_delta') this.#input(event.call, event.arguments);
    else if (event.type === 'citation') this.#cite(event.citation);
  }

  /** The reply is over: whatever waits follows now. */
  end(): void {
    while (this.#waiting.length > 0) this.#openNext();
    this.#close();
  }

  #prose(type: 'text' | 'reasoning' | 'compaction', chunk: string): void {
    if (chunk === '') return;
    const last = this.#waiting.at(-1) ?? this.#open;
    // What follows a citation is not supported by it (D-42).
    if (last?.head.type !== type || last.citations) this.#begin({ type }, undefined);
    this.#append((this.#waiting.at(-1) ?? this.#open)!, chunk);
  }

  #cite(citation: Citation): void {
    const last = this.#waiting.at(-1) ?? this.#open;
    if (last?.head.type !== 'text') return;
    (last.citations ??= []).push(citation);
    if (last === this.#open) this.#target.cite(citation);
  }

  #input(call: number, chunk: string): void {
    const state =
      this.#open?.call === call ? this.#open : this.#waiting.find((waiting) => waiting.call === call);
    // Behind a complete input nothing but space can come that would leave it one.
    if (!state || chunk === '') return;
    this.#append(state, chunk);
    if (this.#waiting.length > 0) this.#advance();
  }

  #begin(head: BlockHead, call: number | undefined): void {
    this.#waiting.push({ head, call, text: '' });
    this.#advance();
  }

  #append(state: BlockState, chunk: string): void {
    if (state !== this.#open || state.head.type !== 'text') state.text += chunk;
    if (state === this.#open) this.#target.append(state.head, chunk);
  }

  /** Opens what waits, one after the other, as far as the open block is complete. */
  #advance(): void {
    while (this.#waiting.length > 0 && this.#isComplete()) this.#openNext();
  }

  #openNext(): void {
    this.#close();
    const next = this.#waiting.shift()!;
    this.#open = next;
    this.#target.open(next.head, this.#count);
    if (next.text !== '') this.#target.append(next.head, next.text);
    for (const citation of next.citations ?? []) this.#target.cite(citation);
  }

  #isComplete(): boolean {
    return this.#open?.head.type !== 'tool_call' || isJsonObject(this.#open.text);
  }

  #close(): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    if (open.head.type === 'tool_call') this.#checkInput(open);
    this.#target.close(open.head, this.#count++, open.text);
  }

  /** A call without parameters may come without a character of input. */
  #checkInput(open: BlockState): void {
    if (open.text.trim() === '') {
      open.text += '{}';
      this.#target.append(open.head, '{}');
    } else if (!isJsonObject(open.text)) this.unfinished = true;
  }
}
