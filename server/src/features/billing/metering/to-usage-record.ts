import type { TokenUsage } from '#engine';
import type { Authenticated, Exchange, RecordedCharge, Reserved, Selected } from '#exchange';
import { toTimestampMs } from '#kit';
import type { CallFacts, UsageRecord } from '#store';
import { batchPrices } from './tariff.ts';

/** What one request used, and how it ended. */
export interface MeteredUsage {
  readonly outcome: UsageRecord['outcome'];
  readonly usage: TokenUsage;
  readonly estimated: boolean;
  /** What the engines cost, as far as it is known. Undefined: not at all. */
  readonly engineCostNanos: number | undefined;
  /** What caches of engines saved of that. Undefined: the cost is not known. */
  readonly cacheSavedNanos?: number | undefined;
}

/** Builds the usage record of one request (D-90). Prices are those at admission. */
export function toUsageRecord(
  exchange: Exchange & Authenticated & Selected & Reserved,
  { outcome, usage, estimated, engineCostNanos, cacheSavedNanos }: MeteredUsage,
  facts: CallFacts,
): UsageRecord {
  const { requestId, credential, operation, metering, admission, receivedAtMs } = exchange;
  const charge = admission.reservation.price(usage);
  return {
    request_id: requestId,
    organization_id: credential.organizationId,
    workspace_id: credential.workspaceId ?? '',
    key_id: credential.keyId,
    user_id: credential.userId,
    endpoint: metering?.endpoint ?? operation.path,
    model: admission.model.id,
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    billing_source: charge.billing_source,
    price: priceOf(exchange, charge),
    ...(usage.serverToolUse ? { server_tool_use: usage.serverToolUse } : {}),
    cost_nanos: charge.cost_nanos,
    engine_cost_nanos: engineCostNanos,
    ...(usage.cacheWriteTokens ? { cache_write_tokens: usage.cacheWriteTokens } : {}),
    ...(cacheSavedNanos ? { cache_saved_nanos: cacheSavedNanos } : {}),
    plan_milli: charge.plan_milli,
    plan_windows: charge.plan_windows,
    node_id: charge.node_id,
    estimated,
    outcome,
    metadata: exchange.metadata,
    ...(credential.surface === null ? {} : { surface: credential.surface }),
    ...(exchange.serviceTier === 'batch' ? { service_tier: 'batch' } : {}),
    created_at: toTimestampMs(receivedAtMs),
    streamed: facts.streamed,
    status: facts.status,
    error_code: facts.error_code,
    engine_fault: facts.engine_fault,
    engine: facts.engine,
    queued_ms: facts.queued_ms,
    first_output_ms: facts.first_output_ms,
    duration_ms: facts.duration_ms,
  };
}

/** The prices of the tokens: reports split the cost by them. */
function priceOf(
  { serviceTier, admission }: Exchange & Selected,
  { tool_prices: toolPrices }: RecordedCharge,
): UsageRecord['price'] {
  const { config } = admission.model;
  if (serviceTier === 'standard' && !toolPrices) return config.pricing;
  return { ...config.pricing, ...(serviceTier === 'batch' ? batchPrices(config) : {}), ...toolPrices };
}
