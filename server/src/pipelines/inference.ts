import { sequence, type ModelEndpoint, type Step } from '#exchange';
import type { ModelChooser } from '#features/models';
import type { UsageJournal } from '#store';
import { acceptFormat } from './steps/body/accept-format.ts';
import { admit } from './steps/limits/admit.ts';
import { authenticate, type AuthenticateRooms } from './steps/credential/authenticate.ts';
import { limitDesktopPrompt, takeDesktopTurn, type FreeDesktopRooms } from './steps/limits/free-desktop.ts';
import { generate, type GenerateRooms } from './steps/generate.ts';
import { limitModelRate, type LimitModelRateRooms } from './steps/limits/limit-model-rate.ts';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { countUse, type CountUseRooms } from './steps/credential/count-use.ts';
import { refuseWhenCurrent } from './steps/credential/judge-when-changed.ts';
import { limitRate, type LimitRateRooms } from './steps/limits/limit-rate.ts';
import { obeyMcpPolicy } from './steps/obey-mcp-policy.ts';
import { parseCall } from './steps/body/parse-call.ts';
import { readBody } from './steps/body/read-body.ts';
import { requireFeature } from './steps/require-feature.ts';
import { requireJson } from './steps/body/require-json.ts';
import { requireOpenEndpoint, requireOpenModel } from './steps/require-surface.ts';
import { requireKnownBetas } from './steps/require-betas.ts';
import { requirePublishedVersion } from './steps/require-version.ts';
import { reserveAllowance, type ReserveAllowanceRooms } from './steps/limits/reserve-allowance.ts';
import { worstCaseOfCall } from './steps/limits/worst-case.ts';
import { selectModel, type SelectModelRooms } from './steps/select-model.ts';

export interface InferenceRooms
  extends
    AuthenticateRooms,
    CountUseRooms,
    LimitRateRooms,
    SelectModelRooms,
    LimitModelRateRooms,
    ReserveAllowanceRooms,
    FreeDesktopRooms,
    GenerateRooms {
  readonly journal: UsageJournal;
  readonly chatEnabled: () => boolean;
  /** Deepest nesting of a body. */
  readonly depthLimit: () => number;
}

/**
 * The path of a model call. The order is contract (D-01): the first refusal wins, and nothing behind it runs. `choose`
 * says what becomes of a model name that cannot be used.
 */
export function inference(rooms: InferenceRooms, endpoint: ModelEndpoint, choose: ModelChooser): Step {
  const judge = authenticate(rooms, { admitsAdminKeys: false });
  return sequence(
    refuseWhenCurrent(rooms, judge), //                       401 403
    requireFeature('chat_completions', rooms.chatEnabled), // 403
    requireOpenEndpoint(rooms, 'chat'), //                    403
    countUse(rooms),
    limitRate(rooms, 'inference', judge), //                  429
    requireKnownBetas, //                                     400
    requirePublishedVersion, //                               400
    limitDeclaredSize(endpoint.bodyLimitBytes), //            413
    requireJson, //                                           400
    readBody(endpoint.bodyLimitBytes), //                     413 408
    parseCall(endpoint, rooms.depthLimit), //                 413 400
    obeyMcpPolicy(rooms), //                                  403
    acceptFormat(rooms), //                                   400 503
    selectModel(rooms, endpoint, choose), //                  400 403 404
    requireOpenModel, //                                      403
    limitDesktopPrompt(rooms), //                             413
    limitModelRate(rooms), //                                 429
    reserveAllowance(rooms, worstCaseOfCall(rooms)), //       402 503
    takeDesktopTurn(rooms), //                                429
    admit(rooms.generation, rooms.journal), //                429 503
    generate(rooms, endpoint), //                             200, or the engine's failure
  );
}
