import { INFERENCE_OPERATIONS, type InferenceOperationId } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { Step } from '#exchange';
import { answerTokenCount, chatEndpoint, countEndpoint, type ChatSettings } from '#features/chat';
import { conversationLimits } from '#features/conversation';
import { embeddingsEndpoint, type EmbeddingsSettings } from '#features/embeddings';
import { messagesEndpoint, type MessagesSettings } from '#features/messages';
import { chooseChatModel, chooseNamedModel, listModels, readModel } from '#features/models';
import { describeApi } from '#features/openapi';
import { createRouteTable, type RouteTable } from '#http';
import { catalog, countTokens, embeddings, inference } from '#pipelines';
import { administrationRoutes } from './administration-routes.ts';
import { consoleRoutes } from './console-routes.ts';
import { oauthRoutes } from './oauth-routes.ts';
import type { Rooms } from '../rooms.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Every operation offered and what answers it. The type makes an operation without an answer a compile error. */
export function buildRoutes(rooms: Rooms): RouteTable {
  const { errors, pings, history, parseThread, content, guard } = rooms;
  const chat = chatEndpoint(perDeployment(rooms, chatSettings), {
    errors,
    keepAlive: rooms.keepAlive,
    history,
    content,
    guard,
    defaultModel: () => rooms.catalog().defaultModel.id,
  });
  const counted = countEndpoint(chat, () => rooms.deployment().limits.count_tokens_body_bytes);
  const messages = messagesEndpoint(perDeployment(rooms, messagesSettings), {
    errors,
    pings,
    history,
    parseThread,
    content,
    guard,
  });
  const answers: Readonly<Record<InferenceOperationId, Step>> = {
    createChatCompletion: inference(rooms, chat, chooseChatModel),
    countChatCompletionTokens: countTokens(rooms, counted, chooseChatModel, answerTokenCount),
    createMessage: inference(rooms, messages, chooseNamedModel),
    createEmbeddings: embeddings(rooms, embeddingsEndpoint(perDeployment(rooms, embeddingsSettings), errors)),
    listModels: catalog(rooms, listModels(rooms)),
    readModel: catalog(rooms, readModel(rooms)),
    describeApi: describeApi(rooms.baseUrl),
  };
  const inferenceRoutes = INFERENCE_OPERATIONS.map((operation) => ({ operation, answer: answers[operation.id] }));
  return createRouteTable([
    ...inferenceRoutes,
    ...administrationRoutes(rooms),
    ...signInRoutes(rooms),
    ...consoleRoutes(rooms),
    ...oauthRoutes(rooms),
  ]);
}

function chatSettings({ identity_instruction: identityInstruction, limits }: DeploymentConfig): ChatSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.chat_body_bytes,
    contentLimits: limits,
    limits: conversationLimits(limits, limits.chat_messages),
  };
}

function messagesSettings({ identity_instruction: identityInstruction, limits }: DeploymentConfig): MessagesSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.messages_body_bytes,
    contentLimits: limits,
    depthLimit: limits.json_depth,
    limits: conversationLimits(limits, limits.messages_turns),
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
