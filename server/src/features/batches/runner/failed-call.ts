import { ERRORS, typeForStatus, type ErrorBody } from '@svc/contract';
import { newId, toTimestampMs } from '#kit';
import type { LineResponse } from './call-model.ts';
import type { LocalLine } from './open-batch.ts';

const { status, code, message } = ERRORS.internal_error;

/**
 * The response to a line whose call ended without one: a fault of the service, or an endpoint that this node does not know, because a newer
 * one validated the line. It counts as an attempt, so that a line that can never run gets an error as its result.
 */
export function failedCall({ batch: { row }, endpoint }: LocalLine, nowMs: number): LineResponse {
  const requestId = newId('req_', nowMs);
  const body: ErrorBody = {
    error: { type: typeForStatus(status), code, message, param: null, request_id: requestId },
  };
  return {
    type: 'responded',
    requestId,
    status,
    headers: [],
    text: JSON.stringify(body),
    isComplete: true,
    refusal: undefined,
    errorCode: code,
    model: undefined,
    usage: undefined,
    failure: {
      request_id: requestId,
      organization_id: row.organization_id,
      workspace_id: row.workspace_id,
      key_id: row.key_id,
      user_id: row.user_id,
      endpoint,
      service_tier: 'batch',
      outcome: 'failed',
      created_at: toTimestampMs(nowMs),
      streamed: false,
      status,
      error_code: code,
      duration_ms: 0,
    },
    charge: { charged: () => undefined, drop: () => undefined },
  };
}
