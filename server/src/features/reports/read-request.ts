import { ApiError, type RequestRecord, type RequestSummary } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { AccessScope } from '#features/module';
import { toTimestamp } from '#kit';
import { isRequestId } from './is-request-id.ts';
import { toRequestSummary } from './list-requests.ts';
import { findRequest } from './store/request-records.ts';
import { findUsageRecord, type StoredUsageRecord } from './store/usage-record.ts';

const MILLI = 1000;

/**
 * What was written down of one request, its end and its price included (inference contract §1 and §2.7). Nothing of what was said. Usage is
 * kept for longer than how the call went.
 */
export async function readRequest(scope: AccessScope, id: string): Promise<RequestRecord> {
  const usage = await findUsageRecord(scope, id);
  const request = isRequestId(id) ? await findRequest(scope, id) : undefined;
  if (request) return toRequestRecord(toRequestSummary(request), usage);
  if (!usage) throw new ApiError('request_not_found');
  return toRequestRecord(summaryOf(usage), usage);
}

function toRequestRecord(summary: RequestSummary, usage: StoredUsageRecord | undefined): RequestRecord {
  return {
    ...summary,
    usage: {
      ...summary.usage,
      reasoning_tokens: usage?.reasoning_tokens ?? 0,
      server_tool_use: usage?.server_tool_use ?? {},
    },
    billing_source: usage?.billing_source ?? null,
    allowance_tokens: (usage?.plan_milli ?? 0) / MILLI,
    receipt: usage
      ? {
          closed_early: usage.outcome === 'client_closed',
          measured: usage.estimated ? 'estimated' : 'exact',
          billed_output_tokens: usage.output_tokens,
        }
      : null,
  };
}

function summaryOf(usage: StoredUsageRecord): RequestSummary {
  return {
    id: usage.request_id,
    type: 'request',
    workspace_id: usage.workspace_id,
    api_key_id: usage.key_id,
    user_id: usage.user_id,
    endpoint: usage.endpoint,
    model: usage.model,
    streamed: null,
    service_tier: usage.service_tier,
    outcome: usage.outcome,
    status: usage.outcome === 'completed' ? 200 : null,
    error_code: null,
    queued_ms: null,
    first_output_ms: null,
    duration_ms: null,
    usage: {
      input_tokens: usage.input_tokens,
      cached_input_tokens: usage.cached_input_tokens,
      output_tokens: usage.output_tokens,
    },
    cost_usd: nanosToDecimal(usage.cost_nanos),
    unlisted_calls: 0,
    created_at: toTimestamp(usage.created_at),
  };
}
