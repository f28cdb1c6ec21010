import type { RequestQuery, RequestSummary } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { listPage, type ListBody } from '#features/listing';
import type { AccessScope } from '#features/module';
import { toTimestamp } from '#kit';
import { isRequestId } from './is-request-id.ts';
import { findRequests, type StoredRequest } from './store/request-records.ts';

/** Model calls of the last weeks, failed and refused ones too, as far as the caller reaches. */
export function listRequests(scope: AccessScope, query: RequestQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findRequests(scope, query, page),
    // Old records are dropped, and a client may hold a cursor to one.
    hasPlace: isRequestId,
    toItem: toRequestSummary,
    idOf: (row) => row.request_id,
  });
}

/** Without what went wrong at the engine, which is the operator's. */
export function toRequestSummary(row: StoredRequest): RequestSummary {
  return {
    id: row.request_id,
    type: 'request',
    workspace_id: row.workspace_id === '' ? null : row.workspace_id,
    api_key_id: row.key_id,
    user_id: row.user_id,
    endpoint: row.endpoint,
    model: row.model,
    streamed: row.streamed,
    service_tier: row.service_tier,
    outcome: row.outcome,
    status: row.status,
    error_code: row.error_code,
    queued_ms: row.queued_ms,
    first_output_ms: row.first_output_ms,
    duration_ms: row.duration_ms,
    usage: {
      input_tokens: row.input_tokens,
      cached_input_tokens: row.cached_input_tokens,
      output_tokens: row.output_tokens,
    },
    cost_usd: nanosToDecimal(row.cost_nanos),
    unlisted_calls: row.unlisted_calls,
    created_at: toTimestamp(row.created_at),
  };
}
