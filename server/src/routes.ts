import { OFFERED_OPERATIONS, type OfferedOperationId } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { Step } from '#exchange';
import { chatEndpoint, type ChatSettings } from '#features/chat';
import { embeddingsEndpoint, type EmbeddingsSettings } from '#features/embeddings';
import { listModels, readModel } from '#features/models';
import { describeApi } from '#features/openapi';
import { createRouteTable, type RouteTable } from '#http';
import { catalog, embeddings, inference } from '#pipelines';
import type { Rooms } from './rooms.ts';

/** Every operation offered and what answers it. The type makes an operation without an answer a compile error. */
export function buildRoutes(rooms: Rooms, baseUrl: string): RouteTable {
  const settings = perDeployment(rooms, chatSettings);
  const forEmbeddings = perDeployment(rooms, embeddingsSettings);
  const answers: Readonly<Record<OfferedOperationId, Step>> = {
    createChatCompletion: inference(rooms, chatEndpoint(settings, rooms.errors, rooms.keepAlive)),
    createEmbeddings: embeddings(rooms, embeddingsEndpoint(forEmbeddings, rooms.errors)),
    listModels: catalog(rooms, listModels(rooms)),
    readModel: catalog(rooms, readModel(rooms)),
    describeApi: describeApi(baseUrl),
  };
  return createRouteTable(OFFERED_OPERATIONS.map((operation) => ({ operation, answer: answers[operation.id] })));
}

function chatSettings({ identity_instruction: identityInstruction, limits }: DeploymentConfig): ChatSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.chat_body_bytes,
    limits: { messages: limits.chat_messages, textParts: limits.text_parts },
  };
}

function embeddingsSettings({ limits }: DeploymentConfig): EmbeddingsSettings {
  return {
    bodyLimitBytes: limits.embeddings_body_bytes,
    limits: {
      inputs: limits.embeddings_inputs,
      tokensPerInput: limits.embeddings_tokens_per_input,
      tokensPerRequest: limits.embeddings_tokens_per_request,
      endUserIdCharacters: limits.end_user_id_characters,
    },
  };
}

/** What is derived from the configuration, derived again only when it was reloaded. */
function perDeployment<T>({ deployment }: Rooms, derive: (config: DeploymentConfig) => T): () => T {
  let config = deployment();
  let derived = derive(config);
  return () => {
    if (deployment() !== config) {
      config = deployment();
      derived = derive(config);
    }
    return derived;
  };
}
