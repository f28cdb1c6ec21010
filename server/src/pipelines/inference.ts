import { sequence, type HttpExchange, type ModelEndpoint, type Step } from '#exchange';
import type { ModelChooser } from '#features/models';
import { modelCall, type ModelCallDeps } from './model-call.ts';
import { jsonBody } from './steps/body/json-body.ts';
import type { ReadBodyDeps } from './steps/body/read-body.ts';
import { authenticate, type AuthenticateDeps } from './steps/credential/authenticate.ts';
import { countUse, type CountUseDeps } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate, type LimitRateDeps } from './steps/limits/limit-rate.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requireFeature } from './steps/require-feature.ts';
import { requireOpenEndpoint } from './steps/require-surface.ts';
import { requirePublishedVersion } from './steps/require-version.ts';

export interface InferenceDeps
  extends AuthenticateDeps, CountUseDeps, LimitRateDeps, ReadBodyDeps, ModelCallDeps {
  readonly chatEnabled: () => boolean;
}

/**
 * The pipeline of a model call. The order is contract (D-01): the first refusal wins, and no later step runs.
 * `choose` decides what happens with an unusable model name.
 */
export function inference(
  deps: InferenceDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: false });
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //                           401 403
    requireFeature('chat_completions', deps.chatEnabled), // 403
    requireOpenEndpoint(deps, 'chat'), //                    403
    countUse(deps),
    limitRate(deps, 'inference', verify), //                 429
    requireKnownBetas, //                                    400
    requirePublishedVersion, //                              400
    jsonBody(deps, endpoint.bodyLimitBytes), //              413 400 408 503
    modelCall(deps, endpoint, choose), //                    400 402 403 404 413 429 503, then 200 or the engine's failure
  );
}
