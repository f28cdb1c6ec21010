import { EngineFault } from '../../events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { SignedParts } from '../http/signed-parts.ts';

/** A call none of whose input has come, except with its announcement. */
interface SilentCall {
  readonly call: number;
  readonly input: string;
}

/** The calls of one reply. The input of each comes with its announcement, in chunks behind it, or not at all. */
export class MessageCalls {
  readonly #output: ReplyOutput;
  readonly #newCallId: (isSigned: boolean) => string;
  readonly #signed: SignedParts | undefined;
  /** Our number of the call that each block is, undefined for a block that is none. */
  readonly #numbers = new Map<unknown, number | undefined>();
  /** Of the block that was opened last. */
  #latest: number | undefined;
  #count = 0;
  #silent: SilentCall | undefined;

  constructor(
    output: ReplyOutput,
    newCallId: (isSigned: boolean) => string,
    signed: SignedParts | undefined,
  ) {
    this.#output = output;
    this.#newCallId = newCallId;
    this.#signed = signed;
  }

  /** A block begins that is no call. */
  skip(index: unknown): void {
    this.#begin(index, undefined);
  }

  /** A call is announced. Throws `EngineFault` without a name: it cannot be run. */
  open(name: unknown, input: string, index: unknown): void {
    if (typeof name !== 'string' || name === '') throw new EngineFault('broken');
    this.#begin(index, undefined);
    if (!this.#output.admitsArguments('')) return;
    const call = this.#count++;
    this.#begin(index, call);
    // Some proxies announce a call with its input and send that again in chunks.
    this.#silent = { call, input };
    // The engine's id only distinguishes its calls: the caller sees our own id (D-18, BILL-11).
    const id = this.#newCallId(this.#signed?.beginsAtNextCall ?? false);
    this.#signed?.call(id);
    this.#output.callStart(call, id, name);
  }

  /** A chunk of the input of the call at `index`, or of the latest where a server does not number blocks. */
  append(index: unknown, fragment: string): void {
    this.#argue(this.#numberOf(index), fragment);
  }

  /** A chunk in an unknown form. Throws `EngineFault` for a call that has no other input: it would run without any. */
  appendUnknown(index: unknown): void {
    const call = this.#numberOf(index);
    if (call !== undefined && call === this.#silent?.call && this.#silent.input === '')
      throw new EngineFault('broken');
  }

  /** The reply is over. `isComplete`: it was not cut, so a call whose input has not come has none. */
  finish(isComplete: boolean): void {
    if (isComplete || this.#silent?.input) this.#completeSilent();
  }

  #begin(index: unknown, call: number | undefined): void {
    this.#completeSilent();
    this.#numbers.set(index, call);
    this.#latest = call;
  }

  #numberOf(index: unknown): number | undefined {
    return this.#numbers.has(index) ? this.#numbers.get(index) : this.#latest;
  }

  #argue(call: number | undefined, fragment: string): void {
    if (call === undefined || fragment === '' || !this.#output.admitsArguments(fragment)) return;
    if (call === this.#silent?.call) this.#silent = undefined;
    this.#output.callDelta(call, fragment);
  }

  /** A call without parameters arrives without any input. */
  #completeSilent(): void {
    if (this.#silent) this.#argue(this.#silent.call, this.#silent.input || '{}');
  }
}
