import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  jsonReply,
  openaiEngine,
  rawReply,
  sse,
  startScriptedUpstream,
  usageChunk,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import {
  API_FORMATS,
  askStreamed,
  askWhole,
  requireReply,
  type ApiFormat,
} from './api-formats/api-formats.ts';
import type { ReceivedReply } from './api-formats/conversation.ts';
import { serveEngine } from './api-formats/serve-engine.ts';
import { BAD_ENDINGS, EMPTY_STREAMS, ERROR_OBJECTS } from './engine-variants/openai-failures.ts';
import {
  CHOICES,
  ENDING_PLACES,
  PLACES,
  replyOf,
  VARIANTS,
  type Variant,
} from './engine-variants/openai-variants.ts';

const ALL_FORMATS = Object.entries(API_FORMATS);
const USAGE = { prompt_tokens: 90, completion_tokens: 9 };

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await serveEngine(openaiEngine(upstream.baseUrl));
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const questionOf = (format: ApiFormat): Record<string, unknown> =>
  format.ask({ text: 'q', tools: ['read', 'list'], reasoning: true });

const stream = (...chunks: object[]) =>
  rawReply([...chunks.map((item) => sse(item)), sse({ choices: [], usage: USAGE }), sse('[DONE]')]);

/** Both forms in which a caller may ask, for the reply that the engine has for each. */
async function both(format: ApiFormat): Promise<readonly ReceivedReply[]> {
  return [
    requireReply(await askStreamed(service, format, questionOf(format))),
    await askWhole(service, format, questionOf(format)),
  ];
}

function assertMeaning(received: ReceivedReply, { means }: Variant, format: ApiFormat, name: string): void {
  expect(received.text, name).toBe(means.text ?? '');
  if (format.carries.reasoning) expect(received.reasoning, name).toBe(means.reasoning ?? '');
  expect(
    received.calls.map(({ name: called, input }) => ({ name: called, input })),
    name,
  ).toEqual(means.calls ?? []);
  expect(received.stop, name).toBe(format.statusOfOutcome(means.stop ?? 'end_turn'));
  expect([received.inputTokens, received.outputTokens], name).toEqual([90, 9]);
}

/** Whether a caller was told of a failure: a status, or an error in a stream. */
async function outcomes(format: ApiFormat): Promise<readonly unknown[]> {
  const whole = await askWhole(service, format, questionOf(format)).catch((error: unknown) =>
    Number(String(error).match(/Error: (\d{3})/)?.[1]),
  );
  return [whole, await askStreamed(service, format, questionOf(format))];
}

async function assertFailure(format: ApiFormat, name: string): Promise<void> {
  for (const outcome of await outcomes(format))
    expect(
      typeof outcome === 'number' ? outcome >= 400 : outcome === 'broken',
      `${name}: ${JSON.stringify(outcome)}`,
    ).toBe(true);
}

/** How else an error object may come. */
const otherFormats = (error: object) => [
  rawReply([sse([error]), sse('[DONE]')]),
  rawReply([JSON.stringify(error)]),
  rawReply([`event: error\n${sse(error)}`, sse('[DONE]')]),
  rawReply([
    sse(chunk({ role: 'assistant', content: '' })),
    sse(error),
    sse(chunk({}, 'stop')),
    sse('[DONE]'),
  ]),
];

// What a door has no part in is tried through one of them.
const [[, FIRST_FORMAT]] = [...ALL_FORMATS].splice(2, 1) as [[string, ApiFormat]];

it.each(Object.entries(VARIANTS))(
  'an engine that answers %s is understood in every form',
  async (_name, variant) => {
    for (const place of PLACES) {
      const whole = { ...replyOf(variant, place, 'message'), usage: USAGE };
      for (const [form, script] of [
        ['messages as deltas', stream(replyOf(variant, place, 'message'))],
        ['one event', rawReply([sse(whole), sse('[DONE]')])],
        ['one JSON body as a stream', rawReply([JSON.stringify(whole, null, 1)])],
        ['deltas for a whole answer', stream(replyOf(variant, place, 'delta'))],
      ] as const) {
        upstream.script(script);
        const received = await askWhole(service, FIRST_FORMAT, questionOf(FIRST_FORMAT));
        assertMeaning(received, variant, FIRST_FORMAT, `${place}, ${form}`);
      }
    }
  },
);

