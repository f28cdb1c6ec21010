import type { Generation } from '#engine';
import {
  sequence,
  type Authenticated,
  type Exchange,
  type ModelEndpoint,
  type Parsed,
  type Selected,
} from '#exchange';
import type { ModelChooser } from '#features/models';
import type { UsageJournal } from '#store';
import { acceptFormat, type AcceptFormatDeps } from './steps/body/accept-format.ts';
import { checkCall, parseCall, type ParseDeps } from './steps/body/parse-call.ts';
import { resolvePrompt, type ResolvePromptDeps } from './steps/body/resolve-prompt.ts';
import { generate, type GenerateDeps } from './steps/generate.ts';
import { admit } from './steps/limits/admit.ts';
import { limitDesktopPrompt, takeDesktopTurn, type FreeDesktopDeps } from './steps/limits/free-desktop.ts';
import { limitModelRate, type LimitModelRateDeps } from './steps/limits/limit-model-rate.ts';
import { reserveForCall, type ReserveAllowanceDeps } from './steps/limits/reserve-allowance.ts';
import type { WorstCaseDeps } from './steps/limits/worst-case.ts';
import { enforceInferenceHook, type EnforceInferenceHookDeps } from './steps/enforce-inference-hook.ts';
import { enforceMcpPolicy, type EnforceMcpPolicyDeps } from './steps/enforce-mcp-policy.ts';
import { recallSigned, type RecallSignedDeps } from './steps/recall-signed.ts';
import { requireOpenModel } from './steps/require-surface.ts';
import { selectModel, type Measure, type SelectModelDeps } from './steps/select-model.ts';

export interface CallOfModelDeps
  extends ParseDeps, ResolvePromptDeps, EnforceMcpPolicyDeps, AcceptFormatDeps, SelectModelDeps {}

export interface AdmitCallDeps
  extends
    LimitModelRateDeps,
    ReserveAllowanceDeps,
    WorstCaseDeps,
    EnforceInferenceHookDeps,
    RecallSignedDeps,
    FreeDesktopDeps {
  readonly generation: Generation;
  readonly journal: Pick<UsageJournal, 'accepting'>;
}

export interface ModelCallDeps extends CallOfModelDeps, AdmitCallDeps, GenerateDeps {
  readonly journal: UsageJournal;
}

/**
 * Steps 8 to 11 (D-01): parses the call and selects its model. `choose` decides what happens with an unusable
 * model name.
 */
export function callOfModel(
  deps: CallOfModelDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
  measure?: Measure,
) {
  return sequence<Exchange & Authenticated>()(
    parseCall(deps, endpoint), //                    413 400 503
    resolvePrompt(deps, endpoint), //                404 400 413 503
    checkCall(endpoint), //                          400
    enforceMcpPolicy(deps), //                          403
    acceptFormat(deps), //                           400 503
    selectModel(deps, endpoint, choose, measure), // 400 403 404
    requireOpenModel, //                             403
  );
}

/** The rest of step 11 up to step 14 (D-01): admits a call whose model is chosen, whatever its origin. */
export function admitCall(deps: AdmitCallDeps) {
  return sequence<Exchange & Authenticated & Parsed & Selected>()(
    limitDesktopPrompt(deps), //             413
    limitModelRate(deps), //                 429
    reserveForCall(deps), //                 402 503
    enforceInferenceHook(deps), //              403 503
    recallSigned(deps),
    takeDesktopTurn(deps), //                429
    admit(deps.generation, deps.journal), // 429 503
  );
}

/**
 * Steps 8 to 15 (D-01) of a call whose caller and body are known, however they arrived: nothing here depends
 * on a connection.
 */
export function modelCall(deps: ModelCallDeps, endpoint: ModelEndpoint, choose: ModelChooser) {
  return sequence<Exchange & Authenticated>()(
    callOfModel(deps, endpoint, choose), //  400 402 403 404 413 503
    admitCall(deps), //                      402 413 429 503
    generate(deps, endpoint), //             200, or the engine's failure
  );
}
