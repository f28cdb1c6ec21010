import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { httpSite, type TestSite } from './test-site.ts';

export interface McpMessage {
  readonly id?: number | string;
  /** Of the protocol; of HTTP where there is no body. */
  readonly method: string;
  readonly params?: {
    readonly cursor?: string;
    readonly requestId?: unknown;
    readonly protocolVersion?: string;
  };
}

export type McpResponder = (
  message: McpMessage,
  response: ServerResponse,
  request: IncomingMessage,
) => unknown;

export interface ScriptedMcpSite extends TestSite {
  readonly url: string;
  /** Answers in place of the honest ones, by method; `*` for all. */
  lies: Record<string, McpResponder>;
  readonly seen: {
    readonly http: string | undefined;
    readonly method: string;
    readonly headers: IncomingMessage['headers'];
    readonly params: McpMessage['params'];
  }[];
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response
    .setHeader('content-type', 'application/json')
    .end(typeof value === 'string' ? value : JSON.stringify(value));
}

export function sendResult(message: McpMessage, response: ServerResponse, value: unknown): void {
  sendJson(response, { jsonrpc: '2.0', id: message.id, result: value });
}

/** Begins a stream of events; texts are written as they are. Whoever asked ends it. */
export function sendEvents(response: ServerResponse, ...messages: unknown[]): ServerResponse {
  response.setHeader('content-type', 'text/event-stream');
  for (const message of messages)
    response.write(typeof message === 'string' ? message : `data: ${JSON.stringify(message)}\n\n`);
  return response;
}

export const SCRIPTED_TOOL = { name: 'do', inputSchema: { type: 'object' } };

export function sendGreeting(
  message: McpMessage,
  response: ServerResponse,
  capabilities: object = { tools: {} },
  protocolVersion = '2025-06-18',
): void {
  sendResult(message, response, {
    protocolVersion,
    capabilities,
    serverInfo: { name: 't', version: '1' },
  });
}

const HONEST: Record<string, McpResponder> = {
  initialize: (message, response) => sendGreeting(message, response),
  'notifications/initialized': (_message, response) => response.writeHead(202).end(),
  'tools/list': (message, response) => sendResult(message, response, { tools: [SCRIPTED_TOOL] }),
  'tools/call': (message, response) =>
    sendResult(message, response, { content: [{ type: 'text', text: 'done' }] }),
};

/** An MCP server of the older revisions, written by hand so that it can lie. `openSite`: how it listens. */
export async function scriptedMcpSite(openSite = httpSite): Promise<ScriptedMcpSite> {
  const seen: ScriptedMcpSite['seen'] = [];
  const state: { lies: Record<string, McpResponder> } = { lies: {} };
  const site = await openSite((request, response) => {
    void text(request).then((body) => {
      const message = (body === '' ? { method: request.method ?? '' } : JSON.parse(body)) as McpMessage;
      const { method: http, headers } = request;
      seen.push({ http, method: message.method, headers, params: message.params });
      const reply = state.lies['*'] ?? state.lies[message.method] ?? HONEST[message.method];
      if (reply) reply(message, response, request);
      else
        sendJson(response, {
          jsonrpc: '2.0',
          id: message.id ?? null,
          error: { code: -32_601, message: 'Method not found' },
        });
    });
  });
  return Object.assign(state, site, { seen, url: `http://127.0.0.1:${String(site.port)}/mcp` });
}
