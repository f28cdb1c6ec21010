import { sequence, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import { authenticate, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface CatalogDeps extends AuthenticateDeps, CountUseDeps, LimitRateDeps {}

/** The pipeline of a request to the model catalog, which admin keys may read too (D-60). */
export function catalog(deps: CatalogDeps, answer: Step<KeyExchange>): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: true });
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //        401 403
    countUse(deps),
    limitRate(deps, 'models', verify), // 429
    requireKnownBetas, //                 400
    requirePublishedVersion, //           400
    answer,
  );
}
