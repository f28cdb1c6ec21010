import type { DeploymentConfig } from '#config';
import type { EmbeddingsEndpoint, ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import { chatEndpoint, countEndpoint, type ChatSettings } from '#features/chat';
import { conversationLimits, type ContentDeps, type ReplyHistory } from '#features/conversation';
import { embeddingsEndpoint, type EmbeddingsSettings } from '#features/embeddings';
import { messagesEndpoint, type MessagesSettings } from '#features/messages';
import type { ModelCatalog } from '#features/models';
import type { OutboundGuard } from '#kit';

export interface ModelEndpointDeps {
  readonly deployment: () => DeploymentConfig;
  readonly catalog: () => ModelCatalog;
  readonly errors: ErrorRendering;
  readonly keepAlive: KeepAlive;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly content: ContentDeps;
  readonly guard: OutboundGuard;
}

/** By the id of the operation. */
interface ModelEndpoints {
  readonly createChatCompletion: ModelEndpoint;
  readonly countChatCompletionTokens: ModelEndpoint;
  readonly createMessage: ModelEndpoint;
  readonly createEmbeddings: EmbeddingsEndpoint;
}

/** Every request shape in which models are called. */
export function modelEndpoints(deps: ModelEndpointDeps): ModelEndpoints {
  const { errors, keepAlive, pings, history, content, guard } = deps;
  const shared = { errors, history, content, guard };
  const defaultModel = (): string => deps.catalog().defaultModel.id;
  const chat = chatEndpoint(perDeployment(deps, chatSettings), { ...shared, keepAlive, defaultModel });
  return {
    createChatCompletion: chat,
    countChatCompletionTokens: countEndpoint(chat, () => deps.deployment().limits.count_tokens_body_bytes),
    createMessage: messagesEndpoint(perDeployment(deps, messagesSettings), { ...shared, pings }),
    createEmbeddings: embeddingsEndpoint(perDeployment(deps, embeddingsSettings), errors),
  };
}

function chatSettings({ identity_instruction: identityInstruction, limits }: DeploymentConfig): ChatSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.chat_body_bytes,
    contentLimits: limits,
    limits: conversationLimits(limits, limits.chat_messages),
  };
}

function messagesSettings({
  identity_instruction: identityInstruction,
  limits,
}: DeploymentConfig): MessagesSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.messages_body_bytes,
    contentLimits: limits,
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
function perDeployment<T>(
  { deployment }: ModelEndpointDeps,
  derive: (config: DeploymentConfig) => T,
): () => T {
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
