import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import {
  sequence,
  type Exchange,
  type HttpExchange,
  type ModelEndpoint,
  type Selected,
  type Step,
} from '#exchange';
import type { ModelChooser } from '#features/models';
import type { InferenceDeps } from './inference.ts';
import { callOfModel } from './model-call.ts';
import { jsonBody } from './steps/body/json-body.ts';
import { authenticate } from './steps/credential/authenticate.ts';
import { countUse } from './steps/credential/count-use.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitRate } from './steps/limits/limit-rate.ts';
import { requireBeta, requireKnownBetas } from './steps/require-betas.ts';
import { requireFeature } from './steps/require-feature.ts';
import { requireOpenEndpoint } from './steps/require-surface.ts';
import { requirePublishedVersion } from './steps/require-version.ts';
import { countPrompt } from './steps/select-model.ts';

/**
 * The pipeline of a token count: that of a model call up to the model selection, without payment and engine
 * (D-36).
 */
export function countTokens(
  deps: InferenceDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
  handler: Step<Exchange & Selected>,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: false });
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //                             401 403
    requireFeature('chat_completions', deps.chatEnabled), //   403
    requireOpenEndpoint(deps, 'chat'), //                      403
    countUse(deps),
    limitRate(deps, 'token_counting', verify), //              429
    requireKnownBetas, //                                      400
    requireBeta(CHAT_EXTENSIONS_BETA), //                      400
    requirePublishedVersion, //                                400
    jsonBody(deps, endpoint.bodyLimitBytes), //                413 400 408 503
    callOfModel(deps, endpoint, choose, countPrompt(deps)), // 400 403 404 413 503
    handler,
  );
}
