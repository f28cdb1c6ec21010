import type { CompatVendor } from '@svc/contract';
import type { DeploymentConfig } from '#config';
import type { EmbeddingsEndpoint, ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import { chatEndpoint, countEndpoint, type ChatSettings } from '#features/chat';
import {
  anthropicCountEndpoint,
  anthropicEndpoint,
  compactEndpoint,
  ModelNames,
  openAiChatEndpoint,
  openAiEmbeddingsEndpoint,
  responsesEndpoint,
  type CompatSettings,
  type ResponseItems,
} from '#features/compat';
import { conversationLimits, type ContentDeps, type ReplyHistory } from '#features/conversation';
import { embeddingsEndpoint, type EmbeddingsSettings } from '#features/embeddings';
import { messagesEndpoint, type MessagesSettings } from '#features/messages';
import type { ModelCatalog } from '#features/models';
import type { TunnelDialer } from '#features/tunnels';
import type { Clock, OutboundGuard } from '#kit';

export interface ModelEndpointDeps {
  readonly deployment: () => DeploymentConfig;
  readonly catalog: () => ModelCatalog;
  readonly clock: Clock;
  readonly errors: ErrorRendering;
  readonly keepAlive: KeepAlive;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly responseItems: ResponseItems;
  readonly content: ContentDeps;
  readonly guard: OutboundGuard;
  readonly tunnels: { readonly dialer: TunnelDialer };
}

/** By operation id. */
interface ModelEndpoints {
  readonly createChatCompletion: ModelEndpoint;
  readonly countChatCompletionTokens: ModelEndpoint;
  readonly createMessage: ModelEndpoint;
  readonly createEmbeddings: EmbeddingsEndpoint;
}

/** Those of other vendors' protocols, and the settings that each vendor's share. */
interface CompatEndpoints {
  readonly settings: Readonly<Record<CompatVendor, () => CompatSettings>>;
  readonly compatOpenAiChat: ModelEndpoint;
  readonly compatOpenAiEmbeddings: EmbeddingsEndpoint;
  readonly compatOpenAiResponses: ModelEndpoint;
  readonly compatOpenAiCompact: ModelEndpoint;
  readonly compatAnthropicMessages: ModelEndpoint;
  readonly compatAnthropicCountTokens: ModelEndpoint;
}

/** Every request format for calling models. */
export function modelEndpoints(deps: ModelEndpointDeps): ModelEndpoints {
  const { errors, keepAlive, pings, history, content, guard, tunnels } = deps;
  const shared = { errors, history, content, guard, tunnels: tunnels.dialer };
  const defaultModel = (): string => deps.catalog().defaultModel.id;
  const chat = chatEndpoint(perDeployment(deps, chatSettings), { ...shared, keepAlive, defaultModel });
  return {
    createChatCompletion: chat,
    countChatCompletionTokens: countEndpoint(chat, () => deps.deployment().limits.count_tokens_body_bytes),
    createMessage: messagesEndpoint(perDeployment(deps, messagesSettings), { ...shared, pings }),
    createEmbeddings: embeddingsEndpoint(perDeployment(deps, embeddingsSettings), errors),
  };
}

/** Every request format of other vendors for calling models. */
export function compatEndpoints(deps: ModelEndpointDeps): CompatEndpoints {
  const settings = {
    openai: perDeployment(deps, (config) => compatSettings(config, 'openai')),
    anthropic: perDeployment(deps, (config) => compatSettings(config, 'anthropic')),
  };
  const anthropic = anthropicEndpoint(settings.anthropic, deps);
  const forResponses = { ...deps, items: deps.responseItems };
  const responses = responsesEndpoint(settings.openai, forResponses);
  return {
    settings,
    compatOpenAiChat: openAiChatEndpoint(settings.openai, deps),
    compatOpenAiEmbeddings: openAiEmbeddingsEndpoint(perDeployment(deps, embeddingsSettings), deps.errors),
    compatOpenAiResponses: responses,
    compatOpenAiCompact: compactEndpoint(responses, forResponses),
    compatAnthropicMessages: anthropic,
    compatAnthropicCountTokens: anthropicCountEndpoint(anthropic),
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

function compatSettings(
  { identity_instruction: identityInstruction, limits, compat }: DeploymentConfig,
  vendor: CompatVendor,
): CompatSettings {
  return {
    identityInstruction,
    bodyLimitBytes: limits.messages_body_bytes,
    contentLimits: limits,
    limits: conversationLimits(limits, limits.compat_items),
    names: new ModelNames(compat[vendor]),
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

/** Caches what is derived from the configuration until a reload. */
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
