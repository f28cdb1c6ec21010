import type { DeploymentConfig } from '#config';
import type { AllowanceSettings } from '#features/billing';
import type { RateLimits } from '#features/rate-limits';
import type { ModelPolicy } from '#features/models';
import type { ReplyLimits } from '#reply';

/** Parts of the configuration as the parts that use them name them. */
export function allowanceSettings({ limits, links, tools }: DeploymentConfig): AllowanceSettings {
  return {
    limits,
    toolPrices: tools.prices,
    upgradeUrl: links.upgrade,
    addCreditUrl: links.add_credit,
    actionUrl: links.action,
  };
}

export function rateLimits({ limits }: DeploymentConfig): RateLimits {
  return {
    inference: limits.chat_requests_per_minute,
    refused_embeddings: limits.refused_embeddings_per_minute,
    models: limits.models_requests_per_minute,
    token_counting: limits.token_counting_requests_per_minute,
    workspace_resources: limits.files_batches_models_requests_per_minute,
    code_telemetry: limits.code_telemetry_requests_per_minute,
    admin_api: limits.admin_requests_per_minute,
    console: limits.console_requests_per_minute,
    operator: limits.console_requests_per_minute,
    unauthenticated: limits.unauthenticated_requests_per_minute,
    oauth: limits.oauth_requests_per_minute,
  };
}

export function modelPolicy({ chat, links }: DeploymentConfig): ModelPolicy {
  return {
    unknownModel: chat.unknown_model,
    withoutRetentionModel: chat.without_retention_model,
    upgradeUrl: links.upgrade,
  };
}

export function replyLimits({ limits }: DeploymentConfig): ReplyLimits {
  return {
    rounds: limits.server_tool_rounds,
    totalMs: limits.generation_timeout_s * 1000,
    compactionTokens: limits.compaction_max_tokens,
  };
}
