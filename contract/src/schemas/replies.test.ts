import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../capabilities.ts';
import { ChatCompletionChunk } from './chat-chunk.ts';
import { ChatCompletion } from './chat-response.ts';
import { EmbeddingList } from './embeddings.ts';
import { ErrorEnvelope } from './error.ts';
import { ModelList, ModelObject } from './model.ts';

const head = { id: 'chatcmpl_1', created: 1, model: 'Svc Standard' };
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const choice = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
const completion = { ...head, object: 'chat.completion', choices: [choice], usage };

describe('ChatCompletion', () => {
  it('accepts one choice with usage', () => {
    expect(ChatCompletion.safeParse(completion).success).toBe(true);
  });

  it.each([
    ['two choices', { choices: [choice, choice] }],
    ['no choice', { choices: [] }],
    ['no usage', { usage: undefined }],
    ['a finish reason that is not live', { choices: [{ ...choice, finish_reason: 'refusal' }] }],
    ['another object', { object: 'chat.completion.chunk' }],
  ])('refuses %s', (_what, fields) => {
    expect(ChatCompletion.safeParse({ ...completion, ...fields }).success).toBe(false);
  });
});

describe('ChatCompletionChunk', () => {
  const chunk = (fields: object) =>
    ChatCompletionChunk.safeParse({ ...head, object: 'chat.completion.chunk', ...fields }).success;
  const choices = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });

  it('accepts every kind of chunk of a stream', () => {
    const part = { index: 0, id: 'call_1', type: 'function', function: { name: 'find', arguments: '' } };
    const all = [
      choices({ role: 'assistant', content: '' }),
      choices({ content: 'Hi' }),
      choices({ tool_calls: [part, { index: 0, function: { arguments: '{}' } }] }),
      choices({}, 'stop'),
      { choices: [], usage },
    ];
    expect(all.map(chunk)).toEqual(all.map(() => true));
  });

  it('refuses a choice without finish_reason, and tool calls without index', () => {
    expect(chunk({ choices: [{ index: 0, delta: {} }] })).toBe(false);
    expect(chunk(choices({ tool_calls: [{ id: 'call_1' }] }))).toBe(false);
  });
});

describe('ModelObject', () => {
  const model = {
    id: 'Svc Standard',
    object: 'model',
    created: 1,
    display_name: 'Svc Standard',
    family: 'svc',
    description: 'General work.',
    default: true,
    available: true,
    context_window: 262_144,
    max_output_tokens: 16_384,
    capabilities: { ...Object.fromEntries(CAPABILITIES.map((name) => [name, false])), server_tools: [] },
    pricing: {
      currency: 'usd',
      unit: '1M tokens',
      input: 3,
      cached_input: 0.3,
      output: 15,
      batch_discount: 0.5,
    },
    zero_data_retention: true,
    deprecation: null,
  };

  it('accepts a whole model, alone and in a list', () => {
    expect(ModelList.safeParse({ object: 'list', data: [model] }).success).toBe(true);
  });

  it.each([
    ['another display name', { display_name: 'Standard' }],
    ['a third family', { family: 'other' }],
    ['a missing capability', { capabilities: { ...model.capabilities, vision: undefined } }],
    ['no deprecation field', { deprecation: undefined }],
  ])('refuses %s', (_what, fields) => {
    expect(ModelObject.safeParse({ ...model, ...fields }).success).toBe(false);
  });
});

describe('ErrorEnvelope', () => {
  const error = {
    type: 'api_error',
    code: 'internal_error',
    message: 'Something failed.',
    param: null,
    request_id: 'req_1',
  };
  const accepts = (fields: object) => ErrorEnvelope.safeParse({ error: { ...error, ...fields } }).success;

  it('accepts the common fields and those a code adds', () => {
    expect([
      accepts({}),
      accepts({ max_bytes: 1 }),
      accepts({ retry_after: 5 }),
      accepts({ param: 'messages[0]' }),
    ]).toEqual(Array(4).fill(true));
  });

  it.each([
    ['another spelling of a type', { type: 'not_found' }],
    ['a missing param', { param: undefined }],
    ['a code that is no snake_case', { code: 'Internal' }],
    ['an empty message', { message: '' }],
    ['a request id of another form', { request_id: 'req-1' }],
    ['a wait of 0 seconds', { retry_after: 0 }],
  ])('refuses %s', (_what, fields) => {
    expect(accepts(fields)).toBe(false);
  });
});

it('EMB-18 the description says that vectors of different models are not comparable', () => {
  expect(EmbeddingList.meta()?.description).toMatch(/different models are not comparable/);
});
