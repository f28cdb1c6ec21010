import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';
import { SpendLimit } from '../administration/spend-limit.ts';

const perMinute = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** One limit per minute, and what counts against it now. */
const rateUse = z.object({
  scope: z.enum(['organization', 'workspace']).describe('Whose calls are counted together.'),
  measure: z.enum([
    'requests',
    'input_tokens',
    'output_tokens',
    'embeddings_tokens',
    'workspace_resource_requests',
    'admin_api_requests',
  ]),
  model: z.string().nullable().describe('Null: not the limit of one model.'),
  limit_per_minute: perMinute,
  used: z
    .int()
    .min(0)
    .describe(
      'In the last 60 seconds. May be above the limit: a call is counted as what it took when it is over.',
    ),
});

/** Limits that apply, each with its use. */
export const LimitUse = z
  .object({
    type: z.literal('limit_use'),
    workspace_id: z.string().nullable().describe('Null: the limits of the organization.'),
    counting: z
      .enum(['shared', 'per_node', 'interrupted'])
      .describe(
        'Shared: over all nodes. Per node: each node limits by its own count, and this is that of the node that answered. Interrupted: per node until the shared counters are back.',
      ),
    data: z
      .array(rateUse)
      .describe(
        'Limits of the organization. For a workspace, its own limits and those it shares with the whole organization.',
      ),
    key_limits: z
      .array(
        z.object({ group: z.enum(['chat', 'token_counting', 'models']), requests_per_minute: perMinute }),
      )
      .describe('What each key may ask.'),
    spend_limits: z
      .array(SpendLimit)
      .describe(
        'Spend limits of the organization and its workspaces. For a workspace, its own, if the caller sees what it costs, and that of the caller.',
      ),
    read_at: timestamp,
  })
  .meta({ id: 'LimitUse' });
export type LimitUse = z.infer<typeof LimitUse>;
