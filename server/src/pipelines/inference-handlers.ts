import type { InferenceOperationId, LimitValues } from '@svc/contract';
import type { HttpExchange, Step } from '#exchange';
import { sendTokenCount } from '#features/chat';
import {
  chooseChatModel,
  chooseEmbeddingModel,
  chooseNamedModel,
  listModels,
  readModel,
} from '#features/models';
import { describeApi, DescriptionTexts } from '#features/openapi';
import { listWebhookAddresses, type AddressDeps } from '#features/webhooks';
import { catalog } from './catalog.ts';
import { codeTelemetry, type CodeTelemetryPipelineDeps } from './code-telemetry.ts';
import { countTokens } from './count-tokens.ts';
import { embeddings } from './embeddings.ts';
import { inference, type InferenceDeps } from './inference.ts';
import { modelEndpoints, type ModelEndpointDeps } from './model-endpoints.ts';

export interface InferenceHandlerDeps
  extends InferenceDeps, ModelEndpointDeps, AddressDeps, CodeTelemetryPipelineDeps {
  readonly baseUrl: string;
  readonly limits: () => LimitValues;
}

/** Maps each operation of the inference API to its pipeline. A missing operation does not compile. */
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
      sendTokenCount,
    ),
    createMessage: inference(deps, endpoints.createMessage, chooseNamedModel),
    createEmbeddings: embeddings(deps, endpoints.createEmbeddings, chooseEmbeddingModel),
    listModels: catalog(deps, { admitsAdminKeys: true }, listModels(deps)),
    readModel: catalog(deps, { admitsAdminKeys: true }, readModel(deps)),
    reportCodeTelemetry: codeTelemetry(deps),
    describeApi: describeApi(new DescriptionTexts(deps)),
    listWebhookAddresses: listWebhookAddresses(deps),
  };
}
