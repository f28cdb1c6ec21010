import type { MarginReport, OrganizationMargin } from '../../schemas/operator/margin.ts';
import { ORGANIZATION_ID } from './ids.ts';

const amounts = {
  requests: 41_200,
  input_tokens: 61_800_000,
  output_tokens: 12_360_000,
  retail_usd: '370.80',
  engine_cost_usd: '148.32',
  plan_engine_cost_usd: '21.60',
  margin_usd: '222.48',
  requests_without_cost: 0,
};

const previous = {
  ...amounts,
  requests: 30_900,
  input_tokens: 46_350_000,
  output_tokens: 9_270_000,
  retail_usd: '278.10',
  engine_cost_usd: '111.24',
  plan_engine_cost_usd: '16.20',
  margin_usd: '166.86',
};

const month = {
  period: 'month',
  starting_at: '2026-10-01T00:00:00Z',
  ending_at: '2026-11-01T00:00:00Z',
} as const;

export const marginReport: MarginReport = {
  type: 'margin_report',
  organization_id: null,
  ...month,
  total: amounts,
  previous,
  models: [{ model: 'Svc Standard', ...amounts }],
};

export const organizationMargin: OrganizationMargin = {
  type: 'organization_margin',
  organization_id: ORGANIZATION_ID,
  organization_name: 'Acme',
  ...month,
  ...amounts,
  previous,
  retail_change_usd: '92.70',
  tokens_change: 18_540_000,
};
