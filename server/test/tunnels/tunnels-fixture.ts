import type { Tunnel } from '@svc/contract';
import {
  ConnectorProcess,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedRequest,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel } from '../messages/ask.ts';

export const TUNNELS_BETA = 'mcp-tunnels-2026-12-01';
/** Of another workspace of the organization, and of another organization. */
export const OTHER_KEY = `sk_live_${'2'.repeat(64)}`;
export const OTHER_ORGANIZATION_KEY = `sk_live_${'3'.repeat(64)}`;
export const OTHER_ORGANIZATION_ADMIN_KEY = `sk_admin_${'7'.repeat(64)}`;
export const ADMIN_KEY = `sk_admin_${'6'.repeat(64)}`;

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, field by field, with what is expected
type AnyBody = Record<string, any>;

export interface Reply {
  readonly status: number;
  readonly body: AnyBody;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TunnelsFixture {
  readonly service: RunningService;
  readonly upstream: ScriptedUpstream;
  api(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Creates a tunnel, by default of the main workspace. */
  tunnel(fields?: object): Promise<Tunnel>;
  /** Starts a connector and waits until it is online. Ended with the fixture. */
  connect(token: string, environment?: Readonly<Record<string, string>>): Promise<ConnectorProcess>;
  /** The same without waiting. */
  spawn(environment: Readonly<Record<string, string>>, args?: readonly string[]): ConnectorProcess;
  /** One call of a tool by the engine, and then an answer. */
  callThenReply(name: string, input: object, result?: string): void;
  lastMessages(): string;
  stop(): Promise<void>;
}

function provisioning(): unknown {
  const { organizations } = oneOrganization({
    workspaces: [{ name: 'Default' }, { name: 'Other' }],
    admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
  }) as { organizations: { keys: object[] }[] };
  const [acme] = organizations;
  const other = { ...acme!.keys[0], name: 'other', workspace: 'Other', secret: OTHER_KEY };
  const vendor = {
    name: 'Globex',
    plan: 'pro',
    members: [{ email: 'bob@globex.test', name: 'Bob', role: 'primary_owner' }],
    workspaces: [{ name: 'Default' }],
    admin_keys: [{ name: 'admin', created_by: 'bob@globex.test', secret: OTHER_ORGANIZATION_ADMIN_KEY }],
    keys: [
      {
        name: 'main',
        kind: 'private',
        workspace: 'Default',
        created_by: 'bob@globex.test',
        secret: OTHER_ORGANIZATION_KEY,
      },
    ],
  };
  return { organizations: [{ ...acme, keys: [...acme!.keys, other] }, vendor] };
}

/** Requests as programs send them, with the flag of tunnels. */
function clientOf({ port }: RunningService): TunnelsFixture['api'] {
  return async (method, path, { body, key = MAIN_KEY, headers = {} } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'svc-beta': TUNNELS_BETA,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as AnyBody };
  };
}

let names = 0;

export async function startTunnelsFixture(
  more: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<TunnelsFixture> {
  const upstream = await startScriptedUpstream();
  const service = await startRunningService({
    deployment: ableModel(upstream.baseUrl, more),
    provisioning: provisioning(),
    environment,
  });
  const connectors: ConnectorProcess[] = [];
  const api = clientOf(service);
  const spawn: TunnelsFixture['spawn'] = (variables, args) => {
    const url = `http://127.0.0.1:${service.port}`;
    const connector = new ConnectorProcess({ SVC_TUNNEL_URL: url, ...variables }, args);
    connectors.push(connector);
    return connector;
  };
  return {
    service,
    upstream,
    api,
    spawn,
    tunnel: async (fields = {}) => {
      const body = { name: `tunnel ${++names}`, allowed_targets: ['http://127.0.0.1:1/mcp'], ...fields };
      const reply = await api('POST', '/v1/tunnels', { body });
      if (reply.status !== 201) throw new Error(`not created: ${JSON.stringify(reply)}`);
      return reply.body as Tunnel;
    },
    connect: async (token, variables = {}) => {
      const connector = spawn({ SVC_TUNNEL_TOKEN: token, ...variables });
      await connector.online();
      return connector;
    },
    callThenReply: (name, input, result = 'it is done') => {
      upstream.script(({ body }: ScriptedRequest) =>
        JSON.stringify(body['messages']).includes('"role":"tool"')
          ? textReply(result)
          : toolCalls([{ name, arguments: JSON.stringify(input) }]),
      );
    },
    lastMessages: () => JSON.stringify(upstream.requests.at(-1)!.body['messages']),
    stop: async () => {
      await Promise.all(connectors.map((connector) => connector.end('SIGKILL')));
      await service.stop();
      await upstream.close();
    },
  };
}

export function refusalOf({ status, body }: Reply): string {
  const { code, param } = (body['error'] ?? {}) as { code?: string; param?: string | null };
  return [status, code, param].filter((part) => part !== null && part !== undefined).join(' ');
}
