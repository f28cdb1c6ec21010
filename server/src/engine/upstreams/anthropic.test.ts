import { performance } from 'node:perf_hooks';
import { createClock, Secret } from '#kit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DESTROY,
  errorReply,
  hang,
  hangUp,
  jsonReply,
  messageError,
  messageEvents,
  messageReply,
  messageSse,
  messageStream,
  rawReply,
  STALL,
  startScriptedUpstream,
  type ScriptedBlock,
  type ScriptedUpstream,
} from '../../../test-kit/fakes/scripted-upstream.ts';
import type { Engine } from '../events.ts';
import type { GenerateRequest } from '../turns.ts';
import { beginAt, completeAt, type EngineCall } from '../test-support/engine-call.ts';
import { RecordingSink } from '../test-support/recording-sink.ts';
import { createAnthropicEngine } from './anthropic.ts';

let up: ScriptedUpstream;
let engine: Engine;

function engineAt(
  baseUrl: string,
  headers: Readonly<Record<string, string>> = { 'x-extra': 'extra' },
): Engine {
  return createAnthropicEngine({
    baseUrl,
    apiKey: new Secret('engine-key'),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new Secret(value)])),
    maxConnections: 4,
    clock: createClock(),
    promptCaching: 'auto',
    name: 'main',
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

const say = (text: string): ScriptedBlock => ({ type: 'text', text });
const CONTENT: readonly ScriptedBlock[] = [
  { type: 'thinking', thinking: 'Wöll, 🙂 now' },
  say('Let me look.'),
  { type: 'tool_use', name: 'f', input: { city: 'Ü🎉m' } },
  { type: 'tool_use', name: 'g', input: {} },
];
const EVENTS = messageEvents(CONTENT).map(messageSse);
/** The start of a text block, sent before the stream fails. */
const HALF = messageEvents([say('half')])
  .slice(0, 4)
  .map(messageSse);

describe('a call to a server with the Messages API', () => {
  it.each([true, false])('returns text and usage, streamed: %s', async (stream) => {
    up.script(
      messageReply([say('Hello you')], {
        usage: { input_tokens: 4, cache_read_input_tokens: 3, output_tokens: 2 },
      }),
    );
    const sink = await complete({ stream });
    expect(sink.text).toBe('Hello you');
    expect(sink.events.slice(-2)).toEqual([
      { type: 'stop', reason: 'end_turn' },
      { type: 'usage', usage: { inputTokens: 7, cachedInputTokens: 3, outputTokens: 2, reasoningTokens: 0 } },
    ]);
    expect(sink).toMatchObject({ ended: true, fault: undefined, late: 0 });
    const request = await up.nextRequest();
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      body: { model: 'upstream-name', stream },
    });
    expect(request.headers).toMatchObject({
      'x-api-key': 'engine-key',
      'anthropic-version': '2023-06-01',
      'x-extra': 'extra',
      'content-type': 'application/json',
    });
    expect(request.headers).not.toHaveProperty('authorization');
  });

  it('sends the headers of the operator in place of its own', async () => {
    await engine.close();
    engine = engineAt(up.baseUrl, {
      'x-api-key': 'other',
      'anthropic-version': '2030-01-01',
      authorization: 'Bearer x',
    });
    up.script(messageReply([say('a')]));
    await complete();
    const { headers } = await up.nextRequest();
    expect(headers).toMatchObject({
      'x-api-key': 'other',
      'anthropic-version': '2030-01-01',
      authorization: 'Bearer x',
    });
  });

  it('follows the form of the response if it differs from the requested one', async () => {
    up.script(messageReply([say('whole')])({ body: {} }));
    expect((await complete({ stream: true })).text).toBe('whole');
    up.script(messageStream(messageEvents([say('in parts')])));
    expect((await complete({ stream: false })).text).toBe('in parts');
  });

  it('ends at message_stop, even if the response continues', async () => {
    up.script(rawReply([...EVENTS, STALL]));
    expect(await complete()).toMatchObject({ ended: true });
    await (
      await up.nextRequest()
    ).aborted;
    // The last blank line is missing.
    up.script(rawReply([EVENTS.join('').trimEnd()]));
    expect(await complete()).toMatchObject({ ended: true });
  });

  it('reuses its connection for the next call', async () => {
    up.script(messageReply(CONTENT));
    for (let i = 0; i < 10; i++) await complete({ stream: i % 2 === 0 });
    expect(await up.connections()).toBeLessThanOrEqual(2);
  });
});

