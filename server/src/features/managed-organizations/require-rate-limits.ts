import type { RateLimitOverride } from '@svc/contract';
import type { ModelCatalog } from '#features/models';
import { checkOverrides } from '#features/rate-limits';

interface CatalogDeps {
  readonly catalog: () => ModelCatalog;
}

/** Limits of models that answer conversations, lower or higher than those of the tier. */
export function requireRateLimits(
  { catalog }: CatalogDeps,
  limits: readonly RateLimitOverride[],
  nowMs: number,
): void {
  const isLimited = (model: string) => catalog().find(model, nowMs)?.kind === 'chat';
  checkOverrides(limits, { field: 'rate_limits', isLimited });
}
