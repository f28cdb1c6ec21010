import { ApiError, isServerTool } from '@svc/contract';
import type { ModelConfig } from '#config';
import { countPromptTokensInBackground, promptBytes } from '#engine';
import type {
  Admission,
  Authenticated,
  ChosenModel,
  Credential,
  Exchange,
  InferenceCall,
  ModelEndpoint,
  Need,
  Parsed,
  Selected,
  Step,
} from '#exchange';
import type { Clock } from '#kit';
import {
  viewFor,
  type ModelAccess,
  type ModelCatalog,
  type ModelChoice,
  type ModelChooser,
  type ModelPolicy,
  type ModelView,
} from '#features/models';
import { firstPrompt, type ReplyDeps } from '#reply';

export interface SelectModelDeps {
  readonly catalog: () => ModelCatalog;
  readonly access: ModelAccess;
  readonly policy: () => ModelPolicy;
  readonly clock: Clock;
}

type CallToSelect = Exchange & Authenticated & Parsed;

/** Step 11 (D-01): which model answers, whether it can do what is asked, and whether prompt and reply fit its window. */
export function selectModel(
  deps: SelectModelDeps,
  endpoint: ModelEndpoint,
  choose: ModelChooser,
  measure: Measure = fitWindow,
): Step<CallToSelect, Selected> {
  return (exchange) => {
    const view = viewFor(deps.catalog(), deps.access, exchange.credential, deps.clock.nowMs());
    const select = (loaded: ModelView): void | Promise<void> =>
      fetchAndAdmit(exchange, endpoint, choose(loaded, exchange.call.requestedModel, deps.policy()), measure);
    return view instanceof Promise ? view.then(select) : select(view);
  };
}

function fetchAndAdmit(
  exchange: CallToSelect,
  endpoint: ModelEndpoint,
  choice: ModelChoice,
  measure: Measure,
): void | Promise<void> {
  requireCapabilities(exchange.call, choice.model);
  const fetching = endpoint.fetchContent?.(exchange);
  return fetching ? fetching.then(() => admit(exchange, choice, measure)) : admit(exchange, choice, measure);
}

function admit(
  exchange: CallToSelect,
  { model, downgraded }: ModelChoice,
  measure: Measure,
): void | Promise<void> {
  const take = (fit: Fit): void => {
    exchange.admission = {
      model: toChosenModel(model),
      downgraded,
      ...fit,
      rates: undefined,
      lease: undefined,
      reservation: undefined,
    };
  };
  const fit = measure(exchange.call, model, exchange.credential);
  return fit instanceof Promise ? fit.then(take) : take(fit);
}

/** The first thing the model cannot do, in the order of the fields (D-61). */
function requireCapabilities(
  { maxTokens, strictMaxTokens, needs = [] }: InferenceCall,
  model: ModelConfig,
): void {
  if (strictMaxTokens && (maxTokens ?? 0) > model.max_output_tokens)
    throw new ApiError('max_tokens_required', { param: 'max_tokens' });
  for (const { capability, refusal, param } of needs)
    if (!isAble(model, capability)) throw new ApiError(refusal, { param });
}

function isAble({ capabilities }: ModelConfig, what: Need['capability']): boolean {
  return isServerTool(what) ? capabilities.server_tools.includes(what) : capabilities[what];
}

type Fit = Pick<Admission, 'maxOutputTokens' | 'promptBytes' | 'promptTokens'>;
export type Measure = (call: InferenceCall, model: ModelConfig, credential: Credential) => Fit | Promise<Fit>;

/** Counts a prompt that nobody will answer: it may be longer than any window (D-36). */
export function countPrompt({ tools }: Pick<ReplyDeps, 'tools'>): Measure {
  return async (call, _model, { organizationId, workspaceId }) => {
    const prompt = await firstPrompt(call, tools, {
      organizationId,
      workspaceId,
      signal: new AbortController().signal,
    });
    return {
      maxOutputTokens: 1,
      promptBytes: promptBytes(prompt),
      promptTokens: await countPromptTokensInBackground({ ...prompt, stream: false, maxOutputTokens: 1 }),
    };
  };
}

/** Of the longest token in the reference vocabulary. A prompt of more bytes than a window of these is too long, whatever it says. */
const MOST_BYTES_PER_TOKEN = 128;

/**
 * The reply's ceiling in tokens: what was asked for, lowered to the model's ceiling (CHAT-13) and, where nothing was
 * asked for, to what the prompt leaves of the window (D-25). A token is at least one byte, so the tokenizer runs only
 * for prompts whose bytes alone do not decide, and then off this thread: those prompts are large.
 */
function fitWindow(call: InferenceCall, model: ModelConfig): Fit | Promise<Fit> {
  const ceiling = Math.min(call.maxTokens ?? model.max_output_tokens, model.max_output_tokens);
  const bytes = promptBytes(call);
  if (bytes + ceiling <= model.context_window)
    return { maxOutputTokens: ceiling, promptBytes: bytes, promptTokens: undefined };
  if (bytes > model.context_window * MOST_BYTES_PER_TOKEN)
    throw new ApiError('context_length_exceeded', { param: 'messages' });
  return countPromptTokensInBackground({ ...call, maxOutputTokens: ceiling }).then((promptTokens) => {
    const room = model.context_window - promptTokens;
    if (room < (call.maxTokens === undefined ? 1 : ceiling))
      throw new ApiError('context_length_exceeded', { param: 'messages' });
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
