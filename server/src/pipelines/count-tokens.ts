import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import { sequence, type ModelEndpoint, type Step } from '#exchange';
import type { ModelChooser } from '#features/models';
import type { InferenceRooms } from './inference.ts';
import { acceptFormat } from './steps/body/accept-format.ts';
import { authenticate } from './steps/credential/authenticate.ts';
import { countUse } from './steps/credential/count-use.ts';
import { refuseWhenCurrent } from './steps/credential/judge-when-changed.ts';
import { limitRate } from './steps/limits/limit-rate.ts';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { obeyMcpPolicy } from './steps/obey-mcp-policy.ts';
import { parseCall } from './steps/body/parse-call.ts';
import { readBody } from './steps/body/read-body.ts';
import { requireBeta, requireKnownBetas } from './steps/require-betas.ts';
import { requireFeature } from './steps/require-feature.ts';
import { requireJson } from './steps/body/require-json.ts';
import { requirePublishedVersion } from './steps/require-version.ts';
import { requireOpenEndpoint, requireOpenModel } from './steps/require-surface.ts';
import { countPrompt, selectModel } from './steps/select-model.ts';

/** The path of a count, which is that of a call up to the model and then neither asks who pays nor any engine (D-36). */
export function countTokens(rooms: InferenceRooms, endpoint: ModelEndpoint, choose: ModelChooser, answer: Step): Step {
  const judge = authenticate(rooms, { admitsAdminKeys: false });
  return sequence(
    refuseWhenCurrent(rooms, judge), //                       401 403
    requireFeature('chat_completions', rooms.chatEnabled), // 403
    requireOpenEndpoint(rooms, 'chat'), //                    403
    countUse(rooms),
    limitRate(rooms, 'token_counting', judge), //             429
    requireKnownBetas, //                                     400
    requireBeta(CHAT_EXTENSIONS_BETA), //                     400
    requirePublishedVersion, //                               400
    limitDeclaredSize(endpoint.bodyLimitBytes), //            413
    requireJson, //                                           400
    readBody(endpoint.bodyLimitBytes), //                     413 408
    parseCall(endpoint, rooms.depthLimit), //                 413 400
    obeyMcpPolicy(rooms), //                                  403
    acceptFormat(rooms), //                                   400 503
    selectModel(rooms, endpoint, choose, countPrompt(rooms)), // 400 403 404
    requireOpenModel, //                                      403
    answer,
  );
}
