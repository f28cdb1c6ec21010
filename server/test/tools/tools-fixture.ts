import {
  httpSite,
  mcpSite,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type McpSite,
  type RunningService,
  type ScriptedRequest,
  type ScriptedUpstream,
  type TestSite,
} from '#test-kit';
import { ableModel } from '../messages/ask.ts';

export const MCP_TOKEN = 'let-me-in';
export const TOOL_USAGE = { prompt_tokens: 30, completion_tokens: 4 };

const ARTICLE =
  '<html><head><title>Fjords</title></head><body><article><h1>Fjords</h1>' +
  '<p>The longest fjord of Norway is the Sognefjord, and it is two hundred and five kilometres long.</p></article></body></html>';

/** A model with every capability at a scripted engine, a site to search and read, and an MCP server. */
export interface ToolsFixture {
  readonly upstream: ScriptedUpstream;
  readonly service: RunningService;
  readonly mcp: McpSite;
  readonly articleUrl: string;
  /** `mcp_servers` with the fixture's own. */
  servers(fields?: object): { readonly mcp_servers: readonly object[] };
  /** Makes the engine call a tool once and then answer. */
  callThenReply(name: string, input: object, reply?: string): void;
  /** The messages of the last engine request. */
  lastMessages(): string;
  stop(): Promise<void>;
}

function startWeb(): Promise<TestSite> {
  return httpSite((request, response) => {
    if (request.url?.startsWith('/search')) {
      const results = [
        { url: 'https://example.com/fjords', title: 'Fjords', content: 'The Sognefjord is the longest.' },
      ];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }));
    } else if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.url === '/fjords') response.setHeader('content-type', 'text/html').end(ARTICLE);
    else response.writeHead(404).end();
  });
}

function deploymentOf(
  upstream: ScriptedUpstream,
  web: TestSite,
  { tools = {}, ...more }: FixtureSettings,
): unknown {
  const known = ableModel(upstream.baseUrl, {
    network: { allow_private_targets: ['127.0.0.1'] },
    tools: {
      web_search: { type: 'searxng', base_url: `http://127.0.0.1:${web.port}` },
      prices: { web_search: '0.01' },
      ...tools,
    },
    ...more,
  }) as { models: { capabilities: object }[] };
  const able = {
    citations: true,
    json_schema: true,
    json_object: true,
    server_tools: ['svc_web_search', 'svc_web_fetch'],
  };
  return {
    ...known,
    models: known.models.map((model) => ({ ...model, capabilities: { ...model.capabilities, ...able } })),
  };
}

/** Additions to the deployment. */
export interface FixtureSettings {
  readonly limits?: object;
  readonly tools?: object;
  readonly webhooks?: object;
  readonly plans?: readonly object[];
  readonly drain_seconds?: number;
}

/** Has credits to pay for tools. `organization`: additions to the provisioned one. */
export async function startToolsFixture(
  more: FixtureSettings = {},
  organization: Readonly<Record<string, unknown>> = {},
): Promise<ToolsFixture> {
  const [upstream, web, mcp] = await Promise.all([
    startScriptedUpstream(),
    startWeb(),
    mcpSite('modern', MCP_TOKEN),
  ]);
  const { organizations } = oneOrganization(organization) as { organizations: object[] };
  const credits = { enabled: true, balance_usd: '100.00' };
  const service = await startRunningService({
    deployment: deploymentOf(upstream, web, more),
    provisioning: { organizations: organizations.map((one) => ({ ...one, credits })) },
  });
  return {
    upstream,
    service,
    mcp,
    articleUrl: `http://127.0.0.1:${web.port}/fjords`,
    servers: (fields = {}) => ({
      mcp_servers: [{ name: 'site', url: mcp.url, authorization_token: MCP_TOKEN, ...fields }],
    }),
    callThenReply: (name, input, reply = 'it is long') => {
      upstream.script(({ body: asked }: ScriptedRequest) =>
        JSON.stringify(asked['messages']).includes('"role":"tool"')
          ? textReply(reply, { usage: TOOL_USAGE })
          : toolCalls([{ name, arguments: JSON.stringify(input) }], { usage: TOOL_USAGE }),
      );
    },
    lastMessages: () => JSON.stringify(upstream.requests.at(-1)!.body['messages']),
    stop: async () => {
      await service.stop();
      await Promise.all([upstream.close(), web.close(), mcp.close()]);
    },
  };
}
