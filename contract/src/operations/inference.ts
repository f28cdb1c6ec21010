import { z } from 'zod';
import { CHAT_EXTENSIONS_BETA } from '../betas.ts';
import { ChatCompletionChunk } from '../schemas/chat-chunk.ts';
import { ChatCompletionRequest } from '../schemas/chat-request.ts';
import { ChatCompletion } from '../schemas/chat-response.ts';
import { MessageEvent } from '../schemas/messages-event.ts';
import { MessagesRequest } from '../schemas/messages-request.ts';
import { Message } from '../schemas/messages-response.ts';
import { ModelList, ModelListQuery, ModelObject } from '../schemas/model.ts';
import { COMMON_ERRORS, CREDENTIAL_ERRORS } from './operation-errors.ts';
import type { OfferedOperation } from './operation.ts';
import { planned } from './planned.ts';

const MODEL_LIST_ERRORS = [
  ...CREDENTIAL_ERRORS,
  ...COMMON_ERRORS,
  'inactive_api_key',
  'invalid_version',
  'invalid_surface',
  'invalid_capability',
  'models_unavailable',
] as const;

/** The operations this service answers (inference contract §4, platform contract §4.10). */
export const OFFERED_OPERATIONS = [
  {
    id: 'createChatCompletion',
    method: 'POST',
    path: '/v1/chat/completions',
    credential: 'inference',
    status: 'live',
    tag: 'Messages',
    offered: true,
    summary: 'Answer a conversation',
    request: ChatCompletionRequest,
    response: ChatCompletion,
    stream: ChatCompletionChunk,
    bodyLimit: 'chat_body_bytes',
    errors: [
      ...CREDENTIAL_ERRORS,
      ...COMMON_ERRORS,
      'inference_not_allowed',
      'feature_unavailable',
      'payload_too_large',
      'invalid_json',
      'messages_required',
      'too_many_messages',
      'model_not_found',
      'model_not_in_plan',
      'model_unavailable',
      'zero_retention_unavailable',
      'model_retention_unverifiable',
      'context_length_exceeded',
      'prompt_too_large',
      'concurrent_request',
      'quota_exhausted',
      'quota_exceeded',
      'usage_check_unavailable',
      'capacity_busy',
      'capacity_unreachable',
      'model_busy',
      'server_misconfigured',
      'upstream_error',
      'upstream_unavailable',
      'upstream_timeout',
      'stream_error',
    ],
  },
  {
    id: 'createMessage',
    method: 'POST',
    path: '/v1/messages',
    credential: 'inference',
    status: 'preview',
    tag: 'Messages',
    offered: true,
    summary: 'Answer a conversation of typed blocks',
    request: MessagesRequest,
    response: Message,
    stream: MessageEvent,
    bodyLimit: 'messages_body_bytes',
    errors: [
      ...CREDENTIAL_ERRORS,
      ...COMMON_ERRORS,
      'inactive_api_key',
      'inference_not_allowed',
      'feature_unavailable',
      'invalid_version',
      'payload_too_large',
      'invalid_json',
      'messages_required',
      'too_many_messages',
      'max_tokens_required',
      'invalid_block_type',
      'unmatched_tool_call',
      'invalid_reasoning_block',
      'unknown_parameter',
      'unsupported_parameter',
      'unsupported_content',
      'file_not_found',
      'model_not_found',
      'model_unavailable',
      'zero_retention_unavailable',
      'model_retention_unverifiable',
      'context_length_exceeded',
      'quota_exhausted',
      'usage_check_unavailable',
      'capacity_busy',
      'capacity_unreachable',
      'overloaded',
      'model_busy',
      'server_misconfigured',
      'upstream_error',
      'upstream_unavailable',
      'upstream_timeout',
    ],
  },
  {
    id: 'listModels',
    method: 'GET',
    path: '/v1/models',
    credential: 'inference_or_admin',
    status: 'preview',
    tag: 'Models',
    offered: true,
    summary: 'List the models this credential may use',
    query: ModelListQuery,
    response: ModelList,
    errors: MODEL_LIST_ERRORS,
  },
  {
    id: 'readModel',
    method: 'GET',
    path: '/v1/models/{model_id}',
    credential: 'inference_or_admin',
    status: 'preview',
    tag: 'Models',
    offered: true,
    summary: 'Read one model',
    query: ModelListQuery.pick({ include_unavailable: true, surface: true }),
    response: ModelObject,
    errors: [...MODEL_LIST_ERRORS, 'model_not_found'],
  },
  {
    id: 'describeApi',
    method: 'GET',
    path: '/api/openapi',
    credential: 'none',
    status: 'live',
    // The list of tags is closed (OAS-10) and has none for the description itself; it is read by tools.
    tag: 'Tools',
    offered: true,
    summary: 'Read the OpenAPI description of this service',
    response: z.string(),
    errors: [...COMMON_ERRORS, 'invalid_version', 'unknown_beta'],
  },
] as const satisfies readonly OfferedOperation[];

export type OfferedOperationId = (typeof OFFERED_OPERATIONS)[number]['id'];

/** Model calls the contract describes and this service does not answer yet. */
export const PLANNED_INFERENCE_OPERATIONS = [
  ...planned({ credential: 'inference', beta: CHAT_EXTENSIONS_BETA, tag: 'Messages' }, [
    ['countChatCompletionTokens', 'POST', '/v1/chat/completions/count_tokens'],
  ]),
  ...planned({ credential: 'inference', tag: 'Models' }, [['createEmbeddings', 'POST', '/v1/embeddings']]),
];
