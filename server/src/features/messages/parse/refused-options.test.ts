import { MessagesRequest } from '@svc/contract';
import { expect, it } from 'vitest';
import {
  assistant,
  body,
  call,
  refusal,
  text,
  times,
  tool,
  user,
  withBlocks,
} from '../test-support/bodies.ts';

const format = (shape: object) =>
  body({ response_format: { type: 'json_schema', json_schema: { name: 'n', schema: {}, ...shape } } });
const strict = (schema: unknown) => format({ schema, strict: true });
const closed = (properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const nested = (levels: number): object =>
  levels === 1 ? closed({ a: { type: 'string' } }) : closed({ a: nested(levels - 1) });
const edits = (...list: unknown[]) => body({ context_management: { edits: list } });
const server = (more: object = {}) => ({ name: 's', url: 'https://a.test/mcp', ...more });
const servers = (...list: unknown[]) => body({ mcp_servers: list });
const search = (more: object = {}) => ({ type: 'svc_web_search', ...more });
const document = (citations: unknown) => ({
  type: 'document',
  source: { type: 'file', file_id: 'f' },
  citations,
});
const cited = (citation: unknown) =>
  body({ messages: [user('x'), assistant([{ ...text('y'), citations: [citation] }])] });
const web = { type: 'web_location', cited_text: 'a', url: 'https://a.test', title: null };
const chars = {
  type: 'char_location',
  cited_text: 'a',
  document_index: 0,
  document_title: null,
  file_id: null,
  start_char_index: 0,
  end_char_index: 1,
};

const SCHEMA = '400 invalid_request response_format.json_schema.schema';
const CITATION = 'messages[1].content[0].citations[0]';

const REFUSED: readonly (readonly [rule: string, value: unknown, refusal: string])[] = [
  ['MSG-18 D-38', body({ response_format: 'json' }), '400 invalid_request response_format'],
  ['MSG-18 D-38', body({ response_format: { type: 'xml' } }), '400 invalid_request response_format'],
  [
    'MSG-22 D-38',
    body({ response_format: { type: 'text', foo: 1 } }),
    '400 unknown_parameter response_format.foo',
  ],
  [
    'MSG-22 D-38',
    body({ response_format: { type: 'json_object', json_schema: {} } }),
    '400 unknown_parameter response_format.json_schema',
  ],
  [
    'D-38',
    body({ response_format: { type: 'json_schema' } }),
    '400 invalid_request response_format.json_schema',
  ],
  ['MSG-22 D-38', format({ foo: 1 }), '400 unknown_parameter response_format.json_schema.foo'],
  ['D-38', format({ name: '' }), '400 invalid_request response_format.json_schema.name'],
  ['D-38', format({ name: 'a b' }), '400 invalid_request response_format.json_schema.name'],
  ['D-38', format({ name: 'a'.repeat(65) }), '400 invalid_request response_format.json_schema.name'],
  ['D-38', format({ strict: 1 }), '400 invalid_request response_format.json_schema.strict'],
  ['D-38', format({ description: 1 }), '400 invalid_request response_format.json_schema.description'],
  ['D-38', format({ schema: undefined }), SCHEMA],
  ['D-38', format({ schema: [] }), SCHEMA],
  ['MSG-18 D-39', body({ context_management: [] }), '400 invalid_request context_management'],
  [
    'MSG-22 D-39',
    body({ context_management: { edits: [], foo: 1 } }),
    '400 unknown_parameter context_management.foo',
  ],
  ['D-39', edits(), '400 invalid_request context_management.edits'],
  ['D-39', edits(...times(3, { type: 'compact' })), '400 invalid_request context_management.edits'],
  ['D-39', edits(...times(2, { type: 'compact' })), '400 invalid_request context_management.edits[1].type'],
  ['D-39', edits({ type: 'forget' }), '400 invalid_request context_management.edits[0].type'],
  [
    'MSG-22 D-39',
    edits({ type: 'compact', keep: 1 }),
    '400 unknown_parameter context_management.edits[0].keep',
  ],
  ['D-39', edits({ type: 'compact', trigger: 5 }), '400 invalid_request context_management.edits[0].trigger'],
  [
    'D-39',
    edits({ type: 'compact', trigger: { type: 'turns', value: 60_000 } }),
    '400 invalid_request context_management.edits[0].trigger.type',
  ],
  [
    'D-39',
    edits({ type: 'compact', trigger: { type: 'input_tokens', value: 49_999 } }),
    '400 invalid_request context_management.edits[0].trigger.value',
  ],
  [
    'D-39',
    edits({ type: 'compact', instructions: '' }),
    '400 invalid_request context_management.edits[0].instructions',
  ],
  [
    'D-39',
    edits({ type: 'compact', pause_after: 'yes' }),
    '400 invalid_request context_management.edits[0].pause_after',
  ],
  [
    'D-39',
    edits({ type: 'clear_tool_results', keep: -1 }),
    '400 invalid_request context_management.edits[0].keep',
  ],
  [
    'D-39',
    edits({ type: 'clear_tool_results', exclude_tools: 'f' }),
    '400 invalid_request context_management.edits[0].exclude_tools',
  ],
  [
    'D-39',
    edits({ type: 'clear_tool_results', exclude_tools: [1] }),
    '400 invalid_request context_management.edits[0].exclude_tools[0]',
  ],
  ['MSG-18 D-40', body({ mcp_servers: {} }), '400 invalid_request mcp_servers'],
  [
    'D-40',
    body({ mcp_servers: Array.from({ length: 21 }, (_, i) => server({ name: `s${i}` })) }),
    '400 invalid_request mcp_servers',
  ],
  ['D-40', servers(server(), server()), '400 invalid_request mcp_servers[1].name'],
  ['D-40', servers(server({ name: 'a b' })), '400 invalid_request mcp_servers[0].name'],
  ['D-40', servers(server({ url: undefined })), '400 invalid_request mcp_servers[0].url'],
  ['MSG-22 D-40', servers(server({ headers: {} })), '400 unknown_parameter mcp_servers[0].headers'],
  ['D-40', servers(server({ tunnel_id: 5 })), '400 invalid_request mcp_servers[0].tunnel_id'],
  [
    'D-40',
    servers(server({ authorization_token: '' })),
    '400 invalid_request mcp_servers[0].authorization_token',
  ],
  ['D-40', servers(server({ allowed_tools: [] })), '400 invalid_request mcp_servers[0].allowed_tools'],
  ['D-40', servers(server({ allowed_tools: [''] })), '400 invalid_request mcp_servers[0].allowed_tools[0]'],
  ['MSG-14 D-41', body({ tools: [search({ max_uses: 0 })] }), '400 invalid_request tools[0].max_uses'],
  ['MSG-14 D-41', body({ tools: [search({ max_uses: 21 })] }), '400 invalid_request tools[0].max_uses'],
  [
    'MSG-14 D-41',
    body({ tools: [search({ allowed_domains: ['a.b'], blocked_domains: ['c.d'] })] }),
    '400 invalid_request tools[0]',
  ],
  [
    'MSG-14 D-41',
    body({ tools: [search({ allowed_domains: [] })] }),
    '400 invalid_request tools[0].allowed_domains',
  ],
  ['MSG-22 D-41', body({ tools: [search({ function: {} })] }), '400 unknown_parameter tools[0].function'],
  ['MSG-21 D-43', body({ prompt_cache_key: '' }), '400 invalid_request prompt_cache_key'],
  ['MSG-21 D-43', body({ prompt_cache_key: 'a'.repeat(129) }), '400 invalid_request prompt_cache_key'],
  ['MSG-21 D-43', body({ prompt_cache_key: 'ä' }), '400 invalid_request prompt_cache_key'],
  ['MSG-21 D-43', body({ prompt_cache_key: 5 }), '400 invalid_request prompt_cache_key'],
  ['MSG-29 D-42', withBlocks(document(true)), '400 invalid_request messages[0].content[0].citations'],
  [
    'MSG-29 D-42',
    withBlocks(document({ enabled: 1 })),
    '400 invalid_request messages[0].content[0].citations.enabled',
  ],
  [
    'MSG-22 D-42',
    withBlocks(document({ on: true })),
    '400 unknown_parameter messages[0].content[0].citations.on',
  ],
  ['MSG-27 D-42', cited({ ...web, type: 'page' }), `400 invalid_request ${CITATION}.type`],
  ['MSG-27 D-42', cited({ ...web, cited_text: 1 }), `400 invalid_request ${CITATION}.cited_text`],
  ['MSG-22 D-42', cited({ ...web, document_index: 1 }), `400 unknown_parameter ${CITATION}.document_index`],
  [
    'MSG-27 D-42',
    cited({ ...chars, start_char_index: -1 }),
    `400 invalid_request ${CITATION}.start_char_index`,
  ],
  ['MSG-27 D-42', cited({ ...chars, document_title: 5 }), `400 invalid_request ${CITATION}.document_title`],
];

/** What a schema of the contract cannot say. */
const BETWEEN: typeof REFUSED = [
  ['D-38', strict({ type: 'object', properties: {} }), SCHEMA],
  ['D-38', strict({ ...closed({ a: {}, b: {} }), required: ['a'] }), SCHEMA],
  ['D-38', strict(closed({ a: { type: 'array', items: { type: 'object' } } })), SCHEMA],
  ['D-38', strict({ anyOf: [closed({}), { type: ['object', 'null'] }] }), SCHEMA],
  ['D-38', strict({ $ref: '#/$defs/a', $defs: { a: { properties: {} } } }), SCHEMA],
  ['D-38', strict(nested(11)), SCHEMA],
  ['D-38', format({ schema: { enum: times(2001, 1) } }), SCHEMA],
  ['D-38', format({ schema: { enum: ['a'.repeat(100_000)] } }), SCHEMA],
  [
    'D-38',
    { ...withBlocks(document({ enabled: true })), response_format: { type: 'json_object' } },
    '400 invalid_request response_format',
  ],
  ['MSG-14 D-41', body({ tools: [search(), search()] }), '400 invalid_request tools[1].type'],
  [
    'MSG-14 D-41',
    body({ tools: [tool('svc_web_search'), search()] }),
    '400 invalid_request tools[0].function.name',
  ],
  [
    'MSG-14 D-41',
    body({ tools: [search({ blocked_domains: ['https://a.b'] })] }),
    '400 invalid_request tools[0].blocked_domains[0]',
  ],
  [
    'MSG-29 D-42',
    withBlocks(document({ enabled: true }), document(null)),
    '400 invalid_request messages[0].content[1].citations',
  ],
  [
    'MSG-33 MSG-35',
    body({ messages: [user('x'), assistant([call('a'), { type: 'compaction', summary: 's' }])] }),
    '400 unmatched_tool_call messages[1].content[1]',
  ],
  [
    'D-40',
    servers(server({ authorization_token: 'a b' })),
    '400 invalid_request mcp_servers[0].authorization_token',
  ],
  [
    'D-41',
    body({ tools: [search()], tool_choice: { type: 'tool', name: 'svc_web_fetch' } }),
    '400 invalid_request tool_choice.name',
  ],
];

it.each([...REFUSED, ...BETWEEN])('%s is refused: case %#', (_rule, value, expected) => {
  expect(refusal(value)).toBe(expected);
});

it('the schema of the contract refuses the same', () => {
  for (const [rule, value] of REFUSED)
    expect(MessagesRequest.safeParse(value).success, `${rule} ${JSON.stringify(value)}`).toBe(false);
});

it('D-38 a strict schema may be 10 levels deep, in whatever holds it, and name what it defines', () => {
  expect(refusal(strict(nested(10)))).toBe('taken');
  const recursive = {
    ...closed({
      next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      all: { type: 'array', items: { $ref: '#/$defs/x' } },
    }),
  };
  expect(refusal(strict({ ...recursive, $defs: { x: nested(9) } }))).toBe('taken');
  for (const $schema of [
    'https://json-schema.org/draft/2020-12/schema',
    'http://json-schema.org/draft-07/schema#',
  ])
    expect(refusal(format({ schema: { $schema, $id: 'https://a.test/x', ...nested(2) } }))).toBe('taken');
});

it('D-01 in the order of the field table', () => {
  const wrong: Record<string, unknown> = {
    foo: 1,
    prompt: 5,
    prompt_cache_key: '',
    metadata: 1,
    mcp_servers: 1,
    context_management: 1,
    response_format: 1,
    reasoning: 1,
  };
  const order = [
    'reasoning',
    'response_format',
    'context_management',
    'mcp_servers',
    'metadata',
    'prompt_cache_key',
    'prompt',
    'foo',
  ];
  for (const name of order) {
    expect(refusal(body(wrong)).split(' ').at(-1)).toBe(name);
    delete wrong[name];
  }
});
