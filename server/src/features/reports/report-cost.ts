import type { CostReport, CostReportQuery, LimitValues } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { AccessScope } from '#features/module';
import { reportBody, reportSpan } from './report-page.ts';
import { byBucket } from './report-usage.ts';
import { sumCost, type CostSum, type StoredDimension } from './store/usage.ts';

type Result = CostReport['data'][number]['results'][number];

/** Cost by day (D-ADM-9). What the plan covered costs nothing, and is there all the same. */
export async function reportCost(
  scope: AccessScope,
  query: CostReportQuery,
  limits: LimitValues,
  nowMs: number,
): Promise<CostReport> {
  const counts = { most: limits.usage_report_day_buckets, usual: limits.usage_report_day_buckets_default };
  const span = reportSpan(query, counts, nowMs);
  const dimensions: StoredDimension[] = ['billing_source'];
  if (query['group_by[]'].includes('workspace_id')) dimensions.push('workspace_id');
  if (query['group_by[]'].includes('description')) dimensions.push('model');
  const sums = await sumCost(scope, span, dimensions, query);
  return reportBody(
    span,
    byBucket(
      sums.flatMap((sum) =>
        toResults(sum).map((result): readonly [number, Result] => [sum.starts_at, result]),
      ),
    ),
  );
}

/** One line of a bill. */
interface Part {
  readonly of: string;
  readonly tokenType: Result['token_type'];
  readonly nanos: number;
}

/** Grouped by description, what credits paid is told by what it was paid for; together it is what was charged. */
function toResults(sum: CostSum): Result[] {
  const { billing_source: source, model } = sum;
  const covered = source !== 'api_credit';
  const parts = covered || model === undefined ? [] : partsOf(sum).filter(({ nanos }) => nanos > 0);
  const shared = { workspace_id: sum.workspace_id ?? null, model: model ?? null, currency: 'USD' } as const;
  const billed = { ...shared, billing_source: covered ? 'subscription' : 'api_credit' } as const;
  if (parts.length === 0) {
    const description = model === undefined ? null : `Usage of ${model}`;
    return [
      { ...billed, description, token_type: null, amount: covered ? '0' : nanosToDecimal(sum.cost_nanos) },
    ];
  }
  return parts.map(({ of, tokenType, nanos }) => ({
    ...billed,
    description: `${of} of ${model}`,
    token_type: tokenType,
    amount: nanosToDecimal(nanos),
  }));
}

/** Nothing where only the whole is known. */
function partsOf({
  cost_nanos: cost,
  cached_input_nanos: cached,
  output_nanos: output,
  tool_nanos: tools,
}: CostSum): Part[] {
  if (cached === null || output === null || tools === null) return [];
  return [
    { of: 'Input tokens', tokenType: 'input_tokens', nanos: cost - cached - output - tools },
    { of: 'Cached input tokens', tokenType: 'cached_input_tokens', nanos: cached },
    { of: 'Output tokens', tokenType: 'output_tokens', nanos: output },
    { of: 'Tools', tokenType: null, nanos: tools },
  ];
}
