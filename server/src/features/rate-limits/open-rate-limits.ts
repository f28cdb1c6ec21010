import type { SharedCounters } from '#cluster';
import type { DeploymentConfig } from '#config';
import type { Clock, Log } from '#kit';
import type { Store } from '#store';
import { ModelRates } from './model-rates.ts';
import { RateOverrides } from './rate-overrides.ts';
import { RequestRates, type RateLimits } from './request-rates.ts';
import { SharedRates } from './shared-rates.ts';

interface RateLimitsParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly deployment: () => DeploymentConfig;
  /** Absent: this node counts alone. */
  readonly counters: SharedCounters | undefined;
}

export function openRateLimits({ db, clock, log, deployment, counters }: RateLimitsParts) {
  const rates = new RequestRates(clock, toRateLimits(deployment()));
  return {
    rates,
    sharedRates: counters && new SharedRates(counters, rates),
    modelRates: new ModelRates(clock, counters, deployment().rate_tiers),
    rateOverrides: new RateOverrides({ db, clock, log }),
  };
}

export function toRateLimits({ limits }: DeploymentConfig): RateLimits {
  return {
    inference: limits.chat_requests_per_minute,
    refused_embeddings: limits.refused_embeddings_per_minute,
    models: limits.models_requests_per_minute,
    token_counting: limits.token_counting_requests_per_minute,
    workspace_resources: limits.files_batches_models_requests_per_minute,
    code_telemetry: limits.code_telemetry_requests_per_minute,
    admin_api: limits.admin_requests_per_minute,
    console: limits.console_requests_per_minute,
    directory: limits.directory_requests_per_minute,
    operator: limits.console_requests_per_minute,
    unauthenticated: limits.unauthenticated_requests_per_minute,
    oauth: limits.oauth_requests_per_minute,
  };
}
