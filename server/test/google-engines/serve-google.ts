import {
  GOOGLE_API_KEY,
  oneModel,
  oneOrganization,
  startRunningService,
  type GoogleDouble,
  type RunningService,
} from '#test-kit';

export type Fields = Record<string, unknown>;

/** Both types of engine, at the double. */
export const GOOGLE_ENGINES: Readonly<Record<string, (double: GoogleDouble) => Fields>> = {
  gemini: ({ baseUrl }) => ({ type: 'gemini', base_url: baseUrl, api_key: GOOGLE_API_KEY }),
  vertex: ({ baseUrl, tokens }) => ({
    type: 'vertex',
    project: 'acme',
    base_url: baseUrl,
    credentials: { json: JSON.stringify(tokens.account) },
    token_url: `${baseUrl}/token`,
  }),
};

const ABLE = ['tools', 'parallel_tool_calls', 'vision', 'reasoning', 'json_schema', 'json_object'];

/** One model with all capabilities. */
export function googleDeployment(engine: Fields, model = 'gemini-3-pro'): unknown {
  const base = oneModel(engine) as { models: object[] };
  const capabilities = Object.fromEntries(ABLE.map((name) => [name, true]));
  const models = base.models.map((known) => ({
    ...known,
    capabilities,
    routes: [{ engine: 'main', model }],
  }));
  return { ...base, models };
}

export function serveGoogle(
  engine: Fields,
  more: { environment?: Record<string, string>; organization?: Fields; model?: string } = {},
): Promise<RunningService> {
  return startRunningService({
    deployment: googleDeployment(engine, more.model),
    provisioning: oneOrganization(more.organization ?? {}),
    environment: more.environment ?? {},
  });
}
