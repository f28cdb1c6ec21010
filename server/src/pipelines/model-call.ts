import { sequence, type Authenticated, type Exchange, type ModelEndpoint } from '#exchange';
import type { ModelChooser } from '#features/models';
import type { UsageJournal } from '#store';
import { acceptFormat, type AcceptFormatDeps } from './steps/body/accept-format.ts';
import { parseCall, type ParseDeps } from './steps/body/parse-call.ts';
import { generate, type GenerateDeps } from './steps/generate.ts';
import { admit } from './steps/limits/admit.ts';
import { limitDesktopPrompt, takeDesktopTurn, type FreeDesktopDeps } from './steps/limits/free-desktop.ts';
import { limitModelRate, type LimitModelRateDeps } from './steps/limits/limit-model-rate.ts';
import { reserveForCall, type ReserveAllowanceDeps } from './steps/limits/reserve-allowance.ts';
import { obeyMcpPolicy, type ObeyMcpPolicyDeps } from './steps/obey-mcp-policy.ts';
import { requireOpenModel } from './steps/require-surface.ts';
import { selectModel, type Measure, type SelectModelDeps } from './steps/select-model.ts';

export interface CallOfModelDeps extends ParseDeps, ObeyMcpPolicyDeps, AcceptFormatDeps, SelectModelDeps {}

export interface ModelCallDeps
  extends CallOfModelDeps, LimitModelRateDeps, ReserveAllowanceDeps, FreeDesktopDeps, GenerateDeps {
  readonly journal: UsageJournal;
}

/** Steps 8 to 11 (D-01): what is asked, and of which model. `choose` says what becomes of a model name that cannot be used. */
export function callOfModel(
  deps: CallOfModelDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
  measure?: Measure,
) {
  return sequence<Exchange & Authenticated>()(
    parseCall(deps, endpoint), //                    413 400 503
    obeyMcpPolicy(deps), //                          403
    acceptFormat(deps), //                           400 503
    selectModel(deps, endpoint, choose, measure), // 400 403 404
    requireOpenModel, //                             403
  );
}

/**
 * Steps 8 to 15 (D-01) of a call whose caller and body are known, however they came: nothing here knows of a connection.
 */
export function modelCall(deps: ModelCallDeps, endpoint: ModelEndpoint, choose: ModelChooser) {
  return sequence<Exchange & Authenticated>()(
    callOfModel(deps, endpoint, choose), //  400 403 404 413 503
    limitDesktopPrompt(deps), //             413
    limitModelRate(deps), //                 429
    reserveForCall(deps), //                 402 503
    takeDesktopTurn(deps), //                429
    admit(deps.generation, deps.journal), // 429 503
    generate(deps, endpoint), //             200, or the engine's failure
  );
}
