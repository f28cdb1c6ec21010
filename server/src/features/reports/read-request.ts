import { ApiError, type RequestRecord } from '@svc/contract';
import { nanosToDecimal } from '#config';
import type { AccessScope } from '#features/module';
import { toTimestamp } from '#kit';
import { findUsageRecord, type StoredUsageRecord } from './store/usage-record.ts';

const MILLI = 1000;

/** What was written down of one request, its end and its price included (inference contract §1 and §2.7). Nothing of what was said. */
export async function readRequest(scope: AccessScope, id: string): Promise<RequestRecord> {
  const record = await findUsageRecord(scope, id);
  if (!record) throw new ApiError('request_not_found');
  return toRequestRecord(record);
}

function toRequestRecord(record: StoredUsageRecord): RequestRecord {
  return {
    id: record.request_id,
    type: 'request',
    workspace_id: record.workspace_id,
    api_key_id: record.key_id,
    user_id: record.user_id,
    endpoint: record.endpoint,
    model: record.model,
    usage: {
      input_tokens: record.input_tokens,
      cached_input_tokens: record.cached_input_tokens,
      output_tokens: record.output_tokens,
      reasoning_tokens: record.reasoning_tokens,
      server_tool_use: record.server_tool_use ?? {},
    },
    billing_source: record.billing_source,
    cost_usd: nanosToDecimal(record.cost_nanos),
    allowance_tokens: record.plan_milli / MILLI,
    receipt: {
      outcome: record.outcome,
      closed_early: record.outcome === 'client_closed',
      measured: record.estimated ? 'estimated' : 'exact',
      billed_output_tokens: record.output_tokens,
    },
    created_at: toTimestamp(record.created_at),
  };
}
