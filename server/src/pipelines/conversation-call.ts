import { sequence, type InferenceCall } from '#exchange';
import { chooseNamedModel } from '#features/models';
import type { ReplyDeps } from '#reply';
import { generateInternally } from './internal/generate-internally.ts';
import type { InternalExchange } from './internal/internal-exchange.ts';
import { admitCall, type AdmitCallDeps } from './model-call.ts';
import { requireOpenModel } from './steps/require-surface.ts';
import { selectModel, type SelectModelDeps } from './steps/select-model.ts';

export interface ConversationCallDeps extends SelectModelDeps, AdmitCallDeps, ReplyDeps {}

/** An internal call with a conversation that the service wrote: steps 11 to 15 (D-01), with the limits and prices of a live call. */
export function conversationCall(deps: ConversationCallDeps) {
  return sequence<InternalExchange<InferenceCall>>()(
    selectModel(deps, {}, chooseNamedModel), // 400 403 404
    requireOpenModel, //                        403
    admitCall(deps), //                         402 413 429 503
    generateInternally(deps), //                200, or the engine's failure
  );
}
