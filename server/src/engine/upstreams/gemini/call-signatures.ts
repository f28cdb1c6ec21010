import type { SignedPart } from '../../engine-memory.ts';
import type { SignedParts } from '../http/signed-parts.ts';

/** What was signed in a reply, as it is kept. */
export type KeptSignature = { readonly thoughtSignature: string } & (
  | { readonly on: 'call' }
  /** On a text, which the caller returns, or on a part of its own. */
  | { readonly on: 'text'; readonly isApart: boolean }
  | { readonly on: 'thought'; readonly text: string }
);

/** The signatures among kept parts. Only this engine kept any under its name. */
export function signaturesOf(parts: readonly SignedPart[]): readonly KeptSignature[] {
  return parts.map(({ value }) => value as KeptSignature);
}

/** Collects the signatures of a reply, on calls, texts and thoughts. */
export class CallSignatures {
  readonly #parts: SignedParts;
  /** Of the thought that goes on, as far as its parts have come. */
  #thought = '';

  constructor(parts: SignedParts) {
    this.#parts = parts;
  }

  get beginsAtNextCall(): boolean {
    return this.#parts.beginsAtNextCall;
  }

  thought(words: string, signature: string | undefined): void {
    this.#thought += words;
    if (signature === undefined) return;
    this.#keepPart({ on: 'thought', text: this.#thought, thoughtSignature: signature });
    this.#thought = '';
  }

  text(words: string, signature: string | undefined): void {
    this.#thought = '';
    if (words !== '') this.#parts.text();
    if (signature !== undefined)
      this.#keepPart({ on: 'text', isApart: words === '', thoughtSignature: signature });
  }

  /** Before the call's id is given, which depends on it. */
  signCall(signature: string | undefined): void {
    this.#thought = '';
    if (signature !== undefined) this.#keepPart({ on: 'call', thoughtSignature: signature });
  }

  call(id: string): void {
    this.#parts.call(id);
  }

  /** The reply is complete. */
  keep(): void {
    this.#parts.keep();
  }

  #keepPart(value: KeptSignature): void {
    this.#parts.add(value);
  }
}
