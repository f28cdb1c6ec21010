import { z } from 'zod';
import { timestamp } from '../administration/fields.ts';

const count = z.int().min(0);

/** What was written down of one answered request: never what was said in it (inference contract §1 and §2.7, D-90). */
export const RequestRecord = z
  .object({
    id: z.string(),
    type: z.literal('request'),
    workspace_id: z.string(),
    api_key_id: z.string().nullable().describe('Null: called by sign-in.'),
    user_id: z.string().nullable(),
    endpoint: z.string(),
    model: z.string(),
    usage: z.object({
      input_tokens: count,
      cached_input_tokens: count,
      output_tokens: count,
      reasoning_tokens: count,
      server_tool_use: z.record(z.string(), count),
    }),
    billing_source: z.enum(['subscription', 'api_credit']),
    cost_usd: z.string().describe('US dollars as decimal text. 0 where the plan paid.'),
    allowance_tokens: z.number().min(0).describe('Taken of the plan. 0 where credits paid.'),
    receipt: z
      .object({
        outcome: z.enum(['completed', 'client_closed', 'failed']),
        closed_early: z.boolean().describe('The caller left before the reply was complete.'),
        measured: z
          .enum(['exact', 'estimated'])
          .describe('Estimated: counted here from what was sent, because the final count never came.'),
        billed_output_tokens: count.describe('Generated until then, and billed.'),
      })
      .describe('How the request ended and what was billed of it.'),
    created_at: timestamp,
  })
  .meta({ id: 'RequestRecord' });
export type RequestRecord = z.infer<typeof RequestRecord>;
