import { Client, ProtocolError, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import type { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import { untilAborted, type Secret } from '#kit';
import type { ToolOutcome } from '#reply';
import { cutText, EndsReply, failure, sentenceFor } from '../tool-outcome.ts';
import { EndingTransport } from './ending-transport.ts';
import { listTools, type ListOptions } from './list-tools.ts';
import type { McpDialer } from './mcp-dialer.ts';
import { createMcpFetch } from './mcp-fetch.ts';
import { resultText } from './result-text.ts';

export interface McpTarget {
  readonly url: URL;
  readonly dialer: McpDialer;
  readonly token: Secret | undefined;
  readonly settings: McpConfig;
  /** Fires when the service closes. */
  readonly closing: AbortSignal;
}

const MESSAGE_CHARACTERS_LIMIT = 1000;
/** Beyond the time of a way that ends calls itself. */
export const SLACK_MS = 5000;

/** One session with one MCP server, of either revision of the protocol, for one reply. */
export class McpConnection {
  readonly #settings: McpConfig;
  readonly #timeoutMs: number;
  /** What the way itself said last: of a reply that breaks off the library only tells that it did. */
  #wayError: ApiError | undefined;
  readonly #ending = new AbortController();
  readonly #transport: EndingTransport;
  // Nothing a server could ask of a client is offered.
  readonly #client = new Client(
    { name: 'svc', version: '1' },
    { capabilities: {}, versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } },
  );

  constructor({ url, dialer, token, settings, closing }: McpTarget) {
    this.#settings = settings;
    const timeoutMs = dialer.timeoutMs ?? settings.call_timeout_s * 1000;
    // The way ends a call in its own words, which must come first.
    this.#timeoutMs = timeoutMs + (dialer.timeoutMs === undefined ? 0 : SLACK_MS);
    const fetch = createMcpFetch({
      url,
      dialer,
      token,
      timeoutMs,
      limitBytes: settings.max_bytes,
      ending: this.#ending.signal,
      closing,
      failed: (error) => (this.#wayError = error),
    });
    const reconnectionOptions = {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    };
    this.#transport = new EndingTransport(url, { fetch, reconnectionOptions });
  }

  /** Greets the server and lists its tools. Throws what the network, the library or `listTools` throws. */
  async open(options: ListOptions): Promise<Tool[]> {
    const { signal, timeoutMs } = options;
    try {
      await untilAborted(this.#client.connect(this.#transport, { signal, timeout: timeoutMs }), signal);
      return await untilAborted(listTools(this.#client, options), signal);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#wayError ?? error;
    }
  }

  /**
   * What a tool answers, or why there is no answer. Rejects with the signal's reason, and with `EndsReply` where the way
   * failed with an error for the caller (D-TUN-16).
   */
  async call(
    { name, inputSchema }: Tool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const timeout = this.#timeoutMs;
    const limit = this.#settings.max_characters;
    try {
      // For parameters that go into headers. Without its output schema, whose patterns would run here for nothing we rely on.
      const toolDefinition = { name, inputSchema };
      const result = await this.#client.callTool(
        { name, arguments: { ...args } },
        { signal, timeout, toolDefinition },
      );
      const text = cutText(resultText(result), limit);
      return result.isError === true ? failure(text) : { text };
    } catch (error) {
      signal.throwIfAborted();
      if (this.#wayError) throw new EndsReply(this.#wayError);
      return failure(whyItFailed(error));
    }
  }

  /** Ends what runs, and says goodbye to a server that keeps a session; waits for neither. */
  close(): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort(new Error('the session is over'));
    const gone = (): void => void this.#client.close().catch(() => undefined);
    this.#transport.terminateSession().then(gone, gone);
  }
}

/** For the model. A server's own words about a call are passed on, as its results are. */
function whyItFailed(error: unknown): string {
  if (error instanceof ProtocolError)
    return cutText(`The tool failed: ${error.message}`, MESSAGE_CHARACTERS_LIMIT);
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return 'The tool did not answer in time.';
  return sentenceFor(error) ?? 'The server of the tool did not answer as it should.';
}
