import type { EngineMemory, SignedPart } from '../../engine-memory.ts';

/** Collects what an engine signs in one reply. */
export class SignedParts {
  readonly #origin: string;
  readonly #memory: EngineMemory;
  readonly #parts: SignedPart[] = [];
  readonly #calls: string[] = [];
  #afterText = false;

  /** `origin`: the engine and its model. */
  constructor(memory: EngineMemory, origin: string) {
    this.#memory = memory;
    this.#origin = origin;
  }

  /** The next call is the first that a part belongs to. */
  get beginsAtNextCall(): boolean {
    return this.#parts.length > 0 && this.#calls.length === 0;
  }

  /** Before the call that it belongs to. */
  add(value: object): void {
    this.#parts.push({ call: this.#calls.length, afterText: this.#afterText, value });
  }

  text(): void {
    this.#afterText = true;
  }

  call(id: string): void {
    if (this.#parts.length > 0) this.#calls.push(id);
    this.#afterText = false;
  }

  /** The reply is complete. */
  keep(): void {
    if (this.#calls.length > 0)
      this.#memory.keep({ origin: this.#origin, calls: this.#calls, parts: this.#parts });
  }
}
