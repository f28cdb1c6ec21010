import type { Credential, Exchange, HttpExchange, MatchedKey, RunSummary } from '#exchange';
import { toTimestampMs } from '#kit';
import type { CallOutcome, CallRecord } from '#store';
import { callFacts, type CallEnd } from './call-facts.ts';

/**
 * The record of a call that used nothing. Undefined for a caller of no organization: an unknown key is nobody's. `summary`:
 * undefined if no engine was asked.
 */
export function toCallRecord(exchange: Exchange, summary: RunSummary | undefined): CallRecord | undefined {
  const caller = callerOf(exchange);
  if (!caller) return undefined;
  const { requestId, operation, metering, admission, receivedAtMs, sink, errorCode } = exchange;
  // Nobody has seen the error of a caller who left.
  const left = sink.status === undefined;
  const end = {
    status: sink.status ?? null,
    errorCode: left ? undefined : errorCode,
    fault: summary?.fault?.message,
  };
  return {
    request_id: requestId,
    ...caller,
    endpoint: metering?.endpoint ?? operation.path,
    ...(admission ? { model: admission.model.id } : {}),
    ...(exchange.serviceTier === 'batch' ? { service_tier: 'batch' } : {}),
    outcome: outcomeOf(end, summary),
    created_at: toTimestampMs(receivedAtMs),
    ...callFacts(exchange, summary, end),
  };
}

/** A response that only bridged silence has begun, but has no error if the caller left. */
function outcomeOf(
  { status, errorCode }: Pick<CallEnd, 'status' | 'errorCode'>,
  summary: RunSummary | undefined,
): CallOutcome {
  if (status === null || (status === 200 && errorCode === undefined)) return 'client_closed';
  return summary || status >= 500 ? 'failed' : 'refused';
}

type Caller = Pick<CallRecord, 'organization_id' | 'workspace_id' | 'key_id' | 'user_id'>;

/** A refused credential is not set, but its key or session is known. */
function callerOf(exchange: Exchange): Caller | undefined {
  const { credential } = exchange;
  if (credential) return ofCredential(credential);
  const { key } = exchange as Partial<Pick<HttpExchange, 'key'>>;
  return key && ofKey(key);
}

function ofCredential({ organizationId, workspaceId, keyId, userId }: Credential): Caller {
  return {
    organization_id: organizationId,
    workspace_id: workspaceId ?? '',
    key_id: keyId,
    user_id: userId,
  };
}

function ofKey({ id, organizationId, workspaceId, userId, creatorId }: MatchedKey): Caller {
  return {
    organization_id: organizationId,
    workspace_id: workspaceId ?? '',
    key_id: userId === undefined ? id : null,
    user_id: userId ?? creatorId ?? null,
  };
}
