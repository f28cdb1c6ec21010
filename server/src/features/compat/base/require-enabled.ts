import { ApiError, type CompatVendor } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { Step } from '#exchange';

/** 404 as for any unknown path where the vendor's endpoints are switched off (COMPG-01). */
export function requireEnabled(
  compat: () => DeploymentConfig['compat'],
  vendor: CompatVendor,
): Step<unknown> {
  return () => {
    if (!compat()[vendor].enabled) throw new ApiError('not_found');
  };
}
