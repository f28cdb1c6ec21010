import type { CompatOperationId, CompatVendor } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import {
  sendInputTokens,
  sendAnthropicCount,
  respondToRoot,
  chooseCompatEmbeddingModel,
  chooseCompatModel,
  listAnthropicModels,
  listOpenAiModels,
  readAnthropicModel,
  readOpenAiModel,
  refuseGet,
  requireEnabled,
  unlessUpgrade,
} from '#features/compat';
import { catalog } from './catalog.ts';
import { countTokens } from './count-tokens.ts';
import { embeddings } from './embeddings.ts';
import { inference, type InferenceDeps } from './inference.ts';
import { compatEndpoints, type ModelEndpointDeps } from './model-endpoints.ts';

export interface CompatHandlerDeps extends InferenceDeps, ModelEndpointDeps {}

/** Which keys may look: those that may call a model. */
const FOR_MODEL_CALLERS = { admitsAdminKeys: false };

type Handlers<Id extends string> = Readonly<Record<Extract<CompatOperationId, Id>, Step<HttpExchange>>>;
type Endpoints = ReturnType<typeof compatEndpoints>;

/** Maps each operation of other vendors' protocols to its pipeline. A missing operation does not compile. */
export function compatHandlers(deps: CompatHandlerDeps): Handlers<CompatOperationId> {
  const endpoints = compatEndpoints(deps);
  return { ...openAiHandlers(deps, endpoints), ...anthropicHandlers(deps, endpoints) };
}

function openAiHandlers(
  deps: CompatHandlerDeps,
  { settings, ...endpoints }: Endpoints,
): Handlers<`compatOpenAi${string}`> {
  const named = { ...deps, names: () => settings.openai().names };
  const choose = chooseCompatModel(named.names);
  const chooseEmbedding = chooseCompatEmbeddingModel(named.names, deps.policy);
  const { compatOpenAiChat, compatOpenAiEmbeddings, compatOpenAiResponses, compatOpenAiCompact } = endpoints;
  const when = whenEnabled(deps, 'openai');
  return {
    compatOpenAiChat: when(inference(deps, compatOpenAiChat, choose)),
    compatOpenAiEmbeddings: when(embeddings(deps, compatOpenAiEmbeddings, chooseEmbedding)),
    compatOpenAiModels: when(catalog(deps, FOR_MODEL_CALLERS, listOpenAiModels(named))),
    compatOpenAiModel: when(catalog(deps, FOR_MODEL_CALLERS, readOpenAiModel(named))),
    compatOpenAiResponses: when(unlessUpgrade(inference(deps, compatOpenAiResponses, choose))),
    compatOpenAiResponsesUpgrade: when(unlessUpgrade(refuseGet)),
    compatOpenAiInputTokens: when(countTokens(deps, compatOpenAiResponses, choose, sendInputTokens)),
    compatOpenAiCompact: when(inference(deps, compatOpenAiCompact, choose)),
    compatOpenAiProbe: when(respondToRoot),
    compatOpenAiRoot: when(respondToRoot),
  };
}

function anthropicHandlers(
  deps: CompatHandlerDeps,
  { settings, compatAnthropicMessages, compatAnthropicCountTokens }: Endpoints,
): Handlers<`compatAnthropic${string}`> {
  const named = { ...deps, names: () => settings.anthropic().names };
  const choose = chooseCompatModel(named.names);
  const when = whenEnabled(deps, 'anthropic');
  return {
    compatAnthropicMessages: when(inference(deps, compatAnthropicMessages, choose)),
    compatAnthropicCountTokens: when(
      countTokens(deps, compatAnthropicCountTokens, choose, sendAnthropicCount),
    ),
    compatAnthropicModels: when(catalog(deps, FOR_MODEL_CALLERS, listAnthropicModels(named))),
    compatAnthropicModel: when(catalog(deps, FOR_MODEL_CALLERS, readAnthropicModel(named))),
    compatAnthropicProbe: when(respondToRoot),
    compatAnthropicRoot: when(respondToRoot),
  };
}

function whenEnabled({ deployment }: CompatHandlerDeps, vendor: CompatVendor) {
  const enabled = requireEnabled(() => deployment().compat, vendor);
  return (handler: Step<HttpExchange>): Step<HttpExchange> => sequence<HttpExchange>()(enabled, handler);
}
