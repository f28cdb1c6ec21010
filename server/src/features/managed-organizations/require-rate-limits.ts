import { ApiError, type RateLimitOverride } from '@svc/contract';
import type { ModelCatalog } from '#features/models';

interface CatalogDeps {
  readonly catalog: () => ModelCatalog;
}

/** Throws 400 for a model that the deployment does not have or that answers no conversations, one that is named twice, and limits that limit nothing. */
export function requireRateLimits(
  { catalog }: CatalogDeps,
  limits: readonly RateLimitOverride[],
  nowMs: number,
): void {
  const seen = new Set<string>();
  for (const [i, { model, ...measures }] of limits.entries()) {
    const path = `rate_limits[${i}]`;
    if (catalog().find(model, nowMs)?.kind !== 'chat')
      throw new ApiError('unknown_model', { param: `${path}.model` });
    if (seen.has(model)) throw invalid(`${path}.model`, 'A model may be listed only once.');
    seen.add(model);
    if (Object.values(measures).every((value) => value === undefined))
      throw invalid(path, 'A model needs at least one limit.');
  }
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
