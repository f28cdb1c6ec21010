import { sequence, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import { authenticate, type Admits, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface CatalogDeps extends AuthenticateDeps, CountUseDeps, LimitRateDeps {}

/**
 * The pipeline of a request to the model catalog. Admin keys may read our own (D-60), and no other vendor's form of it: there they are
 * refused as by every model call (COMPG-03).
 */
export function catalog(
  deps: CatalogDeps,
  { admitsAdminKeys }: Pick<Admits, 'admitsAdminKeys'>,
  handler: Step<KeyExchange>,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys });
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //        401 403
    countUse(deps),
    limitRate(deps, 'models', verify), // 429
    requireKnownBetas, //                 400
    requirePublishedVersion, //           400
    handler,
  );
}
