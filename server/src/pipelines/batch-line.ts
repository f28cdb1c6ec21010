import {
  ApiError,
  COMPAT_OPERATIONS,
  INFERENCE_OPERATIONS,
  type LineEndpoint,
  type RequestedOperation,
} from '@svc/contract';
import { sequence, tooLarge, type ModelEndpoint, type Rated, type Selected, type Step } from '#exchange';
import type { LineCalls } from '#features/batches';
import { chooseCompatModel } from '#features/compat';
import { chooseChatModel, chooseNamedModel, type ModelChooser } from '#features/models';
import { newId } from '#kit';
import type { ReplyDeps } from '#reply';
import { generateInternally } from './internal/generate-internally.ts';
import type { InternalExchange } from './internal/internal-exchange.ts';
import { internalCall, type InternalCallDeps } from './internal-call.ts';
import { callOfModel, type CallOfModelDeps } from './model-call.ts';
import { compatEndpoints, modelEndpoints, type ModelEndpointDeps } from './model-endpoints.ts';
import { admitInBackground, deferCharge } from './steps/limits/admit-in-background.ts';
import { reserveForCall, type ReserveAllowanceDeps } from './steps/limits/reserve-allowance.ts';
import { enforceInferenceHook, type EnforceInferenceHookDeps } from './steps/enforce-inference-hook.ts';
import { recallSigned, type RecallSignedDeps } from './steps/recall-signed.ts';
import { requireFeature } from './steps/require-feature.ts';

export interface BatchLineDeps
  extends
    CallOfModelDeps,
    ReserveAllowanceDeps,
    EnforceInferenceHookDeps,
    RecallSignedDeps,
    ReplyDeps,
    ModelEndpointDeps {
  readonly chatEnabled: () => boolean;
}

/**
 * A line of a batch (D-BATCH-8): a model call that counts against no rate limit, is charged when its result
 * is stored, and only gets slots that live calls leave free.
 */
export function batchLine(
  deps: BatchLineDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
): Step<InternalExchange> {
  return sequence<InternalExchange>()(
    requireBody, //                                          500
    requireFeature('chat_completions', deps.chatEnabled), // 403
    limitLineSize(endpoint), //                              413
    callOfModel(deps, endpoint, choose), //                  400 403 404 413 503
    exemptFromRates,
    reserveForCall(deps), //                                 402 503
    deferCharge,
    enforceInferenceHook(deps), //                              403 503
    recallSigned(deps),
    admitInBackground(deps.generation), //                   waits for a slot
    generateInternally(deps), //                             200, or the engine's failure
  );
}

/** A line without a body is given up. */
const requireBody: Step<InternalExchange, { bytes: Buffer }> = ({ bytes }) => {
  if (!bytes) throw new ApiError('internal_error');
};

/** The same limit as for a live body (LIMIT-17). */
function limitLineSize({ bodyLimitBytes }: ModelEndpoint): Step<{ bytes: Buffer }> {
  return ({ bytes }) => {
    if (bytes.length > bodyLimitBytes()) throw tooLarge(bodyLimitBytes());
  };
}

const UNCOUNTED: Rated['admission']['rates'] = { settle: () => undefined };

/** Does not use up the rate limits per minute, which are left to live calls. */
const exemptFromRates: Step<Selected, Rated> = ({ admission }) => {
  admission.rates = UNCOUNTED;
};

/** By path: lines are posted. */
const OPERATIONS: ReadonlyMap<string, RequestedOperation> = new Map(
  [...INFERENCE_OPERATIONS, ...COMPAT_OPERATIONS].flatMap((operation) =>
    operation.method === 'POST' ? [[operation.path, operation]] : [],
  ),
);

/**
 * Runs model calls for lines of batches. `isOutage`: whether a call failed because one of our dependencies is
 * unavailable.
 */
export function batchLines(
  deps: BatchLineDeps & InternalCallDeps,
  isOutage: (cause: unknown) => boolean,
): LineCalls {
  const endpoints = modelEndpoints(deps);
  const { settings, compatOpenAiChat } = compatEndpoints(deps);
  const chooseVendorModel = chooseCompatModel(() => settings.openai().names);
  const lineOf = (path: LineEndpoint, endpoint: ModelEndpoint, choose: ModelChooser) => ({
    operation: OPERATIONS.get(path)!,
    encoder: (...args: Parameters<ModelEndpoint['encoder']>) => endpoint.encoder(...args),
    run: internalCall(deps, {
      steps: batchLine(deps, endpoint, choose),
      recordedBy: 'owner',
      serviceTier: 'batch',
      isOutage,
    }),
  });
  const lines: Readonly<Record<LineEndpoint, ReturnType<typeof lineOf>>> = {
    '/v1/chat/completions': lineOf('/v1/chat/completions', endpoints.createChatCompletion, chooseChatModel),
    '/v1/messages': lineOf('/v1/messages', endpoints.createMessage, chooseNamedModel),
    '/compat/openai/v1/chat/completions': lineOf(
      '/compat/openai/v1/chat/completions',
      compatOpenAiChat,
      chooseVendorModel,
    ),
  };
  return {
    call({ endpoint, ...line }) {
      const { operation, encoder, run } = lines[endpoint];
      const receivedAtMs = deps.clock.nowMs();
      const requestId = newId('req_', receivedAtMs);
      const startedAt = performance.now();
      return run({ ...line, operation, encoder, requestId, receivedAtMs, startedAt, call: undefined });
    },
    hasSlot: (modelId) => deps.generation.hasBackgroundRoom(modelId),
    get liveCalls() {
      return deps.generation.liveCalls;
    },
  };
}
