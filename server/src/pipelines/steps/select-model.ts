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

/**
 * Step 11 (D-01): selects the model, checks its capabilities, and checks that prompt and reply fit its
 * window.
 */
export function selectModel(
  deps: SelectModelDeps,
  endpoint: Pick<ModelEndpoint, 'fetchContent' | 'fitToModel'>,
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
  endpoint: Pick<ModelEndpoint, 'fetchContent' | 'fitToModel'>,
  choice: ModelChoice,
  measure: Measure,
): void | Promise<void> {
  if (endpoint.fitToModel) exchange.call = endpoint.fitToModel(exchange.call, choice.model);
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

/** Refuses the first capability that the model lacks, in the order of the fields (D-61). */
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

/** Counts a prompt without answering it: it may be longer than any window (D-36). */
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
      promptTokens: await countPromptTokensInBackground(
        { ...prompt, stream: false, maxOutputTokens: 1 },
        organizationId,
      ),
    };
  };
}

/**
 * The longest token of the reference vocabulary. A prompt of more bytes than a window of these is too long,
 * whatever its text.
 */
const MAX_BYTES_PER_TOKEN = 128;

/**
 * Returns the reply's ceiling in tokens: the requested number, lowered to the model's ceiling (CHAT-13) and,
 * if none was requested or the format says so, to what the prompt leaves of the window (D-25). A token is at least one byte, so
 * only prompts whose byte count is inconclusive are tokenized, and on another thread: those prompts are
 * large.
 */
function fitWindow(
  call: InferenceCall,
  model: ModelConfig,
  { organizationId }: Pick<Credential, 'organizationId'>,
): Fit | Promise<Fit> {
  const ceiling = Math.min(call.maxTokens ?? model.max_output_tokens, model.max_output_tokens);
  const bytes = promptBytes(call);
  if (bytes + ceiling <= model.context_window)
    return { maxOutputTokens: ceiling, promptBytes: bytes, promptTokens: undefined };
  if (bytes > model.context_window * MAX_BYTES_PER_TOKEN)
    throw tooLong(Math.ceil(bytes / MAX_BYTES_PER_TOKEN), model);
  const fit = (promptTokens: number): Fit => {
    const room = model.context_window - promptTokens;
    if (room < (call.maxTokens === undefined || call.lowersMaxTokens ? 1 : ceiling))
      throw tooLong(promptTokens, model);
    return { maxOutputTokens: Math.min(ceiling, room), promptBytes: bytes, promptTokens };
  };
  const promptTokens = countPromptTokensInBackground({ ...call, maxOutputTokens: ceiling }, organizationId);
  return promptTokens instanceof Promise ? promptTokens.then(fit) : fit(promptTokens);
}

/** `tokens`: at least so many has the prompt. */
function tooLong(tokens: number, { context_window: mostTokens }: ModelConfig): ApiError {
  return new ApiError('context_length_exceeded', {
    param: 'messages',
    vendor: { prompt: { tokens, mostTokens } },
  });
}

function toChosenModel(model: ModelConfig): ChosenModel {
  return {
    id: model.id,
    config: model,
    contextWindow: model.context_window,
  };
}
