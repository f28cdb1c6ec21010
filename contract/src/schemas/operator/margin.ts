import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { instant, money, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';

export const MARGIN_PERIODS = ['day', 'week', 'month'] as const;
export type MarginPeriod = (typeof MARGIN_PERIODS)[number];

const ORDERS = ['retail', 'engine_cost', 'margin', 'retail_change', 'tokens_change'] as const;
export type MarginOrder = (typeof ORDERS)[number];

const count = z.int().min(0);

const amounts = {
  requests: count,
  input_tokens: count,
  output_tokens: count,
  retail_usd: money.describe('Charged to credits.'),
  engine_cost_usd: money.describe('What the engines cost, as far as routes have a `cost`.'),
  plan_engine_cost_usd: money.describe(
    'The part of `engine_cost_usd` for calls that plans covered: they bring no retail.',
  ),
  margin_usd: money
    .nullable()
    .describe('`retail_usd` less `engine_cost_usd`. Null: the cost of no request is known.'),
  requests_without_cost: count.describe(
    'Requests whose engine cost is not known: their routes have no `cost`. Above 0 the margin is too high.',
  ),
};
const Amounts = z.object(amounts);
export type MarginAmounts = z.infer<typeof Amounts>;

const when = {
  period: z.enum(MARGIN_PERIODS),
  starting_at: timestamp,
  ending_at: timestamp.describe('The end of the period, or now while it runs.'),
};

/** Usage, retail, engine cost and margin of a period, in all and by model: of the deployment or of one organization. */
export const MarginReport = z
  .object({
    type: z.literal('margin_report'),
    organization_id: z.string().nullable().describe('Null: all organizations.'),
    ...when,
    total: Amounts,
    previous: Amounts.describe('Amounts of the whole period before.'),
    models: z.array(z.object({ model: z.string(), ...amounts })).describe('The highest retail first.'),
  })
  .meta({ id: 'MarginReport' });
export type MarginReport = z.infer<typeof MarginReport>;

/** The same of one organization in a list of them. */
export const OrganizationMargin = z
  .object({
    type: z.literal('organization_margin'),
    organization_id: z.string(),
    organization_name: z.string(),
    ...when,
    ...amounts,
    previous: Amounts.describe('Amounts of the whole period before.'),
    retail_change_usd: money.describe(
      'Retail less that of the period before; while a period runs, less the same share of the period before.',
    ),
    tokens_change: z
      .int()
      .describe('Input and output tokens less those of the period before, of the same share of it.'),
  })
  .meta({ id: 'OrganizationMargin' });
export type OrganizationMargin = z.infer<typeof OrganizationMargin>;

const choice = {
  period: z.enum(MARGIN_PERIODS).default('month').describe('Days, weeks from Monday and months, in UTC.'),
  at: instant.optional().describe('RFC 3339. A moment of the period; now, unless given.'),
};

export const marginQuery = (_limits: LimitValues) => z.object(choice);
export type MarginQuery = z.output<ReturnType<typeof marginQuery>>;

export function organizationMarginQuery(limits: LimitValues) {
  const { limit, after_id: afterId } = pageQuery(limits).shape;
  return z.object({
    ...choice,
    sort: z
      .enum(ORDERS)
      .default('retail')
      .describe('The highest first; of margins the lowest, of changes the largest in either direction.'),
    limit,
    after_id: afterId.describe('Items after this one, by the id of its organization.'),
  });
}
export type OrganizationMarginQuery = z.output<ReturnType<typeof organizationMarginQuery>>;
