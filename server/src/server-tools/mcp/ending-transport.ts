import { StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { tolerantMessage } from './tolerant-message.ts';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

const STREAM_ENDED = -32_000;

function isCancellation(message: JSONRPCMessage | JSONRPCMessage[]): boolean {
  return 'method' in message && message.method === 'notifications/cancelled';
}

/**
 * Streamable HTTP where a call whose stream ends for good fails then and there: the library alone would wait for the end of the call's
 * time. What is resumed and how often is up to `resumedEvents`, which the library sees one stream of.
 */
export class EndingTransport extends StreamableHTTPClientTransport {
  readonly #cancellations = new Set<Promise<void>>();
  #reader: ((message: JSONRPCMessage) => void) | undefined;

  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    this.#readTolerantly();
    const ids = [message].flat().flatMap((one) => ('method' in one && 'id' in one ? [one.id] : []));
    const onRequestStreamEnd = (): void => {
      options?.onRequestStreamEnd?.();
      // One that was answered is waited for no longer, and this goes nowhere.
      for (const id of ids)
        this.onmessage?.({
          jsonrpc: '2.0',
          id,
          error: { code: STREAM_ENDED, message: 'the answer broke off' },
        });
    };
    const sent = super.send(message, { ...options, onRequestStreamEnd });
    if (isCancellation(message)) this.#keep(sent);
    return sent;
  }

  /** Resolves when the server knows of every call that was given up, or cannot be told. */
  async cancelled(): Promise<void> {
    await Promise.all(this.#cancellations);
  }

  #keep(sent: Promise<void>): void {
    const done = sent.catch(() => undefined).finally(() => this.#cancellations.delete(done));
    this.#cancellations.add(done);
  }

  /** The library exchanges its reader while it finds out which revision a server speaks. */
  #readTolerantly(): void {
    const { onmessage } = this;
    if (onmessage === undefined || onmessage === this.#reader) return;
    const reader = (message: JSONRPCMessage): void => onmessage(tolerantMessage(message));
    this.#reader = reader;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the library's transports are no event targets
    this.onmessage = reader;
  }
}
