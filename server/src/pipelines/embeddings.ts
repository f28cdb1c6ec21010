import { sequence, type EmbeddingsEndpoint, type Step } from '#exchange';
import type { InferenceRooms } from './inference.ts';
import { admit } from './steps/limits/admit.ts';
import { authenticate } from './steps/credential/authenticate.ts';
import { countUse } from './steps/credential/count-use.ts';
import { embed } from './steps/generate.ts';
import { recheckCredential, refuseWhenCurrent } from './steps/credential/judge-when-changed.ts';
import { limitEmbeddingsRate } from './steps/limits/limit-model-rate.ts';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { parseEmbeddings } from './steps/body/parse-embeddings.ts';
import { readBody } from './steps/body/read-body.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requireJson } from './steps/body/require-json.ts';
import { requirePublishedVersion } from './steps/require-version.ts';
import { requireOpenEndpoint, requireOpenModel } from './steps/require-surface.ts';
import { reserveAllowance } from './steps/limits/reserve-allowance.ts';
import { worstCaseOfEmbeddings } from './steps/limits/worst-case.ts';
import { selectEmbeddingModel } from './steps/select-embedding-model.ts';

export type EmbeddingsRooms = Omit<InferenceRooms, 'chatEnabled' | 'rates' | 'policy'>;

/** The path of an embeddings call: as that of a model call, save that its requests are not counted, its tokens are (D-63). */
export function embeddings(rooms: EmbeddingsRooms, endpoint: EmbeddingsEndpoint): Step {
  const judge = authenticate(rooms, { admitsAdminKeys: false });
  return sequence(
    refuseWhenCurrent(rooms, judge), //                401 403
    requireOpenEndpoint(rooms, 'embedding'), //        403
    countUse(rooms),
    recheckCredential(rooms, judge), //                401 403
    requireKnownBetas, //                              400
    requirePublishedVersion, //                        400
    limitDeclaredSize(endpoint.bodyLimitBytes), //     413
    requireJson, //                                    400
    readBody(endpoint.bodyLimitBytes), //              413 408
    parseEmbeddings(endpoint, rooms.depthLimit), //    400
    selectEmbeddingModel(rooms), //                    404 400
    requireOpenModel, //                               403
    limitEmbeddingsRate(rooms), //                     429
    reserveAllowance(rooms, worstCaseOfEmbeddings), // 402 503
    admit(rooms.generation, rooms.journal), //         429 503
    embed(rooms, endpoint), //                         200, or the engine's failure
  );
}
