import { CANARY, KEY_CANARY } from './canaries.ts';
import type { Random } from '#test-kit';
import type { Sites } from './sites.ts';

const SCHEMA = {
  type: 'object',
  properties: { q: { type: 'string', description: CANARY } },
  required: ['q'],
  additionalProperties: false,
};
/** A page, as a document in either format. */
export const DOCUMENT = Buffer.from(
  `${CANARY}. A sentence that may be cited, because it is long enough to be one. ${CANARY}.`,
).toString('base64');

export interface Added {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Built-in tools, which stand among the others. */
  readonly tools: readonly object[];
  /** It may fail without a failure of the engine. */
  readonly mayFail: boolean;
}

function responseFormat(random: Random): object {
  return random.pick<object>([
    { type: 'text' },
    { type: 'json_object' },
    {
      type: 'json_schema',
      json_schema: { name: 'n', schema: SCHEMA, strict: random.chance(0.6), description: CANARY },
    },
    {
      type: 'json_schema',
      json_schema: { name: 'n', schema: { pattern: CANARY, $ref: '#/$defs/a', $defs: { a: {} } } },
    },
  ]);
}

function mcpServer(
  random: Random,
  { mcp, noMcp }: Sites,
): { readonly server: object; readonly mayFail: boolean } {
  const mayFail = random.chance(0.3);
  const path = random.pick(['status', 'page', 'json', 'cut']);
  const url = mayFail ? `http://127.0.0.1:${noMcp.port}/${path}` : mcp.url;
  return {
    server: {
      name: 's',
      url,
      authorization_token: KEY_CANARY,
      ...(random.chance(0.5) ? { allowed_tools: ['echo', CANARY] } : {}),
    },
    mayFail,
  };
}

/**
 * The fields that messages and extended chat share, in addition to those of live chat. `compacts`: whether
 * the format supports compaction.
 */
export function addedFields(random: Random, sites: Sites, compacts: boolean): Added {
  const format = random.chance(0.25) ? { response_format: responseFormat(random) } : {};
  const trigger = { type: 'input_tokens', value: random.pick([1, 20, 100_000]) };
  const edits = [
    {
      type: 'clear_tool_results',
      trigger,
      keep: random.below(2),
      exclude_tools: random.chance(0.3) ? [CANARY] : [],
    },
    ...(compacts && random.chance(0.5)
      ? [{ type: 'compact', trigger, instructions: CANARY, pause_after: random.chance(0.3) }]
      : []),
  ];
  const mcp = random.chance(0.2) ? mcpServer(random, sites) : undefined;
  const domains = random.pick([
    {},
    { allowed_domains: ['127.0.0.1'] },
    { blocked_domains: [`${CANARY}.test`] },
  ]);
  const tools = random.chance(0.2)
    ? [{ type: 'svc_web_fetch', max_uses: 1 + random.below(3), ...domains }, { type: 'svc_web_search' }]
    : [];
  return {
    fields: {
      ...format,
      ...(random.chance(0.25) ? { context_management: { edits } } : {}),
      ...(mcp ? { mcp_servers: [mcp.server] } : {}),
      ...(random.chance(0.2) ? { prompt_cache_key: CANARY } : {}),
      ...(random.chance(0.2) ? { reasoning: { effort: 'low' } } : {}),
    },
    tools,
    // A strict reply may violate its form; plain text always does.
    mayFail: mcp?.mayFail === true || 'response_format' in format,
  };
}

/** The page an engine may be told to fetch; the plan `served` reads it back. */
export function pageOf({ web }: Sites, random: Random): string {
  return `fetch:http://127.0.0.1:${web.port}/${random.pick(['page', 'nothing'])}?${CANARY}`;
}
