import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { httpSite, type TestSite } from './test-site.ts';

/**
 * `modern`: the revision of 2026 only. `stateless`: the older ones, without sessions. `sessions`: the older ones with
 * sessions, answered by streams of events.
 */
export type McpKind = 'modern' | 'stateless' | 'sessions';

export interface McpSite extends TestSite {
  readonly url: string;
  /** What it was asked over HTTP, in order. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[];
  /** Calls under way in `wait`. */
  waiting: number;
  /** Notifications that `progress` sent ahead of its results. */
  readonly progressEvents: number;
  /** Sessions opened and not ended. */
  openSessions(): number;
  /** As after a restart. */
  forgetSessions(): void;
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

function build(Server: typeof McpServer, site: { waiting: number; progressEvents: number }): McpServer {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const input = z.object({ text: z.string() });
  server.registerTool('echo', { description: 'Says it back.', inputSchema: input }, ({ text: said }) =>
    text(`said ${said}`),
  );
  server.registerTool('fail', { inputSchema: z.object({}) }, () => ({
    ...text('it does not work'),
    isError: true,
  }));
  server.registerTool('throw', { inputSchema: z.object({}) }, () => {
    throw new Error('thrown inside');
  });
  server.registerTool('mixed', { inputSchema: z.object({}) }, () => ({
    content: [
      { type: 'text', text: 'first' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'of a file' } },
      { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'aGk=' } },
      { type: 'resource_link', uri: 'file:///c.txt', name: 'c' },
    ],
  }));
  const sum = z.object({ sum: z.number() });
  server.registerTool('structured', { inputSchema: z.object({}), outputSchema: sum }, () => ({
    content: [],
    structuredContent: { sum: 3 },
  }));
  server.registerTool('big', { inputSchema: z.object({ characters: z.number() }) }, ({ characters }) =>
    text('x'.repeat(characters)),
  );
  server.registerTool('nothing', { inputSchema: z.object({}) }, () => ({ content: [] }));
  server.registerTool('progress', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    // A caller that asked for none is told all the same: it must cope.
    const progressToken = mcpReq._meta?.progressToken ?? 'unasked';
    for (const progress of [1, 2, 3]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3 },
      });
      site.progressEvents++;
    }
    return text('all three steps are done');
  });
  const region = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) });
  server.registerTool('route', { inputSchema: region }, ({ region: to }) => text(`went to ${to}`));
  server.registerTool('wait', { inputSchema: z.object({}) }, (_args, { mcpReq }) => {
    site.waiting++;
    return new Promise((resolve) => {
      mcpReq.signal.addEventListener('abort', () => {
        site.waiting--;
        resolve(text('left'));
      });
    });
  });
  return server;
}

/** A server made with the official library. `token`: what it asks for as bearer. */
export async function mcpSite(kind: McpKind, token?: string): Promise<McpSite> {
  // Loaded where it is used: every test loads the kit.
  const [
    { NodeStreamableHTTPServerTransport: Transport, toNodeHandler },
    { createMcpHandler, McpServer: Server },
  ] = await Promise.all([import('@modelcontextprotocol/node'), import('@modelcontextprotocol/server')]);
  const requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const state = { waiting: 0, progressEvents: 0 };
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const modern = toNodeHandler(createMcpHandler(() => build(Server, state), { legacy: 'reject' }));
  const older = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known) return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new Transport(
      kind === 'stateless'
        ? { sessionIdGenerator: undefined, enableJsonResponse: true }
        : {
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (started) => void sessions.set(started, transport),
            onsessionclosed: (ended) => void sessions.delete(ended),
          },
    );
    await build(Server, state).connect(transport);
    await transport.handleRequest(request, response);
  };
  const site = await httpSite((request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      response.writeHead(401).end('no such token');
    else void (kind === 'modern' ? modern(request as never, response) : older(request, response));
  });
  return {
    ...site,
    url: `http://127.0.0.1:${String(site.port)}/mcp`,
    requests,
    get waiting() {
      return state.waiting;
    },
    set waiting(calls) {
      state.waiting = calls;
    },
    get progressEvents() {
      return state.progressEvents;
    },
    openSessions: () => sessions.size,
    forgetSessions: () => sessions.clear(),
  };
}
