import { ApiError } from '@svc/contract';
import type { Step } from '#exchange';

/**
 * The last check of step 2 (D-01): chat may be temporarily switched off (AUTH-37, D-94). Reads `on` per
 * request, so that a reload takes effect immediately.
 */
export function requireFeature(feature: 'chat_completions', on: () => boolean): Step<unknown> {
  return () => {
    if (!on()) throw new ApiError('feature_unavailable', { extra: { feature } });
  };
}
