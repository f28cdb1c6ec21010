import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, money, timestamp } from './fields.ts';

const DIMENSIONS = [
  'workspace_id',
  'api_key_id',
  'model',
  'endpoint',
  'service_tier',
  'billing_source',
] as const;
export type UsageDimension = (typeof DIMENSIONS)[number];

const source = z.enum(['subscription', 'api_credit']);
const count = z.int().min(0);

function reportOf<Result extends z.ZodObject>(result: Result) {
  return z.object({
    data: z.array(z.object({ starting_at: timestamp, ending_at: timestamp, results: z.array(result) })),
    has_more: z.boolean(),
    next_page: z.string().nullable().describe('Send it as page to go on.'),
  });
}

/** Usage by time (D-ADM-8). A dimension that was not asked for is null. */
export const UsageReport = reportOf(
  z.object({
    workspace_id: z.string().nullable(),
    api_key_id: z.string().nullable(),
    model: z.string().nullable(),
    endpoint: z.string().nullable(),
    service_tier: z.enum(['standard', 'batch']).nullable(),
    billing_source: source.nullable(),
    requests: count,
    input_tokens: count,
    cached_input_tokens: count,
    output_tokens: count,
    reasoning_tokens: count,
    server_tool_use: z
      .object({ web_search_requests: count })
      .nullable()
      .describe('Null for days from before it was kept.'),
  }),
).meta({ id: 'UsageReport' });
export type UsageReport = z.infer<typeof UsageReport>;

/** Cost by day (D-ADM-9). */
export const CostReport = reportOf(
  z.object({
    workspace_id: z.string().nullable(),
    description: z.string().nullable(),
    model: z.string().nullable(),
    token_type: z
      .enum(['input_tokens', 'cached_input_tokens', 'output_tokens'])
      .nullable()
      .describe('When grouped by description. Null for tools and for what the plan covered.'),
    billing_source: source,
    amount: money,
    currency: z.literal('USD'),
  }),
).meta({ id: 'CostReport' });
export type CostReport = z.infer<typeof CostReport>;

const MAX_VALUES = 100;
const values = z.array(z.string().max(256)).max(MAX_VALUES).optional();

function span() {
  return {
    starting_at: instant,
    ending_at: instant.optional(),
    // Checked by hand: how many there may be depends on their width.
    limit: z.string().optional().meta({
      type: 'integer',
      minimum: 1,
      description: 'Buckets of a page. The most depend on their width.',
    }),
    page: z.string().max(64).optional(),
    'workspace_ids[]': values,
    'api_key_ids[]': values,
    'models[]': values,
  };
}

export const usageReportQuery = (_limits: LimitValues) =>
  z.object({
    ...span(),
    bucket_width: z.enum(['1m', '1h', '1d']).default('1d'),
    'group_by[]': z.array(z.enum(DIMENSIONS)).max(DIMENSIONS.length).default([]),
  });
export type UsageReportQuery = z.output<ReturnType<typeof usageReportQuery>>;

export const costReportQuery = (_limits: LimitValues) =>
  z.object({
    ...span(),
    bucket_width: z.literal('1d').default('1d'),
    'group_by[]': z
      .array(z.enum(['workspace_id', 'description']))
      .max(2)
      .default([]),
  });
export type CostReportQuery = z.output<ReturnType<typeof costReportQuery>>;
