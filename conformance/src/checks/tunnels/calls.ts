import assert from 'node:assert/strict';
import { admin, type Fields, type List } from '../../calls/admin-call.ts';
import { assertError } from '../../http/assert-error.ts';
import { check } from '../../runner/check.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import { message, streamedMessage, wholeMessage } from '../../calls/message-call.ts';
import { TARGET, tunnelCalls, TUNNELS_BETA, withTunnel, type Tunnel } from '../../calls/tunnel-call.ts';
import type { TunnelReply } from '../../peers/tunnel-connector.ts';
import { result, toolCallsOf, withTunnelledServer, type Rpc } from '../../peers/tunnelled-server.ts';
import { textReply, toolCalls, type RecordedRequest } from '../../deployments/upstream.ts';

const FLAG = { headers: { 'svc-beta': TUNNELS_BETA } };
const MESSAGE_BYTES = 10_485_760;

const named = ({ id }: Pick<Tunnel, 'id'>, more: object = {}): Fields => ({
  mcp_servers: [{ name: 'inside', url: TARGET, tunnel_id: id, ...more }],
});

/** The engine calls a tool, and then says "done". */
function scriptToolCall(deployment: Deployment): void {
  deployment.upstream.script(({ text }: RecordedRequest) =>
    text.includes('"role":"tool"')
      ? textReply('done')
      : toolCalls([{ name: 'inside__say', arguments: '{}' }]),
  );
}

async function assertRefused(
  deployment: Deployment,
  fields: Fields,
  [status, code, param = null]: readonly [status: number, code: string, param?: string | null],
  as = 'main',
): Promise<void> {
  assertError(await message(deployment, fields, { ...FLAG, as }), { status, code, param });
}

check('TUN-36 TUN-23', 'a model can use the tools of a server behind a tunnel', (deployment) => {
  scriptToolCall(deployment);
  return withTunnelledServer(deployment, {}, async (tunnel, [connector]) => {
    for (const ask of [wholeMessage, streamedMessage]) {
      const reply = await ask(deployment, named(tunnel, { authorization_token: 'the-token' }), FLAG);
      assert.deepEqual(reply.content, [{ type: 'text', text: 'done' }]);
      assert.deepEqual(reply.usage.server_tool_use, { mcp_tool_calls: 1 });
    }
    const [call] = toolCallsOf(connector!);
    assert.deepEqual([call!.url, call!.method], [TARGET, 'POST']);
    assert.equal(call!.headers['authorization'], 'Bearer the-token');
    assert.ok(call!.deadlineMs > 0 && call!.deadlineMs <= 120_000);
    assert.ok(deployment.upstream.requests.at(-1)!.text.includes('said through the tunnel'));
    const { data } = await tunnelCalls.call<List>(deployment, ['GET', `/${tunnel.id}/connections`]);
    assert.equal(data[0]!['requests_1h'], connector!.calls.length);
  });
});

check('TUN-38 MSG-73', 'a model gets only the tools listed in allowed_tools', (deployment) =>
  withTunnelledServer(deployment, {}, async (tunnel, [connector]) => {
    deployment.upstream.script(textReply('ok'));
    await wholeMessage(deployment, named(tunnel, { allowed_tools: ['shout', 'unknown'] }), FLAG);
    const { text } = deployment.upstream.requests.at(-1)!;
    assert.ok(text.includes('inside__shout') && !text.includes('inside__say'));
    const none = await message(deployment, named(tunnel, { allowed_tools: [] }), FLAG);
    assert.equal(none.status, 400);
    assert.deepEqual(toolCallsOf(connector!), []);
  }),
);

check(
  'TUN-37 TUN-43 MSG-71 MSG-73',
  'a URL that is not exactly a target of the tunnel is refused',
  (deployment) =>
    withTunnelledServer(deployment, {}, async (tunnel, [connector]) => {
      for (const url of [
        `${TARGET}/`,
        `${TARGET}?`,
        TARGET.replace('http:', 'https:'),
        TARGET.toUpperCase(),
        TARGET.replace('/mcp', ':80/mcp'),
        TARGET.replace('mcp', '%6dcp'),
        TARGET.replace('/mcp', '/./mcp'),
        'http://169.254.169.254/',
      ])
        await assertRefused(deployment, named(tunnel, { url }), [502, 'tunnel_target_refused']);
      assert.deepEqual(connector!.calls, []);
    }),
);

check('TUN-42 MSG-71', 'a tunnel that is disabled or has no connector is unavailable', (deployment) =>
  withTunnel(deployment, {}, async (tunnel) => {
    const unavailable = [502, 'tunnel_unavailable'] as const;
    await assertRefused(deployment, named(tunnel), unavailable);
    await tunnelCalls.call(deployment, ['PATCH', `/${tunnel.id}`, { status: 'disabled' }]);
    await assertRefused(deployment, named(tunnel), unavailable);
  }),
);

