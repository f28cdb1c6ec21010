import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { amount, instant, reference, timestamp, wholeNumber } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

const count = z.int().min(0);
const sinceArrival = count
  .nullable()
  .describe('Milliseconds from the arrival of the call. Null: it did not get that far.');

const OUTCOMES = ['completed', 'client_closed', 'failed', 'refused'] as const;

/** One model call in a list. */
export const RequestSummary = z
  .object({
    id: z.string(),
    type: z.literal('request'),
    workspace_id: z.string().nullable().describe('Null: called with an admin key.'),
    api_key_id: z.string().nullable().describe('Null: called by sign-in.'),
    user_id: z.string().nullable(),
    endpoint: z.string(),
    model: z.string().nullable().describe('Null: refused before a model was chosen.'),
    streamed: z.boolean().nullable().describe('Null: not known of old requests.'),
    service_tier: z.enum(['standard', 'batch']),
    outcome: z
      .enum(OUTCOMES)
      .describe(
        'Refused: turned away before a model was asked. Failed: an error of the model or of the service.',
      ),
    status: z.int().nullable().describe('HTTP status. Null: the caller left before there was one.'),
    error_code: z.string().nullable(),
    queued_ms: sinceArrival,
    first_output_ms: sinceArrival,
    duration_ms: sinceArrival,
    usage: z.object({ input_tokens: count, cached_input_tokens: count, output_tokens: count }),
    cost_usd: z.string().describe('US dollars as decimal text. 0 where the plan paid.'),
    unlisted_calls: count.describe(
      'Further calls of the same key in the same minute that were refused or failed, and have no record of their own.',
    ),
    created_at: timestamp,
  })
  .meta({ id: 'RequestSummary' });
export type RequestSummary = z.infer<typeof RequestSummary>;

/** What was written down of one model call: never what was said in it (inference contract §1 and §2.7, D-90). */
export const RequestRecord = RequestSummary.extend({
  usage: RequestSummary.shape.usage.extend({
    reasoning_tokens: count,
    server_tool_use: z.record(z.string(), count),
  }),
  billing_source: z.enum(['subscription', 'api_credit']).nullable().describe('Null: nothing was billed.'),
  allowance_tokens: z.number().min(0).describe('Taken of the plan. 0 where credits paid.'),
  receipt: z
    .object({
      closed_early: z.boolean().describe('The caller left before the reply was complete.'),
      measured: z
        .enum(['exact', 'estimated'])
        .describe('Estimated: counted here from what was sent, because the final count never came.'),
      billed_output_tokens: count.describe('Output tokens that were generated until then, and billed.'),
    })
    .nullable()
    .describe('What was billed. Null: nothing was.'),
}).meta({ id: 'RequestRecord' });
export type RequestRecord = z.infer<typeof RequestRecord>;

/** Which requests a list is about. */
export function requestQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    starting_at: instant.optional(),
    ending_at: instant.optional(),
    outcome: z
      .enum([...OUTCOMES, 'unsuccessful'])
      .optional()
      .describe('Unsuccessful: all but completed.'),
    status: wholeNumber(100, 599).optional().describe('HTTP status.'),
    error_code: reference.max(100).optional(),
    api_key_id: reference.max(100).optional(),
    user_id: reference.max(100).optional(),
    workspace_id: reference.max(100).optional(),
    model: reference.max(256).optional(),
    min_cost_usd: amount.optional().describe('US dollars as decimal text.'),
  });
}
export type RequestQuery = z.output<ReturnType<typeof requestQuery>>;
