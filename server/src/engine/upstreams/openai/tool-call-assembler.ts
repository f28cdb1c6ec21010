import { jsonText } from '#kit';
import { EngineFault } from '../../events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { JsonEnd } from '../json-end.ts';
import { signatureOf } from './call-signature.ts';

/** Name and arguments, in an object of their own or beside the id. */
interface WireFunction {
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly parameters?: unknown;
  readonly input?: unknown;
}

/**
 * A chunk of a tool call as servers send it. In practice any field may be missing, even the index and the id.
 */
export interface WireToolCall extends WireFunction {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly extra_content?: unknown;
  readonly function?: WireFunction | null;
}

/** A chunk, read: empty where it says nothing. */
interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly fragment: string;
  /** What the server signed of it. */
  readonly signed: object | undefined;
}

interface Call {
  /** The engine's id; empty until it arrives. */
  id: string;
  name: string;
  /** Undefined until its name is known and it was announced. */
  number: number | undefined;
  /** Arguments that arrived before the name. */
  held: string;
  /** Where its arguments are complete. */
  readonly end: JsonEnd;
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

function functionOf(chunk: WireToolCall): WireFunction {
  const fn = chunk.function;
  return typeof fn === 'object' && fn !== null ? fn : chunk;
}

function argumentsOf(chunk: WireToolCall): unknown {
  const { arguments: given, parameters, input } = functionOf(chunk);
  return given ?? parameters ?? input;
}

/** Whether a chunk has its arguments as an object, whose large numbers only an exact parser keeps. */
export function hasObjectArguments(chunk: WireToolCall): boolean {
  return typeof argumentsOf(chunk) === 'object' && argumentsOf(chunk) !== null;
}

/** Servers write an index as a number or as its digits. */
function toIndex(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

/**
 * Assembles tool calls and passes each chunk on immediately. A chunk belongs to the call with its index, else
 * with its id; without either, a name begins a call and anything else continues the last one. A name also
 * begins a call where the id or the name is another, or where the arguments are complete already: some servers
 * number all parallel calls 0. A call without an engine id gets one of ours: `call_` and a ULID.
 */
export class ToolCallAssembler {
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #signed: SignedParts | undefined;
  /** The latest with an index, or with an id of the engine: a reply may have very many. */
  readonly #byIndex = new Map<number, Call>();
  readonly #byId = new Map<string, Call>();
  #latest: Call | undefined;
  #opened = 0;
  #announced = 0;

  constructor(output: ReplyOutput, newCallId: (isSigned: boolean) => string, signed?: SignedParts) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#signed = signed;
  }

  /** `position`: in a list of whole calls, where each is a call of its own. */
  add(wire: WireToolCall, position?: number): void {
    const chunk: CallDelta = {
      index: position ?? toIndex(wire.index),
      id: toText(wire.id),
      name: toText(functionOf(wire).name),
      fragment: toArguments(argumentsOf(wire)),
      signed: this.#signed && signatureOf(wire.extra_content),
    };
    if (!this.#output.admitsArguments(chunk.fragment)) return;
    const candidate = this.#candidate(chunk);
    if (candidate && isRepetition(candidate, chunk)) return;
    this.#continue(
      candidate && !beginsAnother(candidate, chunk) ? candidate : this.#open(chunk.index),
      chunk,
    );
  }

  /** The reply is complete. Throws `EngineFault('broken')` if a call has no name: it cannot be run. */
  finish(): void {
    if (this.#announced < this.#opened) throw new EngineFault('broken');
    this.#signed?.keep();
  }

  #continue(call: Call, { id, name, fragment, signed }: CallDelta): void {
    if (call.id === '' && id !== '') this.#identify(call, id);
    call.signed ??= signed;
    call.end.push(fragment);
    if (call.number === undefined) {
      call.held += fragment;
      if (name !== '') this.#announce(call, name);
    } else if (fragment !== '') this.#output.callDelta(call.number, fragment);
  }

  /** The call that a chunk continues, unless it begins another one. */
  #candidate({ index, id, name }: CallDelta): Call | undefined {
    if (index !== undefined) return this.#byIndex.get(index);
    return this.#byId.get(id) ?? (name === '' ? this.#latest : undefined);
  }

  #identify(call: Call, id: string): void {
    call.id = id;
    this.#byId.set(id, call);
  }

  #open(index: number | undefined): Call {
    const call: Call = {
      id: '',
      name: '',
      number: undefined,
      held: '',
      end: new JsonEnd(),
      signed: undefined,
    };
    if (index !== undefined) this.#byIndex.set(index, call);
    this.#latest = call;
    this.#opened++;
    return call;
  }

  #announce(call: Call, name: string): void {
    const number = this.#announced++;
    call.name = name;
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

function beginsAnother(call: Call, { id, name }: CallDelta): boolean {
  if (name === '') return false;
  if (id !== '' && call.id !== '' && call.id !== id) return true;
  return call.name !== '' && (call.name !== name || call.end.closed);
}

/** Some servers end a call by its id and name once more. */
function isRepetition(call: Call, { id, name, fragment }: CallDelta): boolean {
  return fragment === '' && id !== '' && call.id === id && call.name === name;
}