check('TUN-41 TUN-12 MSG-69 KEY-50', 'a call does not find a tunnel of another workspace', (deployment) =>
  withTunnelledServer(deployment, {}, async (tunnel, [connector]) => {
    const missing = [404, 'tunnel_not_found', 'mcp_servers[0].tunnel_id'] as const;
    await assertRefused(deployment, named(tunnel), missing, 'research');
    await assertRefused(deployment, named(tunnel), missing, 'zero_retention');
    await assertRefused(deployment, named({ id: 'tnl_none' }), missing);
    const noFlag = await message(deployment, named(tunnel));
    assertError(noFlag, { status: 400, code: 'beta_required', param: 'svc-beta' });
    assert.deepEqual(connector!.calls, []);
  }),
);

check(
  'TUN-39 TUN-40 MSG-70',
  'the policy of the organization is applied before any connector is used',
  (deployment) =>
    withTunnelledServer(deployment, {}, async (tunnel, [connector]) => {
      const { mcp_policy: before } = await admin(deployment, 'GET', '/me');
      const set = (policy: unknown) => admin(deployment, 'PATCH', '/me', { mcp_policy: policy });
      try {
        for (const policy of [{ mode: 'none' }, { mode: 'listed', tunnel_ids: [], urls: [TARGET] }]) {
          await set(policy);
          await assertRefused(deployment, named(tunnel), [403, 'mcp_server_not_allowed']);
        }
        assert.deepEqual(connector!.calls, []);
        await set({ mode: 'listed', tunnel_ids: [tunnel.id], urls: [] });
        await wholeMessage(deployment, named(tunnel), FLAG);
      } finally {
        await set(before);
      }
    }),
);

check('TUN-47', 'calls are spread over all connectors', (deployment) => {
  scriptToolCall(deployment);
  return withTunnelledServer(deployment, { connectors: 2 }, async (tunnel, connectors) => {
    for (let i = 0; i < 5; i++) await wholeMessage(deployment, named(tunnel), FLAG);
    for (const { calls } of connectors) assert.ok(calls.length > 0, 'a connector had no call');
  });
});

check(
  'TUN-46',
  'a call is retried once on another connector when its connector disconnects',
  async (deployment) => {
    scriptToolCall(deployment);
    /** Cuts the connections of the first calls. */
    const cutting = (most: number) => {
      let cuts = 0;
      return (): TunnelReply | undefined => (cuts++ < most ? 'cut' : undefined);
    };
    await withTunnelledServer(
      deployment,
      { connectors: 2, callTool: cutting(1) },
      async (tunnel, connectors) => {
        const reply = await wholeMessage(deployment, named(tunnel), FLAG);
        assert.deepEqual(reply.usage.server_tool_use, { mcp_tool_calls: 1 });
        const [first, second, ...more] = connectors.flatMap(toolCallsOf);
        assert.deepEqual([first!.callId, first!.body, more], [second!.callId, second!.body, []]);
      },
    );
    await withTunnelledServer(
      deployment,
      { connectors: 3, callTool: cutting(3) },
      async (tunnel, connectors) => {
        await assertRefused(deployment, named(tunnel), [502, 'tunnel_unavailable']);
        assert.equal(connectors.flatMap(toolCallsOf).length, 2);
      },
    );
  },
);

check('TUN-48', 'a reply of 10 MB is accepted, and one byte more is not', async (deployment) => {
  scriptToolCall(deployment);
  const ofBytes = (bytes: number) => (rpc: Rpc) => {
    const whole = (text: string) => result(rpc, { content: [{ type: 'text', text }] });
    return whole('x'.repeat(bytes - whole('').json.length));
  };
  await withTunnelledServer(deployment, { callTool: ofBytes(MESSAGE_BYTES) }, async (tunnel) => {
    await wholeMessage(deployment, named(tunnel), FLAG);
  });
  await withTunnelledServer(deployment, { callTool: ofBytes(MESSAGE_BYTES + 1) }, async (tunnel) => {
    await assertRefused(deployment, named(tunnel), [502, 'tunnel_unavailable']);
  });
});

check(
  'TUN-44 MSG-72',
  'a call without a reply ends with a timeout',
  (deployment) => {
    scriptToolCall(deployment);
    return withTunnelledServer(deployment, { callTool: () => 'hang' }, async (tunnel, [connector]) => {
      await assertRefused(deployment, named(tunnel), [504, 'tunnel_timeout']);
      assert.equal(toolCallsOf(connector!).length, 1);
    });
  },
  { variant: 'short-times' },
);
