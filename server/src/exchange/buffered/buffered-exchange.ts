import { Exchange } from '../exchange.ts';
import { BufferSink } from './buffer-sink.ts';

/**
 * A request without a connection: its response is buffered, and its caller can abandon it as a leaving client
 * does.
 */
export class BufferedExchange extends Exchange {
  readonly sink = new BufferSink(() => this.#close());
  readonly #listeners: (() => void)[] = [];
  #closed = false;
  #disconnected = false;

  get disconnected(): boolean {
    return this.#disconnected;
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#listeners.push(listener);
  }

  /** Resolves when the response has ended. */
  get closed(): Promise<void> {
    return new Promise((resolve) => this.onClose(resolve));
  }

  leave(): void {
    this.#disconnected = true;
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of this.#listeners) listener();
  }
}
