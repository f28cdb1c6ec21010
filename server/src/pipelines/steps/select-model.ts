import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import { countPromptTokensInBackground, promptBytes } from '#engine';
import type { Admission, ChosenModel, Exchange, InferenceCall, Step } from '#exchange';
import type { Clock } from '#kit';
import { chooseChatModel, viewFor, type ModelAccess, type ModelCatalog, type ModelPolicy, type ModelView } from '#features/models';

export interface SelectModelRooms {
  readonly catalog: () => ModelCatalog;
  readonly access: ModelAccess;
  readonly policy: () => ModelPolicy;
  readonly clock: Clock;
}

/** Step 11 (D-01): which model answers, and whether prompt and reply fit its window. */
export function selectModel(rooms: SelectModelRooms): Step {
  return (exchange) => {
    const view = viewFor(rooms.catalog(), rooms.access, exchange.credential, rooms.clock.nowMs());
    const judge = (loaded: ModelView) => choose(exchange, loaded, rooms.policy());
    return view instanceof Promise ? view.then(judge) : judge(view);
  };
}

function choose(exchange: Exchange, view: ModelView, policy: ModelPolicy): void | Promise<void> {
  const { model, downgraded } = chooseChatModel(view, exchange.call.requestedModel, policy);
  const admit = (fit: Fit): void => {
    exchange.admission = { model: toChosenModel(model), downgraded, ...fit, rates: undefined, lease: undefined, reservation: undefined };
  };
  const fit = fitWindow(exchange.call, model);
  return fit instanceof Promise ? fit.then(admit) : admit(fit);
}

type Fit = Pick<Admission, 'maxOutputTokens' | 'promptBytes' | 'promptTokens'>;

/**
 * The reply's ceiling in tokens: what was asked for, lowered to the model's ceiling (CHAT-13) and, where nothing was
 * asked for, to what the prompt leaves of the window (D-25). A token is at least one byte, so the tokenizer runs only
 * for prompts whose bytes alone do not decide, and then off this thread: those prompts are large.
 */
function fitWindow(call: InferenceCall, model: ModelConfig): Fit | Promise<Fit> {
  const ceiling = Math.min(call.maxTokens ?? model.max_output_tokens, model.max_output_tokens);
  const bytes = promptBytes(call);
  if (bytes + ceiling <= model.context_window) return { maxOutputTokens: ceiling, promptBytes: bytes, promptTokens: undefined };
  return countPromptTokensInBackground({ ...call, maxOutputTokens: ceiling }).then((promptTokens) => {
    const room = model.context_window - promptTokens;
    if (room < (call.maxTokens === undefined ? 1 : ceiling)) throw new ApiError('context_length_exceeded');
    return { maxOutputTokens: Math.min(ceiling, room), promptBytes: bytes, promptTokens };
  });
}

function toChosenModel(model: ModelConfig): ChosenModel {
  return {
    id: model.id,
    config: model,
    contextWindow: model.context_window,
  };
}
