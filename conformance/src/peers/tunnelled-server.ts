import type { Deployment } from '../deployments/deployment.ts';
import { withTunnel, type Tunnel } from '../calls/tunnel-call.ts';
import { TunnelConnector, type TunnelCall, type TunnelReply } from './tunnel-connector.ts';

const REVISION = '2025-06-18';
const METHOD_NOT_FOUND = -32_601;

/** A message of MCP that asks for something. */
export interface Rpc {
  readonly id?: number;
  readonly method: string;
}

export function result({ id }: Rpc, value: object): { readonly json: string } {
  return { json: JSON.stringify({ jsonrpc: '2.0', id, result: value }) };
}

/** What a tool answers. Undefined: the usual. */
type CallTool = (rpc: Rpc) => TunnelReply | undefined;

/** An MCP server with the tools `say` and `shout`. */
function mcpServer(callTool: CallTool) {
  return ({ method, body }: TunnelCall): TunnelReply => {
    if (method !== 'POST') return { json: '{}' };
    const rpc = JSON.parse(body) as Rpc;
    if (rpc.method === 'initialize')
      return result(rpc, {
        protocolVersion: REVISION,
        capabilities: { tools: {} },
        serverInfo: { name: 'conformance', version: '1' },
      });
    if (rpc.method === 'tools/list')
      return result(rpc, {
        tools: ['say', 'shout'].map((name) => ({ name, inputSchema: { type: 'object' } })),
      });
    if (rpc.method === 'tools/call')
      return callTool(rpc) ?? result(rpc, { content: [{ type: 'text', text: 'said through the tunnel' }] });
    const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
    return { json: JSON.stringify({ jsonrpc: '2.0', id: rpc.id, error }) };
  };
}

/** A tunnel to such a server behind so many connectors, for as long as `work` runs. */
export function withTunnelledServer(
  deployment: Deployment,
  {
    connectors: count = 1,
    callTool = () => undefined,
  }: { readonly connectors?: number; readonly callTool?: CallTool },
  work: (tunnel: Tunnel, connectors: readonly TunnelConnector[]) => Promise<void>,
): Promise<void> {
  return withTunnel(deployment, {}, async (tunnel) => {
    const { connector_token: token } = tunnel;
    const response = mcpServer(callTool);
    const connectors = Array.from(
      { length: count },
      () => new TunnelConnector(deployment, { token, respond: response }),
    );
    try {
      await Promise.all(connectors.map((connector) => connector.online()));
      await work(tunnel, connectors);
    } finally {
      for (const connector of connectors) connector.close();
    }
  });
}

/** Those of a connector's calls that call a tool. */
export function toolCallsOf({ calls }: TunnelConnector): TunnelCall[] {
  return calls.filter(({ body }) => body.includes('"tools/call"'));
}
