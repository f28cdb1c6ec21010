import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, timestamp, wholeNumber } from '../administration/fields.ts';

const BUCKETS = ['hour', 'day', 'week', 'month'] as const;
const MEASURES = [
  'cost',
  'requests',
  'tokens',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
] as const;
const GROUPINGS = ['model', 'api_key_id', 'user_id', 'workspace_id', 'endpoint', 'status'] as const;
/** As many series as a chart has colors. */
const USUAL_SERIES = 7;
const MAX_SERIES = 100;

const amount = z.string().describe('Decimal text: US dollars of cost, or a count.');

/** Usage by time as a chart draws it, split into its largest groups, beside the period before. */
export const UsageSeries = z
  .object({
    type: z.literal('usage_series'),
    measure: z.enum(MEASURES),
    group_by: z.enum(GROUPINGS).nullable(),
    buckets: z
      .array(z.object({ starting_at: timestamp, ending_at: timestamp }))
      .describe(
        'Hours, days, weeks from Monday or months of UTC. The first and the last end where the period does.',
      ),
    series: z
      .array(
        z.object({
          group: z
            .string()
            .nullable()
            .describe(
              'An id, a model, an endpoint, or an outcome with its HTTP status, such as “failed 502”; calls by status include those that were refused or failed without output. Calls without a key are playground, console, or the code client cli, terminal or desktop. Null: all, all others, or what belongs to none.',
            ),
          name: z
            .string()
            .nullable()
            .describe('Name of the key, the person or the workspace; shown only if the caller may read it.'),
          is_other: z.boolean().describe('All groups that are smaller than those before it.'),
          amounts: z.array(amount).describe('One for each bucket.'),
          total: amount,
          before: amount.describe('Amount in the period before.'),
        }),
      )
      .describe('The largest first.'),
    total: amount,
    before: z
      .object({ starting_at: timestamp, ending_at: timestamp, total: amount })
      .describe('The period of the same length before, as far as the period itself has passed, to the hour.'),
  })
  .meta({ id: 'UsageSeries' });
export type UsageSeries = z.infer<typeof UsageSeries>;

export const usageSeriesQuery = (_limits: LimitValues) =>
  z.object({
    starting_at: instant,
    ending_at: instant.optional(),
    bucket: z.enum(BUCKETS).default('day'),
    measure: z.enum(MEASURES).default('cost'),
    group_by: z.enum(GROUPINGS).optional(),
    most_series: wholeNumber(1, MAX_SERIES).default(USUAL_SERIES),
  });
export type UsageSeriesQuery = z.output<ReturnType<typeof usageSeriesQuery>>;
