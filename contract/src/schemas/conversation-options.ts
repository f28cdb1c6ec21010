import { z } from 'zod';
import { SERVER_TOOLS } from '../capabilities.ts';
import { LIMITS, type LimitValues } from '../limits.ts';
import { BOUNDS, mostCharacters, mostItems } from './bounds.ts';

/** The shape of the reply (D-38). */
export function responseFormat(limits: LimitValues) {
  return z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text') }),
    z.strictObject({ type: z.literal('json_object') }),
    z.strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z0-9_-]+$/)
          .max(limits.response_format_name_characters)
          .register(BOUNDS, mostCharacters('response_format_name_characters')),
        schema: z.record(z.string(), z.unknown()).describe('A JSON Schema.'),
        strict: z.boolean().nullish().describe('Default false: best effort.'),
        description: z.string().nullish(),
      }),
    }),
  ]);
}

/** A strict schema is kept, or the reply is refused. */
export const ResponseFormat = responseFormat(LIMITS).meta({ id: 'ResponseFormat' });

const trigger = (value: z.ZodInt) => z.strictObject({ type: z.literal('input_tokens'), value }).nullish();
/** What is done about a conversation that grows (D-39). */
export function contextManagement(limits: LimitValues) {
  const leastTrigger = z
    .int()
    .min(limits.compaction_trigger_min_tokens)
    .register(BOUNDS, { keywords: { minimum: 'compaction_trigger_min_tokens' } });
  return z.strictObject({
    edits: z
      .array(
        z.discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('compact'),
            trigger: trigger(leastTrigger),
            instructions: z.string().min(1).nullish(),
            pause_after: z.boolean().nullish(),
          }),
          z.strictObject({
            type: z.literal('clear_tool_results'),
            trigger: trigger(z.int().min(1)),
            keep: z.int().min(0).nullish(),
            exclude_tools: z.array(z.string().min(1)).nullish(),
          }),
        ]),
      )
      .min(1)
      .max(2)
      .refine((edits) => new Set(edits.map(({ type }) => type)).size === edits.length, {
        message: 'each type once',
      }),
  });
}

export const ContextManagement = contextManagement(LIMITS).meta({ id: 'ContextManagement' });

/** How much the model reasons; present is on, absent is off (D-37). */
export function reasoning(limits: LimitValues) {
  return z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high']).nullish(),
      max_tokens: z
        .int()
        .min(limits.reasoning_min_tokens)
        .register(BOUNDS, { keywords: { minimum: 'reasoning_min_tokens' } })
        .nullish()
        .describe('Less than max_tokens of the request.'),
    })
    .refine(({ effort, max_tokens }) => (effort ?? null) === null || (max_tokens ?? null) === null, {
      message: 'one of the two',
    });
}

/** A server whose tools the model may use (D-40). */
const McpServer = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    url: z.string().min(1).describe('An https URL of a public host, unless tunnel_id is there.'),
    tunnel_id: z.string().min(1).nullish(),
    authorization_token: z.string().min(1).nullish(),
    allowed_tools: z.array(z.string().min(1)).min(1).nullish().describe('Default all.'),
  })
  .meta({ id: 'McpServer' });

/** Each under a name of its own. */
export const McpServers = z
  .array(McpServer)
  .max(LIMITS.mcp_servers_per_request)
  .register(BOUNDS, mostItems('mcp_servers_per_request'))
  .refine((servers) => new Set(servers.map(({ name }) => name)).size === servers.length, {
    message: 'names must differ',
  });

function describeUses({ server_tool_uses_default: uses }: LimitValues): string {
  return `Default ${uses}.`;
}

const domains = z.array(z.string().min(1)).min(1).nullish();

/** A tool that runs on the service's side (D-41). */
export const BuiltinTool = z
  .strictObject({
    type: z.enum(SERVER_TOOLS),
    max_uses: z
      .int()
      .min(1)
      .max(LIMITS.server_tool_uses)
      .register(BOUNDS, { keywords: { maximum: 'server_tool_uses' } })
      .nullish()
      .describe(describeUses(LIMITS))
      .register(BOUNDS, { description: describeUses }),
    allowed_domains: domains,
    blocked_domains: domains,
  })
  .refine(
    ({ allowed_domains: allowed, blocked_domains: blocked }) =>
      (allowed ?? null) === null || (blocked ?? null) === null,
    {
      message: 'one of the two lists',
    },
  )
  .meta({ id: 'BuiltinTool' });

export const PromptCacheKey = z
  .string()
  .min(1)
  .max(LIMITS.prompt_cache_key_characters)
  .register(BOUNDS, mostCharacters('prompt_cache_key_characters'))
  .regex(/^[\x20-\x7e]*$/)
  .describe('Requests with the same key share cached prefixes where they can.');
