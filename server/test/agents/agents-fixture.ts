import { oneModel, type OpenTestDatabase, onDatabase } from '#test-kit';
import { ADMIN_KEY, startFilesFixture, type FilesFixture, type Reply } from '../files/files-fixture.ts';

export { OTHER_KEY, OTHER_ORGANIZATION_KEY, ZERO_RETENTION_KEY, type Reply } from '../files/files-fixture.ts';

export const AGENTS = '/v1/agents';
const FLAG = 'agents-2026-11-01';
const ADMIN_FLAG = 'admin-2026-11-01';

/** Has everything that an agent can ask of a model. */
export const ABLE = 'Svc Able';
/** Has no capability, and 1,000 tokens of output. */
export const PLAIN = 'Svc Plain';
/** Exists, and is in no plan. */
export const UNAVAILABLE = 'Svc Unavailable';

const BUILTIN_TOOLS = ['svc_web_fetch', 'svc_memory', 'svc_skill', 'svc_files', 'svc_bash'];

const CAPABILITIES = {
  tools: true,
  strict_tools: true,
  json_object: true,
  json_schema: true,
  reasoning: true,
  server_tools: BUILTIN_TOOLS,
};

interface CallOptions {
  readonly key?: string;
  /** In place of the flag of agents; empty: none. */
  readonly flag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AgentsFixture extends Pick<FilesFixture, 'service'> {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** An agent of the able model with these fields. */
  create(fields?: object, options?: CallOptions): Promise<Reply>;
  /** `404 agent_not_found agent_id`, without a field where there is none. */
  refusal(reply: Reply): string;
  /** The Admin API. */
  admin(method: string, path: string, body?: object): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startAgentsFixture(
  opened: Pick<OpenTestDatabase, 'databaseUrl'>,
  limits: Readonly<Record<string, number>> = {},
): Promise<AgentsFixture> {
  const { models } = oneModel({}) as { models: object[] };
  const [standard] = models;
  const named = (id: string, more: object = {}) => ({ ...standard, id, default: false, ...more });
  const files = await startFilesFixture(
    { files_batches_models_requests_per_minute: 100_000, ...limits },
    onDatabase(opened),
    {
      models: [
        ...models,
        named(ABLE, { capabilities: CAPABILITIES, max_output_tokens: 8000 }),
        named(PLAIN, { capabilities: {}, max_output_tokens: 1000 }),
        named(UNAVAILABLE),
      ],
      plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000, models: [ABLE, PLAIN] }],
    },
  );
  const call: AgentsFixture['call'] = (method, path, body, { key, flag = FLAG, headers = {} } = {}) =>
    files.request(method, path, {
      headers: {
        ...(flag && { 'svc-beta': flag }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(key === undefined ? {} : { key }),
    });
  return {
    service: files.service,
    call,
    create: (fields, options) => call('POST', AGENTS, { name: 'Support', model: ABLE, ...fields }, options),
    refusal: (reply) => files.refusalOf(reply).join(' ').trim(),
    admin: (method, path, body) =>
      call(method, `/v1/organizations${path}`, body, { key: ADMIN_KEY, flag: ADMIN_FLAG }),
    stop: () => files.service.stop(),
  };
}
