import type { CostReport, CostReportQuery, LimitValues } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { OrganizationScope } from '#store';
import { reportBody, reportSpan } from './report-page.ts';
import { byBucket } from './report-usage.ts';
import { sumUsage, type StoredDimension, type UsageSum } from './store.ts';

type Result = CostReport['data'][number]['results'][number];

/** Cost by day (D-ADM-9). What the plan covered costs nothing, and is there all the same. */
export async function reportCost(
  scope: OrganizationScope,
  query: CostReportQuery,
  limits: LimitValues,
  nowMs: number,
): Promise<CostReport> {
  const counts = { most: limits.usage_report_day_buckets, usual: limits.usage_report_day_buckets_default };
  const span = reportSpan(query, counts, nowMs);
  const dimensions: StoredDimension[] = ['billing_source'];
  if (query['group_by[]'].includes('workspace_id')) dimensions.push('workspace_id');
  if (query['group_by[]'].includes('description')) dimensions.push('model');
  const sums = await sumUsage(scope, { width: '1d', ...span }, dimensions, query);
  return reportBody(span, byBucket(sums.map((sum): readonly [number, Result] => [sum.starts_at, toResult(sum)])));
}

function toResult(sum: UsageSum): Result {
  const source = sum.billing_source === 'api_credit' ? 'api_credit' : 'subscription';
  return {
    workspace_id: sum.workspace_id ?? null,
    description: sum.model === undefined ? null : `Usage of ${sum.model}`,
    model: sum.model ?? null,
    // The price of each kind of token is in the usage record; by the day only their sum is kept.
    token_type: null,
    billing_source: source,
    amount: source === 'subscription' ? '0' : nanosToDecimal(sum.cost_nanos),
    currency: 'USD',
  };
}
