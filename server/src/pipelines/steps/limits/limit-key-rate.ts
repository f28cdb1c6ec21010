import type { KeyExchange, Step } from '#exchange';
import type { Authenticate } from '../credential/authenticate.ts';
import { recheckCredential } from '../credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './limit-rate.ts';

/**
 * Step 3 (D-01) of calls whose requests are not counted (D-63): counts those of keys with a limit of their own, which is one of
 * all model calls (ADR 0087). Of other keys it only learns whether the credential was changed elsewhere.
 */
export function limitKeyRate(deps: LimitRateDeps, authenticate: Authenticate): Step<KeyExchange> {
  const recheck = recheckCredential(deps, authenticate);
  const limit = limitRate(deps, 'inference', authenticate);
  return (exchange) =>
    (exchange.credential.restrictions?.requestsPerMinute ?? null) === null
      ? recheck(exchange)
      : limit(exchange);
}
