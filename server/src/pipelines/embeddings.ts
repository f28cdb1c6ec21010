import { sequence, type EmbeddingsEndpoint, type HttpExchange, type KeyExchange, type Step } from '#exchange';
import type { EmbeddingModelChooser } from '#features/models';
import type { InferenceDeps } from './inference.ts';
import { admit } from './steps/limits/admit.ts';
import { authenticate } from './steps/credential/authenticate.ts';
import { countUse } from './steps/credential/count-use.ts';
import { embed } from './steps/generate.ts';
import { retryIfStale } from './steps/credential/verify-when-changed.ts';
import { limitKeyRate } from './steps/limits/limit-key-rate.ts';
import { limitRefusals } from './steps/limits/limit-refusals.ts';
import { limitEmbeddingsRate } from './steps/limits/limit-model-rate.ts';
import { jsonBody } from './steps/body/json-body.ts';
import { parseEmbeddings } from './steps/body/parse-embeddings.ts';
import { enforceInferenceHookOnInputs } from './steps/enforce-inference-hook.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';
import { requireOpenEndpoint, requireOpenModel } from './steps/require-surface.ts';
import { reserveForEmbeddings } from './steps/limits/reserve-allowance.ts';
import { selectEmbeddingModel } from './steps/select-embedding-model.ts';

export type EmbeddingsDeps = Omit<InferenceDeps, 'chatEnabled' | 'policy'>;

/**
 * The pipeline of an embeddings call: like a model call, but counts tokens and refusals instead of requests
 * (D-63).
 */
export function embeddings(
  deps: EmbeddingsDeps,
  endpoint: EmbeddingsEndpoint,
  choose: EmbeddingModelChooser,
): Step<HttpExchange> {
  const verify = authenticate(deps, { admitsAdminKeys: false });
  const counted = sequence<KeyExchange>()(
    requireKnownBetas, //                       400
    requirePublishedVersion, //                 400
    jsonBody(deps, endpoint.bodyLimitBytes), // 413 400 408 503
    parseEmbeddings(deps, endpoint), //         400 503
    selectEmbeddingModel(deps, choose), //      404 400
    requireOpenModel, //                        403
    limitEmbeddingsRate(deps), //               429
    reserveForEmbeddings(deps), //              402 503
    enforceInferenceHookOnInputs(deps), //         403 503
  );
  const limited = limitRefusals(deps, counted);
  return sequence<HttpExchange>()(
    retryIfStale(deps, verify), //             401 403
    requireOpenEndpoint(deps, 'embedding'), // 403
    countUse(deps),
    limitKeyRate(deps, verify), //             401 403 429
    limited, //                                429, and what these steps refuse
    admit(deps.generation, deps.journal), //   429 503
    embed(deps, endpoint), //                  200, or the engine's failure
  );
}
