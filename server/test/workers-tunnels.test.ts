import type { Tunnel } from '@svc/contract';
import { describe, expect, it, vi } from 'vitest';
import { ConnectorProcess, MAIN_KEY, mcpSite, textReply, toolCalls, type ScriptedRequest } from '#test-kit';
import { ableModel } from './messages/ask.ts';
import { installProcessHooks, upstream, type Started } from './processes/service-process.ts';
import { installWorkerHooks, runsWorkers, withWorkers } from './processes/worker-service.ts';

vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const MAX_CALLS = 40;

interface LogLine {
  readonly msg: string;
  readonly worker?: number;
  readonly route?: string;
}

function linesOf(service: Started): LogLine[] {
  const lines = service.output().split('\n');
  return lines.filter((line) => line.startsWith('{"level"')).map((line) => JSON.parse(line) as LogLine);
}

/** A request on a connection of its own, which any worker may get. */
function post(service: Started, path: string, body: object): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${MAIN_KEY}`,
      'content-type': 'application/json',
      'svc-beta': 'mcp-tunnels-2026-12-01',
      connection: 'close',
    },
    body: JSON.stringify(body),
  });
}

describe.runIf(runsWorkers)('a tunnel and several workers', () => {
  installWorkerHooks();

  it('D-TUN-13 carries calls whose caller is at another worker than the connector', async () => {
    const site = await mcpSite('sessions');
    const deployment = ableModel(upstream.baseUrl, { cluster_secret: 'c'.repeat(32) }) as object;
    upstream.script(({ body }: ScriptedRequest) =>
      JSON.stringify(body['messages']).includes('"role":"tool"')
        ? textReply('done')
        : toolCalls([{ name: 'inside__echo', arguments: '{"text":"hi"}' }]),
    );
    await withWorkers({ deployment: { ...deployment } }, async (service) => {
      const made = await post(service, '/v1/tunnels', { name: 'office', allowed_targets: [site.url] });
      const { id, connector_token: token } = (await made.json()) as Tunnel;
      const connector = new ConnectorProcess({ SVC_TUNNEL_URL: service.url, SVC_TUNNEL_TOKEN: token! });
      await connector.online();
      const call = {
        model: 'Svc Standard',
        max_tokens: 100,
        messages: [{ role: 'user', content: 'go' }],
        mcp_servers: [{ name: 'inside', url: site.url, tunnel_id: id }],
      };
      const workersOf = (test: (line: LogLine) => boolean) =>
        new Set(linesOf(service).flatMap((line) => (test(line) ? [line.worker!] : [])));
      const callers = () => workersOf(({ msg, route }) => msg === 'request' && route === '/v1/messages');
      for (let calls = 0; calls < MAX_CALLS && callers().size < 2; calls++) {
        const response = await post(service, '/v1/messages', call);
        const message = (await response.json()) as { usage?: object };
        expect([response.status, message]).toEqual([
          200,
          expect.objectContaining({
            usage: expect.objectContaining({ server_tool_use: { mcp_tool_calls: 1 } }),
          }),
        ]);
      }
      const [holder, ...others] = workersOf(({ msg }) => msg === 'tunnel connector connected');
      expect([typeof holder, others]).toEqual(['number', []]);
      expect([...callers()].toSorted((one, other) => one - other)).toEqual([1, 2]);
      expect(await connector.end()).toBe(0);
    });
    await site.close();
  });
});
