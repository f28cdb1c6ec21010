import { jsonText } from '#kit';
import { EngineFault } from '../../events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { signatureOf } from './call-signature.ts';

/**
 * A piece of a tool call as servers send it. In practice any field may be missing, even the index and the id.
 */
export interface WireToolCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly extra_content?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

interface Call {
  readonly index: number | undefined;
  /** The engine's id; empty until it arrives. */
  id: string;
  /** Undefined until its name is known and it was announced. */
  number: number | undefined;
  /** Arguments that arrived before the name. */
  held: string;
  /** What the server signed of it. */
  signed: object | undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Arguments are JSON text; an object, as some servers send it, is accepted too. */
function toArguments(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : toText(value);
}

/**
 * Assembles tool calls and passes each piece on immediately. A piece belongs to the call with its index, else
 * with its id; without either, a name begins a call and anything else continues the last one. A call without
 * an engine id gets one of ours: `call_` and a ULID.
 */
export class ToolCallAssembler {
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #signed: SignedParts | undefined;
  readonly #calls: Call[] = [];
  #announced = 0;

  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#signed = signed;
  }

  add(piece: WireToolCall): void {
    const id = toText(piece.id);
    const name = toText(piece.function?.name);
    const call = this.#find(piece.index, id, name) ?? this.#open(piece.index);
    if (call.id === '') call.id = id;
    if (this.#signed) call.signed ??= signatureOf(piece.extra_content);
    const fragment = toArguments(piece.function?.arguments);
    if (call.number === undefined) {
      call.held += fragment;
      if (name !== '') this.#announce(call, name);
    } else if (fragment !== '') this.#output.callDelta(call.number, fragment);
  }

  /** The reply is complete. Throws `EngineFault('broken')` if a call has no name: it cannot be run. */
  finish(): void {
    if (this.#announced < this.#calls.length) throw new EngineFault('broken');
    this.#signed?.keep();
  }

  #find(index: unknown, id: string, name: string): Call | undefined {
    if (typeof index === 'number') {
      const call = this.#calls.findLast((candidate) => candidate.index === index);
      // Some servers number every parallel call 0: a new id with a name is still a new call.
      return call && name !== '' && id !== '' && call.id !== '' && call.id !== id ? undefined : call;
    }
    if (id !== '') return this.#calls.findLast((candidate) => candidate.id === id);
    return name === '' ? this.#calls.at(-1) : undefined;
  }

  #open(index: unknown): Call {
    const call: Call = {
      index: typeof index === 'number' ? index : undefined,
      id: '',
      number: undefined,
      held: '',
      signed: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  #announce(call: Call, name: string): void {
    const number = this.#announced++;
    call.number = number;
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    if (call.signed) this.#signed?.add(call.signed);
    const id = this.#newCallId(this.#signed?.beginsAtNextCall ?? false);
    this.#signed?.call(id);
    this.#output.callStart(number, id, name);
    if (call.held !== '') this.#output.callDelta(number, call.held);
    call.held = '';
  }
}
