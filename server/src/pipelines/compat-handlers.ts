import type { CompatOperationId, CompatVendor } from '@svc/contract';
import { sequence, type HttpExchange, type Step } from '#exchange';
import {
  answerInputTokens,
  answerAnthropicCount,
  answerRoot,
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

/** Maps each operation of other vendors' protocols to its pipeline. A missing operation does not compile. */
export function compatHandlers(
  deps: CompatHandlerDeps,
): Readonly<Record<CompatOperationId, Step<HttpExchange>>> {
  const { settings, ...endpoints } = compatEndpoints(deps);
  const openAi = { ...deps, names: () => settings.openai().names };
  const chooseOpenAi = chooseCompatModel(openAi.names);
  const anthropic = { ...deps, names: () => settings.anthropic().names };
  const chooseAnthropic = chooseCompatModel(anthropic.names);
  const whenEnabled = (vendor: CompatVendor, answer: Step<HttpExchange>): Step<HttpExchange> =>
    sequence<HttpExchange>()(
      requireEnabled(() => deps.deployment().compat, vendor),
      answer,
    );
  return {
    compatOpenAiChat: whenEnabled('openai', inference(deps, endpoints.compatOpenAiChat, chooseOpenAi)),
    compatOpenAiEmbeddings: whenEnabled(
      'openai',
      embeddings(
        deps,
        endpoints.compatOpenAiEmbeddings,
        chooseCompatEmbeddingModel(openAi.names, deps.policy),
      ),
    ),
    compatOpenAiModels: whenEnabled('openai', catalog(deps, listOpenAiModels(openAi))),
    compatOpenAiModel: whenEnabled('openai', catalog(deps, readOpenAiModel(openAi))),
    compatOpenAiResponses: whenEnabled(
      'openai',
      unlessUpgrade(inference(deps, endpoints.compatOpenAiResponses, chooseOpenAi)),
    ),
    compatOpenAiResponsesUpgrade: whenEnabled('openai', unlessUpgrade(refuseGet)),
    compatOpenAiInputTokens: whenEnabled(
      'openai',
      countTokens(deps, endpoints.compatOpenAiResponses, chooseOpenAi, answerInputTokens),
    ),
    compatOpenAiProbe: whenEnabled('openai', answerRoot),
    compatOpenAiRoot: whenEnabled('openai', answerRoot),
    compatAnthropicMessages: whenEnabled(
      'anthropic',
      inference(deps, endpoints.compatAnthropicMessages, chooseAnthropic),
    ),
    compatAnthropicCountTokens: whenEnabled(
      'anthropic',
      countTokens(deps, endpoints.compatAnthropicCountTokens, chooseAnthropic, answerAnthropicCount),
    ),
    compatAnthropicModels: whenEnabled('anthropic', catalog(deps, listAnthropicModels(anthropic))),
    compatAnthropicModel: whenEnabled('anthropic', catalog(deps, readAnthropicModel(anthropic))),
    compatAnthropicProbe: whenEnabled('anthropic', answerRoot),
    compatAnthropicRoot: whenEnabled('anthropic', answerRoot),
  };
}
