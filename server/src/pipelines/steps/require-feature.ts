import { ApiError } from '@svc/contract';
import type { Step } from '#exchange';

/**
 * The last check of step 2 (D-01): chat may be switched off for a while (AUTH-37, D-94). `on` is read per request, so
 * that a reload is in force at once.
 */
export function requireFeature(feature: 'chat_completions', on: () => boolean): Step<unknown> {
  return () => {
    if (!on()) throw new ApiError('feature_unavailable', { extra: { feature } });
  };
}
