import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../test-kit/fakes/scripted-upstream.ts';
import type { EngineEvent, StopReason } from '../../events.ts';
import { ReplyOutput } from '../http/reply-output.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ChatReply } from './chat-reply.ts';
import type { WireToolCall } from './tool-call-assembler.ts';

function replayInto(
  read: (reply: ChatReply, output: ReplyOutput) => void,
  maxOutputTokens = 100,
): EngineEvent[] {
  const sink = new RecordingSink();
  let ids = 0;
  const output = new ReplyOutput(sink, maxOutputTokens);
  const reply = new ChatReply(output, () => `call_ours${ids++}`);
  read(reply, output);
  reply.finish();
  return sink.events;
}

function replay(chunks: readonly object[], maxOutputTokens?: number): EngineEvent[] {
  return replayInto((reply, output) => {
    for (const item of chunks) if (!output.overrun) reply.event(JSON.stringify(item));
  }, maxOutputTokens);
}

function replayCalls(...parts: WireToolCall[][]): EngineEvent[] {
  return replay([...parts.map((calls) => chunk({ tool_calls: calls })), chunk({}, 'tool_calls')]);
}

const start = (call: number, id: string, name: string): EngineEvent => ({
  type: 'tool_call_start',
  call,
  id,
  name,
});
const delta = (call: number, text: string): EngineEvent => ({
  type: 'tool_call_delta',
  call,
  arguments: text,
});
const STOP_FOR_CALL: EngineEvent = { type: 'stop', reason: 'tool_call' };

describe('ChatReply', () => {
  it('emits text and reasoning under either field name', () => {
    const chunks = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'hm' }),
      chunk({ reasoning: 'ok' }),
      chunk({ content: 'Hi' }),
    ];
    expect(replay([...chunks, chunk({}, 'stop')])).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'reasoning', text: 'ok' },
      { type: 'text', text: 'Hi' },
      { type: 'stop', reason: 'end_turn' },
    ]);
  });

  it.each<[string, StopReason]>([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'content_filter'],
    ['eos_token', 'end_turn'],
    ['MAX_TOKENS', 'max_tokens'],
    ['model_length', 'context_window'],
    ['sensitive', 'content_filter'],
    // No call arrived, so there is nothing to wait for.
    ['tool_calls', 'end_turn'],
  ])('D-35 finish reason %s is %s', (reason, expected) => {
    expect(replay([chunk({ content: 'a' }), chunk({}, reason)]).at(-1)).toEqual({
      type: 'stop',
      reason: expected,
    });
  });

  it.each([
    ['abort', { kind: 'broken' }],
    ['something_new', { kind: 'broken' }],
    ['error', { kind: 'status', status: 500 }],
    ['insufficient_system_resource', { kind: 'status', status: 503 }],
    ['network_error', { kind: 'status', status: 502 }],
  ])('fails on the ending %s, also after a good one', (reason, fault) => {
    for (const before of [[], [chunk({}, 'stop')]])
      expect(() => replay([chunk({ content: 'a' }), ...before, chunk({}, reason)])).toThrow(
        expect.objectContaining(fault),
      );
  });

  it('stops for a call if there is one, also with `stop` and for a legacy function_call', () => {
    expect(
      replay([
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }),
        chunk({}, 'stop'),
      ]).at(-1),
    ).toEqual(STOP_FOR_CALL);
    const legacy = [
      chunk({ function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{}' } }),
      chunk({}, 'function_call'),
    ];
    expect(replay(legacy)).toEqual([start(0, 'call_ours0', 'f'), delta(0, '{}'), STOP_FOR_CALL]);
  });

  it('uses the last usage, before or after the finish reason, and reports it last', () => {
    const usage = (completion: number): object => ({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: completion },
    });
    const counted: EngineEvent = {
      type: 'usage',
      usage: { inputTokens: 3, cachedInputTokens: 0, outputTokens: 2, reasoningTokens: 0 },
    };
    const text = chunk({ content: 'a' });
    expect(
      replay([
        { ...text, ...usage(1), choices: (text as { choices: unknown }).choices },
        chunk({}, 'stop'),
        usage(2),
      ]).slice(1),
    ).toEqual([{ type: 'stop', reason: 'end_turn' }, counted]);
    expect(
      replay([
        usage(2),
        { choices: [], usage: { prompt_tokens: -3, completion_tokens: 1 } },
        chunk({}, 'stop'),
      ]).at(-1),
    ).toEqual(counted);
  });

  it('ignores a count of 0 despite output', () => {
    const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 0 } };
    expect(replay([chunk({ content: 'a' }), chunk({}, 'stop'), usage]).at(-1)).toMatchObject({
      type: 'stop',
    });
    expect(replay([chunk({}, 'stop'), usage]).at(-1)).toMatchObject({ type: 'usage' });
  });

  it('ignores other choices and chunks without any', () => {
    expect(
      replay([
        { choices: [{ index: 1, delta: { content: 'x' } }] },
        {},
        { choices: null },
        { choices: [null] },
        chunk({}, 'stop'),
      ]),
    ).toEqual([{ type: 'stop', reason: 'end_turn' }]);
  });

  it.each([
    [{ error: { message: 'no' } }, { kind: 'broken' }],
    [{ error: 'no' }, { kind: 'broken' }],
    [{ error: { code: 429, message: 'slow' } }, { kind: 'status', status: 429 }],
    [{ error: { status: 503, code: 'x' } }, { kind: 'status', status: 503 }],
    [null as unknown as object, { kind: 'broken' }],
    [5 as unknown as object, { kind: 'broken' }],
  ])('fails on %j', (item, fault) => {
    expect(() => replay([item])).toThrow(expect.objectContaining(fault));
  });

  it('cuts a reply that far exceeds max_tokens', () => {
    const events = replay(
      Array.from({ length: 100 }, () => chunk({ content: 'a'.repeat(1000) })),
      10,
    );
    const length = events.reduce((sum, event) => sum + (event.type === 'text' ? event.text.length : 0), 0);
    expect(length).toBe(32 * 10 + 4096);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'max_tokens' });
  });
});

