import { performance } from 'node:perf_hooks';
import { createClock, Secret } from '#kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  hang,
  hangUp,
  jsonReply,
  rawReply,
  sse,
  STALL,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import type { Engine } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { beginAt, completeAt, type EngineCall } from '../test-support/engine-call.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { createOpenAiEngine } from './openai.ts';

let up: ScriptedUpstream;
let engine: Engine;

function engineAt(baseUrl: string): Engine {
  const headers = { 'x-extra': new Secret('extra') };
  return createOpenAiEngine({
    baseUrl,
    apiKey: new Secret('engine-key'),
    headers,
    maxConnections: 4,
    name: 'main',
    embeddingsPerRequest: 256,
    responseFormats: ['json_object', 'json_schema'],
    clock: createClock(),
  });
}

beforeEach(async () => {
  up = await startScriptedUpstream();
  engine = engineAt(up.baseUrl);
});

afterEach(async () => {
  await engine.close();
  await up.close();
});

const begin = (request?: Partial<GenerateRequest>, sink?: RecordingSink): EngineCall =>
  beginAt(engine, request, sink);
const complete = (request?: Partial<GenerateRequest>): Promise<RecordingSink> => completeAt(engine, request);

const END_TURN = { type: 'stop', reason: 'end_turn' };
const USAGE = {
  prompt_tokens: 7,
  completion_tokens: 2,
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 1 },
};
const COUNTED = {
  type: 'usage',
  usage: { inputTokens: 7, cachedInputTokens: 3, outputTokens: 2, reasoningTokens: 1 },
};

describe('a call to an OpenAI-compatible server', () => {
  it.each([true, false])('returns text and usage, streamed: %s', async (stream) => {
    up.script(textReply(['Hello', ' you'], { usage: USAGE }));
    const sink = await complete({ stream });
    expect(sink.text).toBe('Hello you');
    expect(sink.events.slice(-2)).toEqual([END_TURN, COUNTED]);
    expect(sink).toMatchObject({ ended: true, fault: undefined, late: 0 });
    const request = await up.nextRequest();
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: 'upstream-name', stream },
    });
    expect(request.headers).toMatchObject({
      authorization: 'Bearer engine-key',
      'x-extra': 'extra',
      'content-type': 'application/json',
    });
  });

  it.each([true, false])('returns tool calls, streamed: %s', async (stream) => {
    up.script(
      toolCalls([
        { id: 'a', name: 'f', arguments: '{"x":1}' },
        { id: 'b', name: 'g', arguments: '{}' },
      ]),
    );
    const { events } = await complete({ stream });
    const argumentsOf = (block: number): string =>
      events
        .map((event) => (event.type === 'tool_call_delta' && event.call === block ? event.arguments : ''))
        .join('');
    expect(events.filter(({ type }) => type === 'tool_call_start')).toEqual([
      { type: 'tool_call_start', call: 0, id: expect.stringMatching(/^call_\w{26}$/), name: 'f' },
      { type: 'tool_call_start', call: 1, id: expect.stringMatching(/^call_\w{26}$/), name: 'g' },
    ]);
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"x":1}', '{}']);
    expect(events.at(-2)).toEqual({ type: 'stop', reason: 'tool_call' });
  });

  it('follows the form of the response if it differs from the requested one', async () => {
    up.script(jsonReply({ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] }));
    expect((await complete({ stream: true })).text).toBe('whole');
    up.script(streamOf(['in ', 'parts'], { finishReason: 'stop' }));
    expect((await complete({ stream: false })).text).toBe('in parts');
  });

  it('flushes once per burst except the last one', async () => {
    const gate = Promise.withResolvers<void>();
    const [a, b, c] = ['a', 'b', 'c'].map((content) => sse(chunk({ content })));
    up.script(
      rawReply([`${a}${b}`, { until: gate.promise }, `${c}${sse(chunk({}, 'stop'))}${sse('[DONE]')}`]),
    );
    const { sink } = begin();
    await sink.first;
    await new Promise(setImmediate);
    expect(sink).toMatchObject({ flushes: 1, text: 'ab' });
    gate.resolve();
    await sink.done;
    expect(sink).toMatchObject({ flushes: 1, text: 'abc', ended: true });
  });

  it('ends at [DONE], even if the response continues, and needs [DONE] or a finish reason', async () => {
    const [a, stop] = [sse(chunk({ content: 'a' })), sse(chunk({}, 'stop'))];
    up.script(rawReply([a, stop, sse('[DONE]'), STALL]));
    expect(await complete()).toMatchObject({ ended: true });
    await (
      await up.nextRequest()
    ).aborted;
    up.script(rawReply([a, stop]));
    expect(await complete()).toMatchObject({ ended: true });
    up.script(rawReply([a, stop, 'data: {"choices":[],"usa']));
    expect(await complete()).toMatchObject({ ended: true });
    up.script(rawReply([a, sse('[DONE]')]));
    expect(await complete()).toMatchObject({ ended: true });
    up.script(rawReply([a]));
    expect((await complete()).fault).toMatchObject({ kind: 'broken' });
  });

  it('reuses its connection for the next call', async () => {
    for (let i = 0; i < 10; i++) await complete({ stream: i % 2 === 0 });
    // A call that starts exactly at another's [DONE] needs a second connection: the first response is not
    // fully read yet.
    expect(await up.connections()).toBeLessThanOrEqual(2);
  });
});

