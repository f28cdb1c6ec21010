import { Client, SdkHttpError, type CallToolResult, type Tool } from '@modelcontextprotocol/client';
import type { ApiError } from '@svc/contract';
import type { McpConfig } from '#config';
import type { Secret } from '#kit';
import { EndingTransport } from './ending-transport.ts';
import type { McpDialer } from './mcp-dialer.ts';
import { createMcpFetch } from './mcp-fetch.ts';

export interface McpTarget {
  readonly url: URL;
  readonly dialer: McpDialer;
  readonly token: Secret | undefined;
  readonly settings: McpConfig;
  /** Fires when the service closes. */
  readonly closing: AbortSignal;
}

export interface LinkOptions {
  readonly timeoutMs: number;
  /** Ends what runs. */
  readonly ending: AbortSignal;
  /** Called with what the way itself said. */
  readonly failed: (error: ApiError) => void;
  /** Whether the server is asked which revision it speaks. Otherwise it has sessions, and so one of the older ones. */
  readonly isFirst: boolean;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** One session with one MCP server, of either revision of the protocol, until the server forgets it. */
export class McpLink {
  readonly #transport: EndingTransport;
  readonly #client: Client;

  constructor({ url, dialer, token, settings, closing }: McpTarget, options: LinkOptions) {
    const fetch = createMcpFetch({ url, dialer, token, limitBytes: settings.max_bytes, closing, ...options });
    const reconnectionOptions = {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    };
    this.#transport = new EndingTransport(url, { fetch, reconnectionOptions });
    // Nothing a server could ask of a client is offered.
    this.#client = new Client(
      { name: 'svc', version: '1' },
      {
        capabilities: {},
        versionNegotiation: { mode: options.isFirst ? 'auto' : 'legacy' },
        inputRequired: { autoFulfill: false },
      },
    );
  }

  get client(): Client {
    return this.#client;
  }

  /** Whether the server speaks the revision of 2026, which has no sessions. */
  get isModern(): boolean {
    return this.#client.getProtocolEra() === 'modern';
  }

  async connect({ signal, timeoutMs }: SendOptions): Promise<void> {
    await this.#client.connect(this.#transport, { signal, timeout: timeoutMs });
  }

  async call(
    { name, inputSchema }: Tool,
    args: Readonly<Record<string, unknown>>,
    { signal, timeoutMs }: SendOptions,
  ): Promise<CallToolResult> {
    // For parameters that go into headers. Without its output schema, whose patterns would run here for nothing we rely on.
    const toolDefinition = { name, inputSchema };
    const params = { name, arguments: { ...args } };
    return this.#client.callTool(params, { signal, timeout: timeoutMs, toolDefinition });
  }

  /**
   * Whether a request failed because the server has forgotten the session, so that it did nothing: 404 (2025-11-25, "Session Management").
   * Some servers, those of the first libraries among them, answer 400 and speak of a session.
   */
  hasLost(error: unknown): boolean {
    if (!(error instanceof SdkHttpError) || this.isModern) return false;
    const { sessionId } = this.#transport;
    if (error.status === 404) return sessionId !== undefined || this.#client.getServerVersion() !== undefined;
    return error.status === 400 && sessionId !== undefined && /session/i.test(String(error.data['text']));
  }

  /** Says goodbye to a server that keeps a session, and does not wait for it. Calls under way must be given up before. */
  end(): void {
    const drop = (): void => this.drop();
    this.#transport
      .cancelled()
      .then(() => this.#transport.terminateSession())
      .then(drop, drop);
  }

  /** For a server that has forgotten the session anyway. */
  drop(): void {
    this.#client.close().catch(() => undefined);
  }
}
