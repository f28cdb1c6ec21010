import type { LimitValues, UsageReport, UsageReportQuery } from '@svc/contract';
import type { AccessScope } from '#features/module';
import { reportBody, reportSpan } from './report-page.ts';
import { sumUsage, type UsageSum } from './store/usage.ts';

type Result = UsageReport['data'][number]['results'][number];

/** Usage of all model endpoints by time (D-ADM-8). */
export async function reportUsage(
  scope: AccessScope,
  query: UsageReportQuery,
  limits: LimitValues,
  nowMs: number,
): Promise<UsageReport> {
  const span = reportSpan(query, bucketCounts(query.bucket_width, limits), nowMs);
  const dimensions = [...new Set(query['group_by[]'])];
  const sums = await sumUsage(scope, { width: query.bucket_width, ...span }, dimensions, query);
  const results = sums.map((sum): readonly [number, Result] => [sum.starts_at, toResult(sum)]);
  return reportBody(span, byBucket(results));
}

export function byBucket<R>(results: readonly (readonly [number, R])[]): ReadonlyMap<number, readonly R[]> {
  const groups = Map.groupBy(results, ([atMs]) => atMs);
  return new Map([...groups].map(([atMs, group]) => [atMs, group.map(([, result]) => result)]));
}

function bucketCounts(
  width: UsageReportQuery['bucket_width'],
  limits: LimitValues,
): { readonly most: number; readonly usual: number } {
  switch (width) {
    case '1d':
      return { most: limits.usage_report_day_buckets, usual: limits.usage_report_day_buckets_default };
    case '1h':
      return { most: limits.usage_report_hour_buckets, usual: limits.usage_report_hour_buckets_default };
    case '1m':
      return { most: limits.usage_report_minute_buckets, usual: limits.usage_report_minute_buckets_default };
  }
}

function toResult(sum: UsageSum): Result {
  return {
    workspace_id: sum.workspace_id ?? null,
    api_key_id: sum.api_key_id || null,
    model: sum.model ?? null,
    endpoint: sum.endpoint ?? null,
    service_tier: (sum.service_tier as Result['service_tier'] | undefined) ?? null,
    billing_source: (sum.billing_source as Result['billing_source'] | undefined) ?? null,
    requests: sum.requests,
    input_tokens: sum.input_tokens,
    cached_input_tokens: sum.cached_input_tokens,
    output_tokens: sum.output_tokens,
    reasoning_tokens: sum.reasoning_tokens,
    server_tool_use: sum.web_searches === null ? null : { web_search_requests: sum.web_searches },
  };
}
