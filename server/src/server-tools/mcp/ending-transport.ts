import { StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

const STREAM_ENDED = -32_000;

/**
 * Streamable HTTP without resumption, where a call whose stream ends early fails then and there. The library alone would
 * wait for the end of the call's time, or ask again as often as a server that lies about its events lets it.
 */
export class EndingTransport extends StreamableHTTPClientTransport {
  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
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
    return super.send(message, { ...options, onRequestStreamEnd });
  }
}
