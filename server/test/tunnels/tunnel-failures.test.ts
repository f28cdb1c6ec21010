import { describe, expect, it } from 'vitest';
import { chunk, httpSite, MAIN_KEY, streamOf } from '#test-kit';
import { askRefused } from '../messages/ask.ts';
import { admitted } from './raw-connector.ts';
import { fixture, FLAGS, installTunnelledSite, refusal, servers, whole } from './tunnelled-site.ts';
import { startTunnelsFixture } from './tunnels-fixture.ts';

installTunnelledSite();

const REPLIES: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 't', version: '1' },
  },
  'tools/list': { tools: [{ name: 'do', inputSchema: { type: 'object' } }] },
};

describe('a tunnel that fails later', () => {
  /** Answers the first messages of a session, and then does with a call of a tool whatever `call` does. */
  async function scripted(call: (connector: Awaited<ReturnType<typeof admitted>>, stream: number) => void) {
    const url = 'http://inside/mcp';
    const { id, connector_token: own } = await fixture.tunnel({ allowed_targets: [url] });
    const connector = await admitted(fixture.service.port, own!);
    void (async () => {
      for (;;) {
        const { stream } = await connector.next('open');
        const message = (await connector.next('data')).json() as { id?: number; method: string };
        const reply = (called: object) =>
          connector.reply(stream, JSON.stringify({ jsonrpc: '2.0', id: message.id, ...called }));
        const result = REPLIES[message.method];
        if (message.method === 'tools/call') call(connector, stream);
        else if (result) reply({ result });
        else reply({ error: { code: -32_601, message: 'Method not found' } });
      }
    })().catch(() => undefined);
    fixture.callThenReply('inside__do', {});
    return { connector, fields: servers({ url, tunnel_id: id }) };
  }

  it('D-TUN-16 ends a whole reply with its status, and a stream that has begun with an error event', async () => {
    const concurrency = await scripted((one) => one.socket.terminate());
    expect(await refusal(concurrency.fields)).toMatchObject({ status: 502, code: 'tunnel_unavailable' });
    const streamed = await scripted((one) => one.socket.terminate());
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'inside__do', arguments: '{}' } };
    fixture.upstream.script(() =>
      streamOf(['I will look', chunk({ tool_calls: [call] })], { finishReason: 'tool_calls' }),
    );
    const called = await fixture.service.post(
      '/v1/messages',
      MAIN_KEY,
      {
        model: 'Svc Standard',
        max_tokens: 100,
        stream: true,
        messages: [{ role: 'user', content: 'go' }],
        ...streamed.fields,
      },
      FLAGS,
    );
    const text = await called.text();
    expect([called.status, text]).toEqual([200, expect.stringContaining('I will look')]);
    expect(text).toMatch(/event: error\ndata: .*tunnel_unavailable/);
    expect(text).not.toContain('message_stop');
  });

  it('D-TUN-16 a tool’s own error is told to the model', async () => {
    fixture.callThenReply('inside__fail', {}, 'it did not work');
    const message = await whole();
    expect(message.content).toEqual([{ type: 'text', text: 'it did not work' }]);
    expect(fixture.lastMessages()).toContain('it does not work');
  });
});

it('TUN-44 MSG-72 D-TUN-15 a call without an answer is 504 tunnel_timeout, whatever comes meanwhile', async () => {
  const hasty = await startTunnelsFixture({ limits: { mcp_call_timeout_s: 1 } });
  const chatty = await httpSite((_request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    const timer = setInterval(() => response.write(': still there\n\n'), 100);
    response.once('close', () => clearInterval(timer));
  });
  const hung = await httpSite(() => undefined);
  const urls = [chatty, hung].map(({ port }) => `http://127.0.0.1:${port}/`);
  const tunnel = await hasty.tunnel({ allowed_targets: urls });
  const connector = await hasty.connect(tunnel.connector_token!);
  for (const url of urls) {
    const startedAt = performance.now();
    expect(
      await askRefused(
        hasty.service,
        { mcp_servers: [{ name: 'inside', url, tunnel_id: tunnel.id }] },
        MAIN_KEY,
        FLAGS,
      ),
    ).toEqual({ status: 504, code: 'tunnel_timeout', param: null });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  }
  await expect.poll(() => connector.output).toContain('"outcome":"timeout"');
  await hasty.stop();
  await Promise.all([chatty.close(), hung.close()]);
});
