import { assertMessageRefused } from '../../calls/message-call.ts';
import { check } from '../../runner/check.ts';
import { requireFixtureModels } from '../models/offered.ts';

const format = (form: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {}, ...form } },
});
const server = (more: object = {}) => ({ name: 's', url: 'https://mcp.example.com/', ...more });
const edit = (fields: object) => ({ context_management: { edits: [fields] } });
const SCHEMA = 'response_format.json_schema.schema';

const REFUSED: readonly (readonly [
  rules: string,
  what: string,
  fields: Readonly<Record<string, unknown>>,
  code: string,
  param: string,
])[] = [
  [
    'MSG-18',
    'an unknown response format (D-38)',
    { response_format: { type: 'xml' } },
    'invalid_request',
    'response_format',
  ],
  [
    'MSG-18',
    'a strict schema with additional properties (D-38)',
    format({ strict: true, schema: { type: 'object' } }),
    'invalid_request',
    SCHEMA,
  ],
  ['MSG-18', 'an invalid schema (D-38)', format({ schema: { type: 'thing' } }), 'invalid_request', SCHEMA],
  [
    'MSG-18',
    'no edits (D-39)',
    { context_management: { edits: [] } },
    'invalid_request',
    'context_management.edits',
  ],
  [
    'MSG-18',
    'a trigger below 50,000 (D-39)',
    edit({ type: 'compact', trigger: { type: 'input_tokens', value: 49_999 } }),
    'invalid_request',
    'context_management.edits[0].trigger.value',
  ],
  [
    'MSG-18',
    'two servers with the same name (D-40)',
    { mcp_servers: [server(), server()] },
    'invalid_request',
    'mcp_servers[1].name',
  ],
  [
    'MSG-18',
    'a server on plain HTTP (D-40)',
    { mcp_servers: [server({ url: 'http://mcp.example.com/' })] },
    'invalid_request',
    'mcp_servers[0].url',
  ],
  [
    'MSG-18',
    'a server at a private address (D-40)',
    { mcp_servers: [server({ url: 'https://10.0.0.1/' })] },
    'invalid_request',
    'mcp_servers[0].url',
  ],
  [
    'MSG-18',
    'no allowed tool (D-40)',
    { mcp_servers: [server({ allowed_tools: [] })] },
    'invalid_request',
    'mcp_servers[0].allowed_tools',
  ],
  [
    'VER-06',
    'a tunnel without its flag (D-40)',
    { mcp_servers: [server({ tunnel_id: 'tnl_1' })] },
    'beta_required',
    'svc-beta',
  ],
  [
    'MSG-14',
    '21 uses (D-41)',
    { tools: [{ type: 'svc_web_search', max_uses: 21 }] },
    'invalid_request',
    'tools[0].max_uses',
  ],
  [
    'MSG-21',
    'a key of 129 characters (D-43)',
    { prompt_cache_key: 'k'.repeat(129) },
    'invalid_request',
    'prompt_cache_key',
  ],
];

for (const [rules, what, fields, code, param] of REFUSED) {
  check(rules, `${what} gives 400 ${code}`, async (deployment) => {
    await assertMessageRefused(deployment, fields, { status: 400, code, param });
  });
}

check(
  'MSG-14 MSG-18 MODEL-17',
  'a field that needs a missing capability is refused and named (D-61)',
  async (deployment) => {
    await requireFixtureModels(deployment);
    const refused = async (fields: Readonly<Record<string, unknown>>, param: string): Promise<void> => {
      await assertMessageRefused(
        deployment,
        { model: 'Svc Small', ...fields },
        { status: 400, code: 'unsupported_parameter', param },
      );
    };
    await refused({ response_format: { type: 'json_object' } }, 'response_format');
    await refused({ tools: [{ type: 'svc_web_search' }] }, 'tools[0].type');
    await refused({ mcp_servers: [server()] }, 'mcp_servers');
  },
);
