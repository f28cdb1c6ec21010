import type { SignedParts } from '../http/signed-parts.ts';

interface OpenThought {
  thinking: string;
  signature: string;
}

/** The thinking of a reply with the signatures of its server, which takes it back only as it was. */
export class SignedThoughts {
  readonly #parts: SignedParts;
  #open: OpenThought | undefined;

  constructor(parts: SignedParts) {
    this.#parts = parts;
  }

  /** A block begins. In a complete message it is whole. */
  open({ type, thinking, signature, data }: Readonly<Record<string, unknown>>): void {
    this.#close();
    if (type === 'text') this.#parts.text();
    else if (type === 'redacted_thinking' && typeof data === 'string') this.#parts.add({ type, data });
    else if (type === 'thinking') this.#open = { thinking: toText(thinking), signature: toText(signature) };
  }

  append(chunk: string): void {
    if (this.#open) this.#open.thinking += chunk;
  }

  sign(signature: unknown): void {
    if (this.#open) this.#open.signature += toText(signature);
  }

  /** The reply is complete. */
  keep(): void {
    this.#close();
    this.#parts.keep();
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open && open.signature !== '') this.#parts.add({ type: 'thinking', ...open });
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
