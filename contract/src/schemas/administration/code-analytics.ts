import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { money } from './fields.ts';
import { pageQuery } from './page.ts';

const count = z.int().min(0);
/** What clients report (CODE-03). The service sees calls only, so it is not known of those that report nothing. */
const reported = <S extends z.ZodType>(schema: S) =>
  schema.nullable().describe('As the client reported it; null if it reported nothing that day.');

/** What one person, or one code-client key, asked for in a day (D-ADM-10), and what their client reported. */
export const CodeActivity = z
  .object({
    date: z.string().describe('The day, UTC: YYYY-MM-DD.'),
    actor: z.object({
      type: z.enum(['user', 'api_key']),
      id: z.string(),
      email: z.string().describe('Of the person, or of who made the key.'),
      name: z.string(),
    }),
    requests: count,
    sessions: reported(count),
    lines_of_code: reported(z.object({ added: count, removed: count })),
    commits: reported(count),
    pull_requests: reported(count),
    tool_actions: reported(z.record(z.string(), z.object({ accepted: count, rejected: count }))),
    model_breakdown: z.array(
      z.object({
        model: z.string(),
        tokens: z.object({
          input: count.describe('Cached ones included.'),
          cached_input: count,
          output: count,
        }),
        estimated_cost: z.object({
          amount: money.describe('What credits paid; 0 where the plan did.'),
          currency: z.literal('USD'),
        }),
      }),
    ),
  })
  .meta({ id: 'CodeActivity' });
export type CodeActivity = z.infer<typeof CodeActivity>;

export function codeAnalyticsQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    starting_at: z.iso
      .date()
      .transform((text) => Date.parse(text))
      .refine((ms) => ms >= 0, 'must not be before 1970')
      .describe('One day, UTC: YYYY-MM-DD.'),
  });
}
export type CodeAnalyticsQuery = z.output<ReturnType<typeof codeAnalyticsQuery>>;
