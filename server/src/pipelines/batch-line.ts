import {
  ApiError,
  COMPAT_OPERATIONS,
  INFERENCE_OPERATIONS,
  type LineEndpoint,
  type RequestedOperation,
} from '@svc/contract';
import {
  sequence,
  tooLarge,
  type Authenticated,
  type ModelEndpoint,
  type Rated,
  type Selected,
  type Step,
} from '#exchange';
import type { MeteredRunDeps } from '#features/billing';
import { LineExchange, NoSlot, ServiceAway, type LineCalls } from '#features/batches';
import { chooseCompatModel } from '#features/compat';
import { chooseChatModel, chooseNamedModel, type ModelChooser } from '#features/models';
import { callOfModel, type CallOfModelDeps } from './model-call.ts';
import { compatEndpoints, modelEndpoints, type ModelEndpointDeps } from './model-endpoints.ts';
import { generate, type GenerateDeps } from './steps/generate.ts';
import { admitInBackground, deferCharge } from './steps/limits/admit-in-background.ts';
import { reserveForCall, type ReserveAllowanceDeps } from './steps/limits/reserve-allowance.ts';
import { obeyInferenceHook, type ObeyInferenceHookDeps } from './steps/obey-inference-hook.ts';
import { recallSigned, type RecallSignedDeps } from './steps/recall-signed.ts';
import { requireFeature } from './steps/require-feature.ts';

export interface BatchLineDeps
  extends
    CallOfModelDeps,
    ReserveAllowanceDeps,
    ObeyInferenceHookDeps,
    RecallSignedDeps,
    Omit<GenerateDeps, 'journal' | 'finished'>,
    ModelEndpointDeps {
  readonly chatEnabled: () => boolean;
}

/**
 * A line of a batch (D-BATCH-8): a model call that counts against no rate limit, is charged when its result
 * is stored, and only gets slots that live calls leave free.
 */
export function batchLine(
  deps: BatchLineDeps & GenerateDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
): Step<LineExchange & Authenticated> {
  return sequence<LineExchange & Authenticated>()(
    requireFeature('chat_completions', deps.chatEnabled), // 403
    limitLineSize(endpoint), //                              413
    callOfModel(deps, endpoint, choose), //                  400 403 404 413 503
    exemptFromRates,
    reserveForCall(deps), //                                 402 503
    deferCharge,
    obeyInferenceHook(deps), //                              403 503
    recallSigned(deps),
    admitInBackground(deps.generation), //                   waits for a slot
    generate(deps, endpoint), //                             200, or the engine's failure
  );
}

/** The same limit as for a live body (LIMIT-17). */
function limitLineSize({ bodyLimitBytes }: ModelEndpoint): Step<LineExchange> {
  return ({ bytes }) => {
    if (bytes!.length > bodyLimitBytes()) throw tooLarge(bodyLimitBytes());
  };
}

const UNCOUNTED: Rated['admission']['rates'] = { settle: () => undefined };

/** Does not use up the rate limits per minute, which are left to live calls. */
const exemptFromRates: Step<Selected, Rated> = ({ admission }) => {
  admission.rates = UNCOUNTED;
};

/** Keeps usage records with their lines: the transaction that stores the results also charges them. */
class LineRecords implements Pick<MeteredRunDeps['journal'], 'append'> {
  readonly #running = new Map<string, LineExchange>();

  readonly append: MeteredRunDeps['journal']['append'] = (record, written) => {
    const exchange = this.#running.get(record.request_id);
    // Absent: its line was preempted and will run again.
    if (exchange) exchange.record = record;
    written(undefined, 0);
  };

  start(exchange: LineExchange): void {
    this.#running.set(exchange.requestId, exchange);
    exchange.onClose(() => this.#running.delete(exchange.requestId));
  }
}

/** Its record is written with its result. */
const keepSummary: GenerateDeps['finished'] = (exchange, summary) => {
  if (exchange instanceof LineExchange) exchange.summary = summary;
};

/** By path: lines are posted. */
const OPERATIONS: ReadonlyMap<string, RequestedOperation> = new Map(
  [...INFERENCE_OPERATIONS, ...COMPAT_OPERATIONS].flatMap((operation) =>
    operation.method === 'POST' ? [[operation.path, operation]] : [],
  ),
);

/**
 * Runs model calls for lines of batches. `isOwnOutage`: whether a call failed because one of our dependencies
 * is unavailable.
 */
export function batchLines(deps: BatchLineDeps, isOwnOutage: (cause: unknown) => boolean): LineCalls {
  const records = new LineRecords();
  const forLines = { ...deps, journal: records, finished: keepSummary };
  const endpoints = modelEndpoints(deps);
  const { settings, compatOpenAiChat } = compatEndpoints(deps);
  const chooseForeign = chooseCompatModel(() => settings.openai().names);
  const steps: Readonly<Record<LineEndpoint, Step<LineExchange & Authenticated>>> = {
    '/v1/chat/completions': batchLine(forLines, endpoints.createChatCompletion, chooseChatModel),
    '/v1/messages': batchLine(forLines, endpoints.createMessage, chooseNamedModel),
    '/compat/openai/v1/chat/completions': batchLine(forLines, compatOpenAiChat, chooseForeign),
  };
  return {
    operationOf: (endpoint) => OPERATIONS.get(endpoint)!,
    async call(endpoint, exchange) {
      const { promise: notRun, reject } = Promise.withResolvers<never>();
      const run = async (): Promise<void> => steps[endpoint](exchange as LineExchange & Authenticated);
      records.start(exchange);
      run().catch((cause: unknown) => {
        if (cause instanceof NoSlot) reject(cause);
        else if (isOwnOutage(cause)) reject(new ServiceAway(cause));
        else {
          if (cause instanceof ApiError) exchange.refusal = cause;
          deps.errors.send(exchange, cause);
        }
      });
      try {
        // A preempted line is over, whatever a step still waits for.
        await Promise.race([exchange.closed, notRun]);
      } catch (cause) {
        // Nothing remembers it any more.
        exchange.leave();
        throw cause;
      }
    },
    giveUp: (exchange) => deps.errors.send(exchange, new ApiError('internal_error')),
    hasSlot: (modelId) => deps.generation.hasBackgroundRoom(modelId),
    get liveCalls() {
      return deps.generation.liveCalls;
    },
  };
}
