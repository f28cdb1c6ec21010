import type { RequestedOperation } from './operation.ts';

/** Where the compatibility endpoints of each vendor's protocol begin (COMPG-01). */
export const COMPAT_PREFIXES = { openai: '/compat/openai', anthropic: '/compat/anthropic' } as const;
export type CompatVendor = keyof typeof COMPAT_PREFIXES;

const SHARED = {
  credential: 'inference',
  status: 'live',
  browserAccess: 'any_client',
  isVendorApi: true,
} as const;
const OPENAI = { ...SHARED, errorStyle: 'openai' } as const;
const RESPONSES = { ...SHARED, errorStyle: 'openai_responses' } as const;
const ANTHROPIC = { ...SHARED, errorStyle: 'anthropic', requestIdHeader: 'request-id' } as const;

/**
 * Operations that speak other vendors' protocols. They are no part of the API description: their forms are those of the
 * vendors, who describe them.
 */
export const COMPAT_OPERATIONS = [
  {
    id: 'compatOpenAiChat',
    method: 'POST',
    callsModel: true,
    path: '/compat/openai/v1/chat/completions',
    ...OPENAI,
    errors: ['overloaded'],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatOpenAiEmbeddings',
    method: 'POST',
    callsModel: true,
    path: '/compat/openai/v1/embeddings',
    ...OPENAI,
    errors: [],
    bodyLimit: 'embeddings_body_bytes',
  },
  { id: 'compatOpenAiModels', method: 'GET', path: '/compat/openai/v1/models', ...OPENAI, errors: [] },
  {
    id: 'compatOpenAiModel',
    method: 'GET',
    path: '/compat/openai/v1/models/{model_id}',
    ...OPENAI,
    errors: [],
  },
  {
    id: 'compatOpenAiResponses',
    method: 'POST',
    callsModel: true,
    path: '/compat/openai/v1/responses',
    ...RESPONSES,
    errors: ['overloaded'],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatOpenAiResponsesUpgrade',
    method: 'GET',
    path: '/compat/openai/v1/responses',
    ...RESPONSES,
    credential: 'none',
    errors: [],
  },
  {
    id: 'compatOpenAiInputTokens',
    method: 'POST',
    path: '/compat/openai/v1/responses/input_tokens',
    ...RESPONSES,
    errors: [],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatOpenAiCompact',
    method: 'POST',
    path: '/compat/openai/v1/responses/compact',
    ...RESPONSES,
    errors: ['overloaded'],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatOpenAiProbe',
    method: 'GET',
    path: '/compat/openai',
    ...OPENAI,
    credential: 'none',
    errors: [],
  },
  {
    id: 'compatOpenAiRoot',
    method: 'GET',
    path: '/compat/openai/v1',
    ...OPENAI,
    credential: 'none',
    errors: [],
  },
  {
    id: 'compatAnthropicMessages',
    method: 'POST',
    callsModel: true,
    path: '/compat/anthropic/v1/messages',
    ...ANTHROPIC,
    errors: ['overloaded'],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatAnthropicCountTokens',
    method: 'POST',
    path: '/compat/anthropic/v1/messages/count_tokens',
    ...ANTHROPIC,
    errors: [],
    bodyLimit: 'messages_body_bytes',
  },
  {
    id: 'compatAnthropicModels',
    method: 'GET',
    path: '/compat/anthropic/v1/models',
    ...ANTHROPIC,
    errors: [],
  },
  {
    id: 'compatAnthropicModel',
    method: 'GET',
    path: '/compat/anthropic/v1/models/{model_id}',
    ...ANTHROPIC,
    errors: [],
  },
  {
    id: 'compatAnthropicProbe',
    method: 'GET',
    path: '/compat/anthropic',
    ...ANTHROPIC,
    credential: 'none',
    errors: [],
  },
  {
    id: 'compatAnthropicRoot',
    method: 'GET',
    path: '/compat/anthropic/v1',
    ...ANTHROPIC,
    credential: 'none',
    errors: [],
  },
] as const satisfies readonly RequestedOperation[];
export type CompatOperationId = (typeof COMPAT_OPERATIONS)[number]['id'];