describe('a call that fails', () => {
  it.each([400, 401, 413, 429, 500, 503, 529])(
    'D-19 reports status %i with the size of its body',
    async (status) => {
      up.script(errorReply(status, { 'retry-after': '7' }));
      const { fault, events } = await complete();
      expect(fault).toMatchObject({ kind: 'status', status, retryAfterSeconds: 7 });
      expect(JSON.stringify(fault) + String(fault)).not.toMatch(/marker/i);
      expect(events).toEqual([]);
    },
  );

  it.each([
    ['text that is no JSON', rawReply(['data: oops\n\n'])],
    ['an unknown error in the stream', rawReply([...HALF, messageSse(messageError('marker_error'))])],
    ['a cut after the head', rawReply([DESTROY])],
    ['a cut after output', rawReply([...HALF, DESTROY])],
    ['an end before message_stop', rawReply(EVENTS.slice(0, -1))],
    ['an end after nothing', rawReply([])],
    ['an endless line', rawReply(Array.from({ length: 30 }, () => 'x'.repeat(65_536)))],
    ['HTML', rawReply(['<html>'], { 'content-type': 'text/html' })],
    ['a broken whole answer', rawReply(['{"content":['], { 'content-type': 'application/json' })],
    ['a whole answer without content', jsonReply({ type: 'message' })],
    [
      'a whole answer cut short',
      rawReply(['{}', DESTROY], { 'content-type': 'application/json', 'content-length': '99' }),
    ],
  ])('is broken by %s', async (_name, reply) => {
    up.script(reply);
    const sink = await complete();
    expect(sink.fault).toMatchObject({ kind: 'broken' });
    expect(sink.late).toBe(0);
  });

  it('D-19 reports an error in the stream as the corresponding status', async () => {
    up.script(rawReply([...HALF, messageSse(messageError('overloaded_error')), STALL]));
    const sink = await complete();
    expect(sink).toMatchObject({ text: 'half', late: 0, fault: { kind: 'status', status: 529 } });
    // The connection is closed with it.
    await (
      await up.nextRequest()
    ).aborted;
  });

  it('ERR-28 is unreachable when nobody answers', async () => {
    up.script(hangUp());
    expect((await complete()).fault).toMatchObject({ kind: 'unreachable' });
    await up.close();
    expect((await complete()).fault).toMatchObject({ kind: 'unreachable' });
  });

  it('stops an engine that exceeds max_tokens', async () => {
    function* endless(): Generator<string> {
      yield* HALF;
      for (;;)
        yield messageSse({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: 'word '.repeat(20) },
        } as {
          type: string;
        });
    }
    up.script(rawReply(endless()));
    const sink = await complete({ maxOutputTokens: 10 });
    expect(sink.events.at(-1)).toEqual({ type: 'stop', reason: 'max_tokens' });
    await (
      await up.nextRequest()
    ).aborted;
  });
});

describe('abort', () => {
  it.each([
    ['before the head', hang()],
    ['in the stream', rawReply([...HALF, STALL])],
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
      expect((await request.aborted) - atMs).toBeLessThan(100);
      expect(sink).toMatchObject({ ended: false, fault: undefined });
    },
  );

  it('within an event is followed by no other event, even in the same burst', async () => {
    up.script(rawReply([EVENTS.join(''), STALL]));
    const sink = new RecordingSink();
    const { run } = begin({}, sink);
    sink.onEvent = () => run.abort();
    await (
      await up.nextRequest()
    ).aborted;
    expect(sink).toMatchObject({ events: [{ type: 'reasoning' }], flushes: 0, ended: false });
  });
});

it('a pause stops reading, and resume continues', async () => {
  const words = messageEvents([say('x '.repeat(200_000))]).map(messageSse);
  up.script(rawReply(words));
  const sink = new RecordingSink();
  sink.ready = false;
  const { run } = begin({ maxOutputTokens: 10_000_000 }, sink);
  await sink.first;
  // Data that has already arrived is still read for a while, on a busy machine a long one.
  const receivedWithin = async (whileMs: number): Promise<number> => {
    const before = sink.events.length;
    await new Promise((resolve) => setTimeout(resolve, whileMs));
    return sink.events.length - before;
  };
  await expect.poll(() => receivedWithin(100)).toBe(0);
  expect(sink.ended).toBe(false);
  sink.ready = true;
  run.resume();
  await sink.done;
  expect(sink).toMatchObject({ text: 'x '.repeat(200_000), ended: true });
});

describe('a stream cut anywhere', () => {
  // Call ids differ in each run.
  const outcomeText = (sink: { readonly outcome: unknown }): string =>
    JSON.stringify(sink.outcome).replaceAll(/call_\w{26}/g, 'call');

  it('gives the same events at every split', async () => {
    const stream = Buffer.from(EVENTS.join(''));
    up.script(rawReply([stream]));
    const outcome = outcomeText(await complete());
    expect(outcome).toContain('Ü🎉m');
    for (let cut = 1; cut < stream.length; cut++) {
      up.script(rawReply([stream.subarray(0, cut), stream.subarray(cut)]));
      const sink = await complete();
      expect(outcomeText(sink), `cut at ${cut}`).toBe(outcome);
      expect(sink.late).toBe(0);
    }
    up.script(rawReply([...stream].map((byte) => Buffer.from([byte]))));
    expect(outcomeText(await complete())).toBe(outcome);
  });

  it('parses the same when its texts look like JSON', async () => {
    const chunk = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '\\', '"}', '","text":"', '"thinking":"', '\n', 'a'),
    );
    const delta = fc.record({ kind: fc.constantFrom('text' as const, 'thinking' as const), text: chunk });
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { maxLength: 20 }), async (deltas) => {
        const chunks = deltas.map(({ kind, text }) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: `${kind}_delta`, [kind]: text },
        }));
        const [start, stop] = [messageEvents([])[0]!, messageEvents([]).slice(-2)];
        up.script(messageStream([start, ...chunks, ...stop]));
        const sink = await complete();
        const all = (type: string): string =>
          sink.events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
        const sent = (kind: string): string =>
          deltas.map((item) => (item.kind === kind ? item.text : '')).join('');
        expect([all('text'), all('reasoning')]).toEqual([sent('text'), sent('thinking')]);
      }),
      { numRuns: 50 },
    );
  });
});
