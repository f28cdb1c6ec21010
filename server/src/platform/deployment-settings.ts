import type { DeploymentConfig } from '#config';
import type { AllowanceSettings } from '#features/billing';
import type { RateLimits } from '#features/limits';

/** Parts of the configuration in the words of those who use them. */
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
    admin_api: limits.admin_requests_per_minute,
    console: limits.console_requests_per_minute,
    unauthenticated: limits.unauthenticated_requests_per_minute,
    oauth: limits.oauth_requests_per_minute,
  };
}
