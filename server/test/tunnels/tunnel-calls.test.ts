import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { MAIN_KEY, mcpSite, textReply, toolCalls, type McpKind, type ScriptedRequest } from '#test-kit';
import { askRefused, askStream } from '../messages/ask.ts';
import {
  connectors,
  fixture,
  FLAGS,
  installTunnelledSite,
  servers,
  site,
  token,
  tunnelId,
  whole,
} from './tunnelled-site.ts';
import { TUNNELS_BETA } from './tunnels-fixture.ts';

installTunnelledSite(2);

function askChat(fields: object, stream: boolean, flags = `${CHAT_EXTENSIONS_BETA},${TUNNELS_BETA}`) {
  const body = { model: 'Svc Standard', messages: [{ role: 'user', content: 'go' }], stream, ...fields };
  return fixture.service.post('/v1/chat/completions', MAIN_KEY, body, { 'svc-beta': flags });
}

async function meterOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const metric = (await fixture.service.metrics()).find((one) => one.name === name);
  const isMeant = (of: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(labels).every(([label, value]) => of[label] === value);
  return metric?.values.find((one) => isMeant(one.labels))?.value ?? 0;
}

describe('a model call with a tunnel', () => {
  it.each<McpKind>(['modern', 'stateless', 'sessions'])(
    'TUN-36 uses the tools of a private server of kind %s, whole and streamed',
    async (kind) => {
      const own = await mcpSite(kind);
      const tunnel = await fixture.tunnel({ allowed_targets: [own.url] });
      const connector = await fixture.connect(tunnel.connector_token!);
      fixture.callThenReply('inside__echo', { text: 'hello' }, 'they said it');
      const fields = servers({ url: own.url, tunnel_id: tunnel.id });
      const message = await whole(fields);
      expect(message.content).toEqual([{ type: 'text', text: 'they said it' }]);
      expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
      expect(fixture.lastMessages()).toContain('said hello');
      const stream = await askStream(fixture.service, fields, MAIN_KEY, FLAGS);
      expect(stream.message!.content).toEqual([{ type: 'text', text: 'they said it' }]);
      expect(await connector.end()).toBe(0);
      await own.close();
    },
  );

  it('TUN-36 D-TUN-18 works on chat too, with both flags', async () => {
    fixture.callThenReply('inside__echo', { text: 'hello' }, 'they said it');
    const ask = (flags: string, stream: boolean) => askChat(servers(), stream, flags);
    for (const stream of [false, true]) {
      const response = await ask(`${CHAT_EXTENSIONS_BETA},${TUNNELS_BETA}`, stream);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toMatch(stream ? /they".*"content":" said".*"content":" it"/s : /they said it/);
    }
    const refused = (await (await ask(CHAT_EXTENSIONS_BETA, false)).json()) as {
      error: { code: string; message: string };
    };
    expect(refused.error.code).toBe('beta_required');
    expect(refused.error.message).toContain(
      `mcp_servers[0].tunnel_id is a preview feature. Send its flag in the svc-beta header: ${TUNNELS_BETA}.`,
    );
  });

  it.each<McpKind>(['modern', 'sessions'])(
    'TUN-36 TUN-45 passes progress events of a server of kind %s over, in messages and chat, whole and streamed',
    async (kind) => {
      const own = await mcpSite(kind);
      const tunnel = await fixture.tunnel({ allowed_targets: [own.url] });
      const connector = await fixture.connect(tunnel.connector_token!);
      const fields = servers({ url: own.url, tunnel_id: tunnel.id });
      fixture.callThenReply('inside__progress', {}, 'finished');
      const responses: (() => Promise<unknown>)[] = [
        () => whole(fields),
        async () => (await askStream(fixture.service, fields, MAIN_KEY, FLAGS)).message,
        async () => (await askChat(fields, false)).json(),
        async () => (await askChat(fields, true)).text(),
      ];
      for (const [i, response] of responses.entries()) {
        expect(JSON.stringify(await response())).toContain('finished');
        expect(own.progressEvents).toBe(3 * (i + 1));
        expect(fixture.lastMessages()).toContain('all three steps are done');
      }
      await connector.end();
      await own.close();
    },
  );

  it('TUN-36 TUN-45 carries a large result, which the model gets as far as it fits', async () => {
    fixture.callThenReply('inside__big', { characters: 2_000_000 });
    const before = await meterOf('svc_tunnel_bytes_total', { direction: 'reply' });
    expect((await whole()).usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
    expect(fixture.lastMessages()).toMatch(/x{10000}/);
    expect((await meterOf('svc_tunnel_bytes_total', { direction: 'reply' })) - before).toBeGreaterThan(
      2_000_000,
    );
  });

  it('TUN-28 D-TUN-14 counts connections, calls by outcome, bytes and refusals', async () => {
    const outcomes = () => meterOf('svc_tunnel_calls_total', { outcome: 'answered' });
    const sent = () => meterOf('svc_tunnel_bytes_total', { direction: 'request' });
    const refusals = () => meterOf('svc_tunnel_refusals_total', { code: '4401' });
    const before = [await outcomes(), await sent(), await refusals()];
    fixture.callThenReply('inside__echo', { text: 'x' });
    await whole();
    const stranger = fixture.spawn({ SVC_TUNNEL_TOKEN: `stn_${'0'.repeat(64)}` });
    await stranger.printed(/"code":4401/);
    const after = [await outcomes(), await sent(), await refusals()];
    expect(after.map((value, i) => value > before[i]!)).toEqual([true, true, true]);
    expect(await meterOf('svc_tunnel_connections')).toBe(2);
  });

  it('D-TUN-19 keeps the session of the server, whichever connector carries a message', async () => {
    await expect.poll(() => site.openSessions()).toBe(0);
    site.requests.length = 0;
    fixture.upstream.script(({ body }: ScriptedRequest) =>
      JSON.stringify(body['messages']).includes('"role":"tool"')
        ? textReply('done')
        : toolCalls(
            Array.from({ length: 6 }, (_, i) => ({
              name: 'inside__echo',
              arguments: JSON.stringify({ text: `number ${i}` }),
            })),
          ),
    );
    const message = await whole();
    expect(message.usage.server_tool_use).toEqual({ mcp_tool_calls: 6 });
    const sessions = new Set(
      site.requests.map(({ headers }) => headers['mcp-session-id']).filter((id) => id !== undefined),
    );
    expect(sessions.size).toBe(1);
    await expect.poll(() => site.openSessions()).toBe(0);
  });

  it('D-TUN-19 opens a session again that the server has forgotten, and makes the call once more', async () => {
    site.requests.length = 0;
    fixture.upstream.script(({ body }: ScriptedRequest) => {
      if (JSON.stringify(body['messages']).includes('"role":"tool"')) return textReply('done');
      site.forgetSessions();
      return toolCalls([{ name: 'inside__echo', arguments: JSON.stringify({ text: 'still here' }) }]);
    });
    expect((await whole()).usage.server_tool_use).toEqual({ mcp_tool_calls: 1 });
    expect(fixture.lastMessages()).toContain('said still here');
    const ids = site.requests
      .map(({ headers }) => headers['mcp-session-id'])
      .filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(2);
    await expect.poll(() => site.openSessions()).toBe(0);
  });

  it('D-TUN-19 cancels a call at the server when the caller leaves', async () => {
    fixture.callThenReply('inside__wait', {});
    const leaving = new AbortController();
    const body = JSON.stringify({
      model: 'Svc Standard',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'go' }],
      ...servers(),
    });
    const asked = fetch(`http://127.0.0.1:${fixture.service.port}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json', ...FLAGS },
      body,
      signal: leaving.signal,
    }).catch(({ name }: Error) => name);
    await expect.poll(() => site.waiting).toBe(1);
    leaving.abort();
    expect(await asked).toBe('AbortError');
    await expect.poll(() => site.waiting).toBe(0);
    await expect.poll(() => site.openSessions()).toBe(0);
  });

  it('TUN-47 TUN-23 spreads its calls over all connectors, which are counted', async () => {
    fixture.callThenReply('inside__echo', { text: 'x' });
    await Promise.all(Array.from({ length: 20 }, () => whole()));
    const { body } = await fixture.api('GET', `/v1/tunnels/${tunnelId}/connections`);
    const counts = (body['data'] as { requests_1h: number; errors_1h: number }[]).map(
      ({ requests_1h: count }) => count,
    );
    expect(counts).toHaveLength(2);
    expect(Math.min(...counts)).toBeGreaterThan(20);
  });

  it('TUN-36 64 calls at once all have their answer', async () => {
    fixture.callThenReply('inside__echo', { text: 'many' });
    const messages = await Promise.all(Array.from({ length: 64 }, () => whole()));
    expect(messages.every(({ usage }) => usage.server_tool_use?.mcp_tool_calls === 1)).toBe(true);
    expect(fixture.lastMessages()).toContain('said many');
  });

  it('TUN-38 MSG-73 lets the model use the tools that are listed, and no other', async () => {
    fixture.upstream.script(textReply('ok'));
    await whole(servers({ allowed_tools: ['echo', 'unknown'] }));
    const offered = fixture.upstream.requests.at(-1)!.body['tools'] as { function: { name: string } }[];
    expect(offered.map((tool) => tool.function.name)).toEqual(['inside__echo']);
    const refused = await askRefused(fixture.service, servers({ allowed_tools: [] }), MAIN_KEY, FLAGS);
    expect(refused).toMatchObject({ status: 400 });
  });

  it('TUN-33 logs each forwarded call in debug, without bodies and tokens', async () => {
    fixture.callThenReply('inside__echo', { text: 'body-marker' });
    await whole(servers({ authorization_token: 'token-marker' }));
    const logs = connectors.map(({ output }) => output).join('') + fixture.service.logLines.join('');
    expect(connectors.some(({ output }) => output.includes('"call forwarded"'))).toBe(true);
    expect(logs).not.toMatch(/body-marker|token-marker/);
    expect(logs).not.toContain(token);
    const quiet = await fixture.connect(token, { SVC_TUNNEL_LOG: '' });
    await Promise.all(Array.from({ length: 6 }, () => whole()));
    expect(quiet.output).not.toContain('call forwarded');
    await quiet.end();
  });
});