describe.each(ALL_FORMATS)('an engine of OpenAI’s form, through %s', (_formatName, format) => {
  const isFirst = format === FIRST_FORMAT;

  it.each(Object.entries(VARIANTS))('is understood with %s, at every place', async (_name, variant) => {
    for (const place of PLACES) {
      const whole = { ...replyOf(variant, place, 'message'), usage: USAGE };
      upstream.script(stream(replyOf(variant, place, 'delta')));
      const streamed = requireReply(await askStreamed(service, format, questionOf(format)));
      assertMeaning(streamed, variant, format, `${place}, in deltas`);
      upstream.script(jsonReply(whole));
      const responded = await askWhole(service, format, questionOf(format));
      assertMeaning(responded, variant, format, `${place}, whole`);
    }
  });

  it.each(Object.entries(ENDING_PLACES))('is understood with the ending %s', async (_name, build) => {
    upstream.script(stream(build({ delta: { content: '42' }, ending: 'length' })));
    for (const received of await both(format))
      expect(received).toMatchObject({ text: '42', stop: format.statusOfOutcome('max_tokens') });
  });

  it.each(Object.entries(CHOICES))('is understood with %s', async (_name, build) => {
    upstream.script(stream(build({ delta: { content: '42' }, finish_reason: 'stop' })));
    for (const received of await both(format))
      expect(received).toMatchObject({ text: '42', outputTokens: 9 });
  });

  it('is understood in a stream of any spelling', async () => {
    const [text, last, end] = [sse(chunk({ content: '42' })), sse(chunk({}, 'stop')), sse('[DONE]')];
    const usage = sse(usageChunk(USAGE));
    for (const [name, packets] of Object.entries({
      CRLF: [text + last + usage + end].map((all) => all.replaceAll('\n', '\r\n')),
      'a byte order mark': [`\ufeff${text}`, last, usage, end],
      'no blank line at the end': [text, last, usage, 'data: [DONE]'],
      'no last event': [text, last, usage],
      'no spaces': [text, last, usage, end].map((event) => event.replace('data: ', 'data:')),
      'spaces behind the last word': [text, last, usage, 'data: [DONE] \n\n'],
      'empty events': ['data: \n\n', text, 'data:\n\n', last, usage, end],
      'signs of life': [sse({ type: 'ping' }), ': hi\n\n', text, sse({ object: 'ping' }), last, usage, end],
      'an object without data': [text, last.replace('data: ', ''), usage, end],
      'event names': [text, last, usage, end].map((event) => `event: message\n${event}`),
      lists: [sse([chunk({ content: '42' })]), sse([chunk({}, 'stop')]), usage, end],
    })) {
      for (const type of isFirst ? ['text/event-stream', 'application/json', 'text/plain'] : [undefined]) {
        upstream.script(rawReply(packets, type === undefined ? {} : { 'content-type': type }));
        for (const received of await both(format))
          expect(received, `${name}, ${type}`).toMatchObject({
            text: '42',
            inputTokens: 90,
            outputTokens: 9,
          });
      }
    }
  });

  it('is a failure with an error object of any form, and bills nothing', async () => {
    for (const error of ERROR_OBJECTS)
      for (const script of [
        jsonReply(error),
        rawReply([sse(error), sse('[DONE]')]),
        ...(isFirst ? otherFormats(error) : []),
      ]) {
        upstream.script(script);
        await assertFailure(format, JSON.stringify(error));
      }
  });

  it('is a failure where nothing was understood, and bills nothing', async () => {
    for (const [name, packets] of Object.entries(EMPTY_STREAMS)) {
      upstream.script(rawReply(packets));
      await assertFailure(format, name);
    }
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '{"choices":[]}',
      '{"choices":[{"message":{}}]}',
      '<html></html>',
    ]) {
      upstream.script(rawReply([body], { 'content-type': 'application/json' }));
      await assertFailure(format, body);
    }
  });

  it.each(BAD_ENDINGS)('is a failure with the ending %s, before and after output', async (ending) => {
    upstream.script(stream({ choices: [{ index: 0, delta: {}, finish_reason: ending }] }));
    await assertFailure(format, ending);
    upstream.script(stream({ choices: [{ index: 0, delta: { content: 'x' }, finish_reason: ending }] }));
    expect(await askStreamed(service, format, questionOf(format))).toBe('broken');
  });

  it('is a success without a word where the engine says that it wrote none', async () => {
    for (const [finish_reason, completion_tokens, stop] of [
      ['stop', 0, 'end_turn'],
      ['stop', 1, 'end_turn'],
      ['length', 9, 'max_tokens'],
      ['content_filter', 0, 'content_filter'],
    ] as const) {
      upstream.script(
        rawReply([
          sse({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason }] }),
          sse(usageChunk({ prompt_tokens: 90, completion_tokens })),
          sse('[DONE]'),
        ]),
      );
      for (const received of await both(format))
        expect(received).toMatchObject({
          text: '',
          calls: [],
          stop: format.statusOfOutcome(stop),
          outputTokens: completion_tokens,
        });
    }
  });
});

it('nothing that failed before its first word is billed', async () => {
  const records = await service.stopAndReadUsage();
  expect(records.length).toBeGreaterThan(1000);
  const failed = records.filter(({ outcome }) => outcome !== 'completed');
  // Only those that had written a word when their bad ending came.
  expect(failed).toHaveLength(BAD_ENDINGS.length * ALL_FORMATS.length);
});
