import type { Step } from '#exchange';
import type { RateGroup, RequestRates } from '#features/limits';

/** Step 3 (D-01): requests a minute per key, counted when accepted (D-76). */
export function limitRate(rates: RequestRates, group: RateGroup): Step {
  return ({ credential }) => rates.take(group, credential.keyId, 'api_key');
}
