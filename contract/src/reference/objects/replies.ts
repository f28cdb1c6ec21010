import { CAPABILITIES, type Capability } from '../../capabilities.ts';
import type { ChatCompletionChunk } from '../../schemas/chat-chunk.ts';
import type { ChatCompletion } from '../../schemas/chat-response.ts';
import type { EmbeddingList } from '../../schemas/embeddings.ts';
import type { MessageEvent } from '../../schemas/messages-event.ts';
import type { Message } from '../../schemas/messages-response.ts';
import type { ModelObject } from '../../schemas/model.ts';
import { REQUEST_ID } from './ids.ts';

const CREATED = 1_795_161_600;
const CHAT_ID = 'chatcmpl_01kbx3v9m2h7q4t8w5y6z0xx01';

export const chatCompletion: ChatCompletion = {
  id: CHAT_ID,
  object: 'chat.completion',
  created: CREATED,
  model: 'Svc Standard',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Paris.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 24, completion_tokens: 3, total_tokens: 27 },
};

export const chatChunk: ChatCompletionChunk = {
  id: CHAT_ID,
  object: 'chat.completion.chunk',
  created: CREATED,
  model: 'Svc Standard',
  choices: [{ index: 0, delta: { content: 'Paris' }, finish_reason: null }],
};

export const message: Message = {
  id: 'msg_01kbx3v9m2h7q4t8w5y6z0yy01',
  type: 'message',
  role: 'assistant',
  model: 'Svc Standard',
  content: [{ type: 'text', text: 'Paris.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 24, cached_input_tokens: 0, output_tokens: 3, reasoning_tokens: 0 },
  request_id: REQUEST_ID,
};

export const messageEvent: MessageEvent = {
  type: 'block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Paris' },
};

export const embeddingList: EmbeddingList = {
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.6, -0.8] }],
  model: 'svc-embed-1',
  usage: { prompt_tokens: 5, total_tokens: 5 },
};

const ABLE: ReadonlySet<Capability> = new Set(['tools', 'parallel_tool_calls', 'temperature', 'json_schema']);

export const model: ModelObject = {
  id: 'Svc Standard',
  object: 'model',
  created: CREATED,
  display_name: 'Svc Standard',
  family: 'svc',
  description: 'Answers quickly, and well enough for most tasks.',
  default: true,
  available: true,
  context_window: 200_000,
  max_output_tokens: 16_000,
  capabilities: {
    ...(Object.fromEntries(CAPABILITIES.map((name) => [name, ABLE.has(name)])) as Record<
      Capability,
      boolean
    >),
    server_tools: [],
  },
  pricing: {
    currency: 'USD',
    unit: '1M tokens',
    input: 1,
    cached_input: 0.1,
    output: 4,
    batch_discount: 0.5,
  },
  zero_data_retention: true,
  deprecation: null,
};