describe('tool calls', () => {
  it('D-27 passes on interleaved pieces of several calls', () => {
    const events = replayCalls(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }],
      [{ index: 1, id: 'b', function: { name: 'g', arguments: '{' } }],
      [
        { index: 0, function: { arguments: '{"x":' } },
        { index: 1, function: { arguments: '}' } },
      ],
      [{ index: 0, function: { arguments: '1}' } }],
    );
    expect(events).toEqual([
      start(0, 'call_ours0', 'f'),
      start(1, 'call_ours1', 'g'),
      delta(1, '{'),
      delta(0, '{"x":'),
      delta(1, '}'),
      delta(0, '1}'),
      STOP_FOR_CALL,
    ]);
  });

  it('accepts whole calls in one piece, without index, with arguments as an object', () => {
    const events = replayCalls([
      { id: 'a', function: { name: 'f', arguments: '{}' } },
      { function: { name: 'f', arguments: { x: 1 } } },
    ]);
    expect(events).toEqual([
      start(0, 'call_ours0', 'f'),
      delta(0, '{}'),
      start(1, 'call_ours1', 'f'),
      delta(1, '{"x":1}'),
      STOP_FOR_CALL,
    ]);
  });

  it('MSG-64 CHAT-35 keeps the calls of a whole response separate even if all have the same id or index', () => {
    for (const same of [{ id: 'a' }, { id: 'a', index: 0 }, { index: 0 }, {}]) {
      const calls = ['f', 'g', 'f'].map((name) => ({ ...same, function: { name, arguments: '{}' } }));
      const message = { role: 'assistant', content: null, tool_calls: calls };
      const response = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
      expect(replayInto((reply) => reply.whole(JSON.stringify(response)))).toEqual([
        ...['f', 'g', 'f'].flatMap((name, i) => [start(i, `call_ours${i}`, name), delta(i, '{}')]),
        STOP_FOR_CALL,
      ]);
    }
  });

  it('continues by index, by id, or the last call', () => {
    const events = replayCalls(
      [{ index: 0, id: 'a', function: { name: 'f' } }],
      [{ index: 1, id: 'b', function: { name: 'g' } }],
      [{ id: 'a', function: { arguments: '1' } }],
      [{ function: { arguments: '2' } }],
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '3' } }],
      [{ index: 0, id: '', function: { arguments: '4' } }],
    );
    expect(events.slice(2, -1)).toEqual([delta(0, '1'), delta(1, '2'), delta(0, '3'), delta(0, '4')]);
  });

  it('separates calls that all have index 0', () => {
    const events = replayCalls(
      [{ index: 0, id: 'a', function: { name: 'f', arguments: '1' } }],
      [{ index: 0, id: 'b', function: { name: 'f', arguments: '2' } }],
      [{ index: 0, function: { arguments: '3' } }],
    );
    expect(events.slice(0, -1)).toEqual([
      start(0, 'call_ours0', 'f'),
      delta(0, '1'),
      start(1, 'call_ours1', 'f'),
      delta(1, '2'),
      delta(1, '3'),
    ]);
  });

  it('waits for a name, and fails without one', () => {
    expect(
      replayCalls(
        [{ index: 0, id: 'a', function: { arguments: '{' } }],
        [{ index: 0, function: { name: 'f', arguments: '}' } }],
      ).slice(0, -1),
    ).toEqual([start(0, 'call_ours0', 'f'), delta(0, '{}')]);
    expect(() => replayCalls([{ index: 0, id: 'a' }])).toThrow(expect.objectContaining({ kind: 'broken' }));
  });
});
