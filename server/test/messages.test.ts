import { Message } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type Reply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { askStream, askWhole, body, MESSAGES, startMessages } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startMessages(upstream.baseUrl, { limits: { chat_requests_per_minute: 1_000_000, keep_alive_s: 1 } });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const TOOLS = ['weather', 'clock'].map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));

/** What is the same in the JSON answer and in the stream of one engine script. */
function comparable(message: Message): unknown {
  const signed = message.content.map((block) => (block.type === 'reasoning' ? { ...block, signature: 'signed' } : block));
  const content = signed.map((block) => (block.type === 'tool_call' ? { ...block, id: 'id' } : block));
  return { ...message, id: 'id', request_id: 'request', content };
}

it('MSG-01 MSG-11 MSG-40 to MSG-45 answers a minimal body with one message', async () => {
  const answer = await service.post(MESSAGES, MAIN_KEY, body());
  const message = Message.parse(await answer.json());
  expect(message).toMatchObject({ type: 'message', role: 'assistant', model: 'Svc Standard', stop_reason: 'end_turn', stop_sequence: null });
  expect(message.content).toEqual([{ type: 'text', text: 'Hello' }]);
  expect(message.request_id).toBe(answer.headers.get('x-svc-request-id'));
  expect(answer.headers.get('svc-version')).toBe('2026-11-01');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-svc-billing-source')).toBe('subscription');
});

describe('MSG-64 the stream adds up to the JSON answer', () => {
  const reasoned = [chunk({ reasoning_content: 'Let me ' }), chunk({ reasoning_content: 'think.' }), 'The ', 'answer.'];
  const usage = { prompt_tokens: 40, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 32 } };
  const scripts: Readonly<Record<string, Reply>> = {
    text: textReply('one two three', { usage }),
    calls: toolCalls([
      { name: 'weather', arguments: '{"city":"Ulm"}' },
      { name: 'clock', arguments: '{}' },
    ]),
    nothing: textReply([]),
    cut: textReply('one two', { finishReason: 'length' }),
    filtered: textReply('one', { finishReason: 'content_filter' }),
  };
  it.each(Object.keys(scripts))('%s', async (name) => {
    upstream.script(scripts[name]!);
    const whole = await askWhole(service, { tools: TOOLS });
    const { message } = await askStream(service, { tools: TOOLS });
    expect(comparable(message!)).toEqual(comparable(whole));
    Message.parse(whole);
  });

  it('D-37 D-47 MSG-49 reasoning, and tokens of it that the engine did not count', async () => {
    upstream.script(streamOf(reasoned, { finishReason: 'stop', usage: { prompt_tokens: 4, completion_tokens: 8 } }));
    const { message } = await askStream(service, { reasoning: {} });
    expect(message!.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    expect(message!.content[0]).toMatchObject({ text: 'Let me think.' });
    expect(message!.usage.reasoning_tokens).toBeGreaterThan(0);
    expect(message!.usage.reasoning_tokens).toBeLessThanOrEqual(8);
    const hidden = await askStream(service);
    expect(hidden.message!.content).toEqual([{ type: 'text', text: 'The answer.' }]);
  });
});

it('MSG-63 D-14 ends a stream that fails with an error event, and closes', async () => {
  upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
  const { error, events } = await askStream(service);
  expect(error).toMatchObject({ type: 'error', error: { code: 'upstream_error', type: 'api_error' } });
  expect(error!.request_id).toBe(error!.error.request_id);
  expect(events.map(({ type }) => type)).toEqual(['message_start', 'block_start', 'block_delta', 'error']);
});
