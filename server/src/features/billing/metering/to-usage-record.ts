import type { TokenUsage } from '#engine';
import type { Authenticated, Exchange, Reserved, Selected } from '#exchange';
import { toTimestampMs } from '#kit';
import type { UsageRecord } from '#store';

/** One request as it is written down (D-90). The price is the one at admission. */
export function toUsageRecord(
  exchange: Exchange & Authenticated & Selected & Reserved,
  { outcome, usage, estimated }: { outcome: UsageRecord['outcome']; usage: TokenUsage; estimated: boolean },
): UsageRecord {
  const { requestId, credential, operation, admission, receivedAtMs } = exchange;
  const charge = admission.reservation.price(usage);
  return {
    request_id: requestId,
    organization_id: credential.organizationId,
    workspace_id: credential.workspaceId ?? '',
    key_id: credential.keyId,
    user_id: credential.userId,
    endpoint: operation.path,
    model: admission.model.id,
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    reasoning_tokens: usage.reasoningTokens,
    billing_source: charge.billing_source,
    price: charge.tool_prices
      ? { ...admission.model.config.pricing, ...charge.tool_prices }
      : admission.model.config.pricing,
    ...(usage.serverToolUse ? { server_tool_use: usage.serverToolUse } : {}),
    cost_nanos: charge.cost_nanos,
    plan_milli: charge.plan_milli,
    plan_windows: charge.plan_windows,
    node_id: charge.node_id,
    estimated,
    outcome,
    metadata: exchange.metadata,
    ...(credential.surface === null ? {} : { surface: credential.surface }),
    created_at: toTimestampMs(receivedAtMs),
  };
}
