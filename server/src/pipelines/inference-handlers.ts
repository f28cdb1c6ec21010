import type { InferenceOperationId } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import { answerTokenCount } from '#features/chat';
import { chooseChatModel, chooseNamedModel, listModels, readModel } from '#features/models';
import { describeApi } from '#features/openapi';
import { catalog } from './catalog.ts';
import { countTokens } from './count-tokens.ts';
import { embeddings } from './embeddings.ts';
import { inference, type InferenceDeps } from './inference.ts';
import { modelEndpoints, type ModelEndpointDeps } from './model-endpoints.ts';

export interface InferenceHandlerDeps extends InferenceDeps, ModelEndpointDeps {
  readonly baseUrl: string;
}

/** The path of each operation of the inference API. An operation without one does not compile. */
export function inferenceHandlers(
  deps: InferenceHandlerDeps,
): Readonly<Record<InferenceOperationId, Step<HttpExchange>>> {
  const endpoints = modelEndpoints(deps);
  return {
    createChatCompletion: inference(deps, endpoints.createChatCompletion, chooseChatModel),
    countChatCompletionTokens: countTokens(
      deps,
      endpoints.countChatCompletionTokens,
      chooseChatModel,
      answerTokenCount,
    ),
    createMessage: inference(deps, endpoints.createMessage, chooseNamedModel),
    createEmbeddings: embeddings(deps, endpoints.createEmbeddings),
    listModels: catalog(deps, listModels(deps)),
    readModel: catalog(deps, readModel(deps)),
    describeApi: describeApi(deps.baseUrl),
  };
}
