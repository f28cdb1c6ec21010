import { sequence, type CallerExchange, type ErrorRendering, type Parsed } from '#exchange';
import { chooseNamedModel } from '#features/models';
import { promptToolEndpoint } from '#features/prompt-tools';
import { runCall, type ModelCallDeps } from './model-call.ts';
import { actInWorkspace, type ActInWorkspaceDeps } from './steps/credential/act-in-workspace.ts';
import { requireFeature } from './steps/require-feature.ts';
import { requireOpenModel } from './steps/require-surface.ts';
import { selectModel } from './steps/select-model.ts';

export interface PromptToolDeps extends ModelCallDeps, ActInWorkspaceDeps {
  readonly chatEnabled: () => boolean;
  readonly errors: ErrorRendering;
}

/**
 * The pipeline of a prompt tool, run after that of its operation: a model call whose conversation we write.
 * It gives a Console user what a key would have, so that limits, billing and reports work as for any call
 * (D-PTOOL-3).
 */
export function promptTool(deps: PromptToolDeps) {
  const endpoint = promptToolEndpoint(deps.errors);
  return sequence<CallerExchange & Parsed>()(
    requireFeature('chat_completions', deps.chatEnabled), // 403
    actInWorkspace(deps), //                                 403
    selectModel(deps, endpoint, chooseNamedModel), //        400 403 404
    requireOpenModel, //                                     403
    runCall(deps, endpoint), //                              402 429 503, then 200 or the engine's failure
  );
}
