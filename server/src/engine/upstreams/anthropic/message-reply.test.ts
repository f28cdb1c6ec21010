import { describe, expect, it } from 'vitest';
import {
  messageError,
  messageEvents,
  messageReply,
  type ScriptedBlock,
} from '../../../../test-kit/fakes/scripted-upstream.ts';
import type { EngineEvent, StopReason } from '../../events.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ReplyOutput } from '../http/reply-output.ts';
import { MessageReply } from './message-reply.ts';

interface Asked {
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
}

function reading({ maxOutputTokens = 100, stopSequences = [] }: Asked = {}) {
  const sink = new RecordingSink();
  const output = new ReplyOutput(sink, maxOutputTokens);
  let ids = 0;
  return { sink, output, reply: new MessageReply(output, () => `call_ours${ids++}`, stopSequences) };
}

/** The events that a stream is parsed into. Throws if the stream does not end with its last event. */
function replay(events: readonly object[], asked?: Asked): EngineEvent[] {
  const { sink, output, reply } = reading(asked);
  let last = false;
  for (const event of events) if (!last && !output.overrun) last = reply.event(JSON.stringify(event));
  if (!last && !output.overrun) throw new Error('not ended');
  reply.finish();
  return sink.events;
}

function replayWhole(message: object, asked?: Asked): EngineEvent[] {
  const { sink, reply } = reading(asked);
  reply.whole(JSON.stringify(message));
  reply.finish();
  return sink.events;
}

const whole = (...args: Parameters<typeof messageReply>): object => {
  const { steps } = messageReply(...args)({ body: {} });
  return JSON.parse(([...(steps as Iterable<string>)] as string[]).join('')) as object;
};

/** Joins the chunks of each block, as a complete response has them. */
function joined(events: readonly EngineEvent[]): EngineEvent[] {
  const result: EngineEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if ((event.type === 'text' || event.type === 'reasoning') && last?.type === event.type)
      result[result.length - 1] = { ...event, text: last.text + event.text };
    else if (event.type === 'tool_call_delta' && last?.type === 'tool_call_delta' && last.call === event.call)
      result[result.length - 1] = { ...event, arguments: last.arguments + event.arguments };
    else result.push(event);
  }
  return result;
}

const THINKING: ScriptedBlock = { type: 'thinking', thinking: 'Let me see.' };
const TEXT: ScriptedBlock = { type: 'text', text: 'Hello "you" there' };
const CALLS: readonly ScriptedBlock[] = [
  { type: 'tool_use', name: 'f', input: { city: 'Ülm', deep: { a: [1] } } },
  { type: 'tool_use', name: 'clock', input: {} },
  { type: 'tool_use', name: 'g', input: { x: 1 } },
];
const COUNTED = {
  type: 'usage',
  usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, reasoningTokens: 0 },
};

