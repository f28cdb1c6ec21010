import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, money, timestamp } from '../administration/fields.ts';

const SPANS = ['1h', '6h', '1d', '7d', '30d', '90d'] as const;
const GROUPINGS = ['model', 'engine', 'node', 'code', 'route'] as const;

const count = z.int().min(0);
const rate = z.number().min(0);
const counts = z.array(count).describe('One for each point.');

const Latency = z
  .object({ p50_ms: count, p95_ms: count, p99_ms: count })
  .nullable()
  .describe('Each within 10 % of the exact value, or within a millisecond. Null: there was no such call.');

const latencies = {
  first_output: Latency.describe(
    'Time from the arrival of a call to its first output, for completed streamed calls outside of batches.',
  ),
  duration: Latency.describe(
    'Time from the arrival of a call to its end, for completed calls outside of batches.',
  ),
};

const totals = {
  requests: count.describe('Model calls that ended, refused and failed ones included.'),
  errors: count.describe('Calls that were refused or failed.'),
  input_tokens: count,
  output_tokens: count,
  cached_input_tokens: count.describe('The part of `input_tokens` that engines read from their caches.'),
  cache_write_tokens: count.describe('The part of `input_tokens` that engines wrote to their caches.'),
  cache_saved_usd: money.describe(
    'What cached input cost less than other input, less what writes cost more, as far as routes have a `cost`. May be negative.',
  ),
  ...latencies,
};

/** Model calls of the whole deployment by time, as the page of operators draws them. */
export const Traffic = z
  .object({
    type: z.literal('traffic'),
    span: z.enum(SPANS),
    group_by: z.enum(GROUPINGS),
    starting_at: timestamp,
    ending_at: timestamp.describe('End of the last point.'),
    point_seconds: count.describe('How long each point is.'),
    points: z
      .array(z.object({ starting_at: timestamp, ...totals }))
      .describe('At most 120, the oldest first.'),
    series: z
      .array(
        z.object({
          group: z
            .string()
            .nullable()
            .describe(
              'A model, an engine, the id of a node, or how calls ended: completed, client_closed or an error code; of a route, the engine that was asked last, ": " and the model. Null: all others, or calls that came to no model or engine.',
            ),
          is_other: z.boolean().describe('All groups that are smaller than those before it.'),
          requests: counts,
          errors: counts,
          tokens: counts.describe('Input and output tokens, one number for each point.'),
          total: z.object(totals),
        }),
      )
      .describe('The groups with the most calls first.'),
    total: z.object(totals),
    current: z
      .object({
        requests_per_second: rate,
        errors_per_second: rate,
        input_tokens_per_second: rate,
        output_tokens_per_second: rate,
      })
      .nullable()
      .describe(
        'Amounts of the last full minute and of the current one so far. Null: the span ended earlier.',
      ),
  })
  .meta({ id: 'Traffic' });
export type Traffic = z.infer<typeof Traffic>;

export const trafficQuery = (_limits: LimitValues) =>
  z.object({
    span: z.enum(SPANS).default('1h'),
    ending_at: instant
      .optional()
      .describe('RFC 3339. Now, unless given; fine points are kept for a while only.'),
    group_by: z.enum(GROUPINGS).default('model'),
  });
export type TrafficQuery = z.output<ReturnType<typeof trafficQuery>>;