describe('a call that fails', () => {
  it.each([400, 401, 418, 429, 500, 503, 529, 302, 204])(
    'reports status %i with the size of its body',
    async (status) => {
      up.script(errorReply(status, { 'retry-after': '7', location: 'http://127.0.0.1:1/' }));
      const { fault, events } = await complete();
      expect(fault).toMatchObject({ kind: 'status', status, retryAfterSeconds: 7 });
      expect(fault!.bodyBytes).toBeGreaterThan(status === 204 ? -1 : 50);
      expect(JSON.stringify(fault) + String(fault)).not.toMatch(/marker/i);
      expect(events).toEqual([]);
      expect(up.requests).toHaveLength(1);
    },
  );

  it('reads at most 64 KiB of an error body, and does not wait for an endless one', async () => {
    up.script({ status: 500, steps: Array.from({ length: 1000 }, () => 'x'.repeat(65_536)) });
    expect((await complete()).fault).toMatchObject({ kind: 'status', status: 500 });
    expect((await up.nextRequest()).bytesSent()).toBeLessThan(20_000_000);
    up.script({ status: 500, steps: ['no', STALL] });
    expect((await complete()).fault).toMatchObject({ kind: 'status', status: 500, bodyBytes: 2 });
    await (
      await up.nextRequest()
    ).aborted;
  });

  it.each([
    ['text that is no JSON', rawReply([sse('oops')])],
    [
      'an error in the stream',
      rawReply([sse(chunk({ content: 'a' })), sse({ error: { message: 'marker' } })]),
    ],
    ['a cut after the head', rawReply([DESTROY])],
    ['a cut after output', rawReply([sse(chunk({ content: 'a' })), DESTROY])],
    ['an endless line', rawReply(Array.from({ length: 30 }, () => 'x'.repeat(65_536)))],
    ['HTML', rawReply(['<html>'], { 'content-type': 'text/html' })],
    ['a broken whole answer', rawReply(['{"choices":['], { 'content-type': 'application/json' })],
    ['a whole answer without a choice', jsonReply({ choices: [] })],
    [
      'a whole answer cut short',
      rawReply(['{}', DESTROY], { 'content-type': 'application/json', 'content-length': '99' }),
    ],
    [
      'an endless whole answer',
      rawReply(
        Array.from({ length: 80 }, () => ' '.repeat(1024 * 1024)),
        { 'content-type': 'application/json' },
      ),
    ],
  ])('is broken by %s', async (_name, reply) => {
    up.script(reply);
    const sink = await complete();
    expect(sink.fault).toMatchObject({ kind: 'broken' });
    expect(sink.late).toBe(0);
  });

  it('reports an error object with a status as that status', async () => {
    up.script(rawReply([sse({ error: { code: 429 } })]));
    expect((await complete()).fault).toMatchObject({ kind: 'status', status: 429 });
  });

  it('ERR-28 is unreachable when nobody answers: port closed, name unknown, connection cut before a byte', async () => {
    up.script(hangUp());
    expect((await complete()).fault).toMatchObject({ kind: 'unreachable' });
    await up.close();
    expect((await complete()).fault).toMatchObject({ kind: 'unreachable' });
    await engine.close();
    engine = engineAt('http://no-such-host.invalid/v1');
    expect((await complete()).fault).toMatchObject({ kind: 'unreachable' });
  });

  it('stops an engine that exceeds max_tokens', async () => {
    function* endless(): Generator<string> {
      for (;;) yield sse(chunk({ content: 'word '.repeat(20) }));
    }
    up.script(rawReply(endless()));
    const sink = await complete({ maxOutputTokens: 10 });
    expect(sink.events.at(-1)).toEqual({ type: 'stop', reason: 'max_tokens' });
    expect(sink.text).toHaveLength(10 * 100);
    await (
      await up.nextRequest()
    ).aborted;
  });
});

describe('abort', () => {
  it.each([
    ['before the head', hang()],
    ['in the stream', rawReply([sse(chunk({ content: 'a' })), STALL])],
    ['in an error body', { status: 500, steps: ['x', STALL] }],
    ['in a whole answer', rawReply(['{', STALL], { 'content-type': 'application/json' })],
  ])(
    'BILL-06 reaches the engine within 100 ms, %s',
    // A busy machine may delay it once, but not five times; a timer would.
    { retry: 4 },
    async (name, reply) => {
      up.script(reply);
      const { sink, run } = begin();
      const request = await up.nextRequest();
      if (name === 'in the stream') await sink.first;
      else await new Promise((resolve) => setTimeout(resolve, 20));
      const atMs = performance.now();
      run.abort();
      run.abort();
      expect((await request.aborted) - atMs).toBeLessThan(100);
      expect(sink).toMatchObject({ ended: false, fault: undefined });
    },
  );

  it('before the request is sent prevents it', async () => {
    const { sink, run } = begin();
    run.abort();
    await complete();
    expect(up.requests).toHaveLength(1);
    expect(sink).toMatchObject({ events: [], ended: false, fault: undefined });
  });

  it('within an event is followed by no other event, even in the same burst', async () => {
    up.script(
      rawReply([
        sse(chunk({ content: 'a', reasoning: 'r' })) + sse(chunk({ content: 'b' }, 'stop')) + sse('[DONE]'),
        STALL,
      ]),
    );
    const sink = new RecordingSink();
    const { run } = begin({}, sink);
    sink.onEvent = () => run.abort();
    await (
      await up.nextRequest()
    ).aborted;
    expect(sink).toMatchObject({ events: [{ type: 'reasoning' }], flushes: 0, ended: false });
  });
});