describe('MessageReply', () => {
  it('D-37 BILL-11 emits reasoning, text and parallel calls, and no signature, whole and streamed', () => {
    const content = [THINKING, { type: 'redacted_thinking', data: 'c2VjcmV0' } as const, TEXT, ...CALLS];
    const expected = [
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'text', text: 'Hello "you" there' },
      { type: 'tool_call_start', call: 0, id: 'call_ours0', name: 'f' },
      { type: 'tool_call_delta', call: 0, arguments: '{"city":"Ülm","deep":{"a":[1]}}' },
      { type: 'tool_call_start', call: 1, id: 'call_ours1', name: 'clock' },
      { type: 'tool_call_delta', call: 1, arguments: '{}' },
      { type: 'tool_call_start', call: 2, id: 'call_ours2', name: 'g' },
      { type: 'tool_call_delta', call: 2, arguments: '{"x":1}' },
      { type: 'stop', reason: 'tool_call' },
      COUNTED,
    ];
    expect(joined(replay(messageEvents(content)))).toEqual(expected);
    expect(replayWhole(whole(content))).toEqual(expected);
  });

  it('emits the initial content of a block', () => {
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'hm' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'a' } },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
      },
      { type: 'message_stop' },
    ];
    expect(replay(events)).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'tool_call_start', call: 0, id: 'call_ours0', name: 'f' },
      { type: 'tool_call_delta', call: 0, arguments: '{"a":1}' },
      { type: 'stop', reason: 'tool_call' },
    ]);
  });

  it('MSG-64 CHAT-36 passes on numbers of a whole response unchanged, whatever their size', () => {
    const { sink, reply } = reading();
    reply.whole(
      '{"content":[{"type":"tool_use","id":"t","name":"f","input":{"id":9007199254740993}}],"stop_reason":"tool_use"}',
    );
    reply.finish();
    expect(sink.events.at(-2)).toEqual({
      type: 'tool_call_delta',
      call: 0,
      arguments: '{"id":9007199254740993}',
    });
  });

  it('adds nothing to a call that was cut before its input', () => {
    const events = messageEvents([{ type: 'tool_use', name: 'f', input: {} }], { stopReason: 'max_tokens' });
    expect(replay(events).map(({ type }) => type)).toEqual(['tool_call_start', 'stop', 'usage']);
  });

  it.each<[string, StopReason]>([
    ['end_turn', 'end_turn'],
    ['max_tokens', 'max_tokens'],
    ['stop_sequence', 'end_turn'],
    ['pause_turn', 'pause'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_window'],
    ['end_turn ', 'end_turn'],
    ['length', 'max_tokens'],
    // No call arrived, so there is nothing to wait for.
    ['tool_use', 'end_turn'],
  ])('D-44 stop reason %s is %s', (stopReason, reason) => {
    expect(replay(messageEvents([TEXT], { stopReason })).at(-2)).toEqual({ type: 'stop', reason });
    expect(replayWhole(whole([TEXT], { stopReason })).at(-2)).toEqual({ type: 'stop', reason });
  });

  it.each(['something_new', 'abort', 'error'])('fails on the unknown ending %s', (stopReason) => {
    const broken = expect.objectContaining({ name: 'EngineFault' }) as unknown;
    expect(() => replay(messageEvents([TEXT], { stopReason }))).toThrow(broken);
    expect(() => replayWhole(whole([TEXT], { stopReason }))).toThrow(broken);
  });

  it('MSG-44 names a requested stop sequence, but not one of the server’s own', () => {
    const events = messageEvents([TEXT], { stopReason: 'stop_sequence', stopSequence: 'END' });
    expect(replay(events, { stopSequences: ['X', 'END'] }).at(-2)).toEqual({
      type: 'stop',
      reason: 'stop_sequence',
      stopSequence: 'END',
    });
    expect(replay(events).at(-2)).toEqual({ type: 'stop', reason: 'end_turn' });
  });

  it('MSG-46 MSG-47 MSG-49 counts the whole prompt as input, including the part read from cache', () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 100,
      output_tokens: 9,
      output_tokens_details: { thinking_tokens: 4 },
    };
    const counted = {
      type: 'usage',
      usage: {
        inputTokens: 123,
        cachedInputTokens: 100,
        cacheWriteTokens: 20,
        outputTokens: 9,
        reasoningTokens: 4,
      },
    };
    expect(replay(messageEvents([TEXT], { usage })).at(-1)).toEqual(counted);
    expect(replayWhole(whole([TEXT], { usage })).at(-1)).toEqual(counted);
    const none = {
      input_tokens: 3,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens: 9,
    };
    expect(replay(messageEvents([TEXT], { usage: none })).at(-1)).toMatchObject({
      usage: { inputTokens: 3, cachedInputTokens: 0 },
    });
  });

  it('uses the last count of the prompt, and no preliminary count of output', () => {
    const events = messageEvents([TEXT], {
      usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 5 },
    });
    const withDelta = (usage: object) =>
      events.map((event) => (event.type === 'message_delta' ? { ...event, usage } : event));
    expect(
      replay(withDelta({ input_tokens: 12, cache_read_input_tokens: null, output_tokens: 6 })).at(-1),
    ).toMatchObject({
      usage: { inputTokens: 16, cachedInputTokens: 4, outputTokens: 6 },
    });
    expect(replay(withDelta({})).at(-1)).toMatchObject({ type: 'stop' });
    expect(replay(withDelta({ output_tokens: 0 })).at(-1)).toMatchObject({ type: 'stop' });
    expect(replay(withDelta({ output_tokens: -1 })).at(-1)).toMatchObject({ type: 'stop' });
  });

  it.each([
    ['overloaded_error', { kind: 'status', status: 529 }],
    ['rate_limit_error', { kind: 'status', status: 429 }],
    ['api_error', { kind: 'status', status: 500 }],
    ['timeout_error', { kind: 'status', status: 504 }],
    ['invalid_request_error', { kind: 'status', status: 400 }],
    ['request_too_large', { kind: 'status', status: 413 }],
    ['authentication_error', { kind: 'status', status: 401 }],
    ['marker_error', { kind: 'broken' }],
  ])('D-19 fails on %s, whole and streamed, without its text', (type, fault) => {
    const error = messageError(type);
    for (const fails of [
      () => replay([...messageEvents([TEXT]).slice(0, 3), error]),
      () => replayWhole(error),
    ])
      expect(fails).toThrow(expect.objectContaining(fault));
  });

  it.each([[null], [5], ['']])('reports %j as a broken response', (value) => {
    expect(() => replay([value as unknown as object])).toThrow(expect.objectContaining({ kind: 'broken' }));
    expect(() => replayWhole({ content: value })).toThrow(expect.objectContaining({ kind: 'broken' }));
  });

  it('fails on a call without a name, and ignores unknown blocks', () => {
    const start = (block: object) => ({ type: 'content_block_start', index: 0, content_block: block });
    expect(() => replay([start({ type: 'tool_use', id: 'a' })])).toThrow(
      expect.objectContaining({ kind: 'broken' }),
    );
    const odd = [
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'a' } },
      {},
      { type: 'news', delta: { text: 'x' } },
      start({ type: 'server_tool_use', name: 'web_search', input: { q: 1 } }),
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: {} } },
      { type: 'content_block_delta', index: 0, delta: null },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 7 } },
      { type: 'message_stop' },
    ];
    expect(replay(odd)).toEqual([
      { type: 'text', text: 'a' },
      { type: 'stop', reason: 'end_turn' },
    ]);
    expect(() => replay(odd.slice(1))).toThrow(expect.objectContaining({ kind: 'broken' }));
  });

  it('CHAT-12 cuts a reply that far exceeds max_tokens, whole and streamed', () => {
    const text = 'word '.repeat(3000);
    const events = replay(messageEvents([{ type: 'text', text }]), { maxOutputTokens: 10 });
    expect(events.at(-2)).toMatchObject({ type: 'text' });
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'max_tokens' });
    const cut = replayWhole(
      whole([{ type: 'text', text }], { usage: { input_tokens: 1, output_tokens: 3000 } }),
      { maxOutputTokens: 10 },
    );
    expect(cut).toMatchObject([
      { text: 'word '.repeat(10).trimEnd() },
      { reason: 'max_tokens' },
      { usage: { outputTokens: 10 } },
    ]);
  });
});
