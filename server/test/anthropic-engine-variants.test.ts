import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  jsonReply,
  messageSse,
  openaiEngine,
  rawReply,
  startScriptedUpstream,
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
import {
  BAD_ENDINGS,
  EMPTY_BODIES,
  EMPTY_STREAMS,
  ERROR_EVENTS,
} from './engine-variants/anthropic-failures.ts';
import {
  blockOf,
  COMMON_FORMATS,
  endOf,
  REPLY_FORMATS,
  startOf,
  type WireEvent,
} from './engine-variants/anthropic-streams.ts';
import { USAGES, type Counted } from './engine-variants/anthropic-usage.ts';
import { ENDING_PLACES, VARIANTS, type Variant } from './engine-variants/anthropic-variants.ts';
import { ERROR_OBJECTS } from './engine-variants/openai-failures.ts';

const ALL_FORMATS = Object.entries(API_FORMATS);
const [[, FIRST_FORMAT]] = ALL_FORMATS as [[string, ApiFormat]];
const TEXT = { type: 'text', text: '42' };

let upstream: ScriptedUpstream;
let service: RunningService;
const serve = (): Promise<RunningService> =>
  serveEngine({ ...(openaiEngine(upstream.baseUrl) as object), type: 'anthropic' });
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await serve();
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const questionOf = (format: ApiFormat): Record<string, unknown> =>
  format.ask({ text: 'q', tools: ['read', 'list'], reasoning: true });

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
  const calls = received.calls.map(({ name: called, input }) => ({ name: called, input }));
  expect(calls, name).toEqual(means.calls ?? []);
  expect(received.stop, name).toBe(format.statusOfOutcome(means.stop ?? 'end_turn'));
  expect([received.inputTokens, received.outputTokens], name).toEqual([90, 9]);
}

/** Whether a caller was told of a failure: a status, or an error in a stream. */
async function assertFailure(format: ApiFormat, name: string): Promise<void> {
  const whole = await askWhole(service, format, questionOf(format)).catch((error: unknown) =>
    Number(String(error).match(/Error: (\d{3})/)?.[1]),
  );
  const streamed = await askStreamed(service, format, questionOf(format));
  for (const outcome of [whole, streamed])
    expect(
      typeof outcome === 'number' ? outcome >= 400 : outcome === 'broken',
      `${name}: ${JSON.stringify(outcome)}`,
    ).toBe(true);
}

describe.each(ALL_FORMATS)('an engine of Anthropic’s form, through %s', (_formatName, format) => {
  const isFirst = format === FIRST_FORMAT;

  it.each(Object.entries(VARIANTS))('is understood with %s', async (_name, variant) => {
    for (const form of isFirst ? Object.keys(REPLY_FORMATS) : COMMON_FORMATS) {
      upstream.script(REPLY_FORMATS[form]!(variant));
      for (const received of await both(format)) assertMeaning(received, variant, format, form);
    }
  });

  it.each(Object.entries(ENDING_PLACES))('is understood with the ending %s', async (_name, build) => {
    const [counts, stop] = endOf(undefined) as [WireEvent, WireEvent];
    const events = [startOf(), ...blockOf(TEXT), counts, ...build('max_tokens'), stop];
    upstream.script(rawReply(events.map(messageSse)));
    for (const received of await both(format))
      expect(received).toMatchObject({
        text: '42',
        stop: format.statusOfOutcome('max_tokens'),
        outputTokens: 9,
      });
  });

  it('is understood in a stream of any spelling', async () => {
    const [start, block, stopped, delta, stop] = [startOf(), ...blockOf(TEXT), ...endOf('end_turn')].map(
      messageSse,
    ) as [string, string, string, string, string];
    const all = [start, block, stopped, delta, stop];
    for (const [name, packets] of Object.entries({
      CRLF: [all.join('').replaceAll('\n', '\r\n')],
      'a byte order mark': [`\ufeff${start}`, ...all.slice(1)],
      'no blank line at the end': [...all.slice(0, -1), stop.trimEnd()],
      'no spaces': all.map((event) => event.replaceAll(': ', ':')),
      'no event names': all.map((event) => event.replace(/^event: .*\n/, '')),
      'other event names': all.map((event) => event.replace(/^event: .*\n/, 'event: message\n')),
      'signs of life': [': hi\n\n', start, messageSse({ type: 'ping' }), block, ': hi\n\n', delta, stop],
      'unknown events': [start, messageSse({ type: 'news' }), block, delta, stop],
      'no first event': [
        block,
        stopped,
        messageSse(endOf('end_turn', { input_tokens: 90, output_tokens: 9 })[0]!),
        stop,
      ],
      'no end of the block': [start, block, delta, stop],
      'the other protocol’s last event': [start, block, stopped, delta, 'data: [DONE]\n\n'],
      lists: all.map((event) => event.replace(/^data: (.*)$/m, 'data: [$1]')),
    })) {
      upstream.script(rawReply(packets));
      for (const received of await both(format))
        expect(received, name).toMatchObject({ text: '42', inputTokens: 90, outputTokens: 9 });
    }
  });

  it('is a failure with an error object of any form', async () => {
    for (const error of ERROR_OBJECTS) {
      upstream.script(jsonReply(error));
      await assertFailure(format, JSON.stringify(error));
      if (!isFirst) continue;
      upstream.script(rawReply([`data: ${JSON.stringify(error)}\n\n`]));
      await assertFailure(format, `in a stream: ${JSON.stringify(error)}`);
    }
  });

  it('is a failure with an error in a stream, before and after output', async () => {
    for (const error of ERROR_EVENTS) {
      upstream.script(rawReply([messageSse(startOf()), error]));
      await assertFailure(format, error);
      upstream.script(rawReply([...[startOf(), blockOf(TEXT)[0]!].map(messageSse), error]));
      expect(await askStreamed(service, format, questionOf(format)), error).toBe('broken');
    }
  });

  it('is a failure where nothing was understood', async () => {
    for (const [name, packets] of Object.entries(EMPTY_STREAMS)) {
      upstream.script(rawReply(packets));
      await assertFailure(format, name);
    }
    for (const [name, body] of Object.entries(EMPTY_BODIES)) {
      upstream.script(rawReply([body], { 'content-type': 'application/json' }));
      await assertFailure(format, name);
    }
  });

  it.each(BAD_ENDINGS)('is a failure with the ending %s, before and after output', async (ending) => {
    upstream.script(rawReply([startOf(), ...endOf(ending)].map(messageSse)));
    await assertFailure(format, ending);
    upstream.script(rawReply([startOf(), ...blockOf(TEXT), ...endOf(ending)].map(messageSse)));
    expect(await askStreamed(service, format, questionOf(format))).toBe('broken');
  });

  it('is a failure with a call whose input is in a form that is not known', async () => {
    const call = { type: 'tool_use', id: 'a', name: 'read', input: {} };
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'answer_delta', answer: 'x' } };
    const [opened, closed] = blockOf(call) as [WireEvent, WireEvent];
    upstream.script(rawReply([startOf(), opened, delta, closed, ...endOf('tool_use')].map(messageSse)));
    expect(await askStreamed(service, format, questionOf(format))).toBe('broken');
  });

  it('is a success without a word where the engine says that it wrote none', async () => {
    for (const [ending, tokens, stop] of [
      ['end_turn', 0, 'end_turn'],
      ['end_turn', 1, 'end_turn'],
      ['max_tokens', 9, 'max_tokens'],
      ['refusal', 1, 'refusal'],
    ] as const)
      for (const content of [[], [{ type: 'text', text: '' }], [{ type: 'redacted_thinking', data: 'x' }]]) {
        const blocks = content.flatMap((block, i) => blockOf(block, i));
        const events = [startOf(), ...blocks, ...endOf(ending, { output_tokens: tokens })];
        upstream.script(rawReply(events.map(messageSse)));
        for (const received of await both(format))
          expect(received).toMatchObject({
            text: '',
            calls: [],
            stop: format.statusOfOutcome(stop),
            outputTokens: tokens,
          });
      }
  });
});

it('bills only calls that ended well, and those that broke off after a word', async () => {
  const records = await service.stopAndReadUsage();
  expect(records.length).toBeGreaterThan(1000);
  const interrupted = records.filter(({ outcome }) => outcome !== 'completed');
  expect(interrupted).toHaveLength((BAD_ENDINGS.length + ERROR_EVENTS.length + 1) * ALL_FORMATS.length);
});

/** What was written down of each call, in their order. */
const readCounts = (counted: RunningService): Promise<readonly (Counted | undefined)[]> =>
  counted.drainAndRead(async (db) => {
    const rows = await db
      .selectFrom('usage_records as usage')
      .innerJoin('request_records as request', 'request.request_id', 'usage.request_id')
      .selectAll('usage')
      .select('request.cache_write_tokens')
      .orderBy('usage.created_at')
      .orderBy('usage.request_id')
      .execute();
    return rows.map((row) =>
      row.estimated
        ? undefined
        : {
            input: row.input_tokens,
            cached: row.cached_input_tokens,
            written: row.cache_write_tokens ?? 0,
            output: row.output_tokens,
            reasoning: row.reasoning_tokens,
          },
    );
  });

it('D-ENG-15 D-ENG-16 counts what an engine says in any way, whole and streamed, through every form', async () => {
  const counting = await serve();
  const expected: [name: string, means: Counted | undefined][] = [];
  try {
    for (const [door, format] of ALL_FORMATS)
      for (const [name, { start, delta, whole = delta, means }] of Object.entries(USAGES)) {
        const events = [startOf(start), ...blockOf(TEXT), ...endOf('end_turn', delta)];
        upstream.script(rawReply(events.map(messageSse)));
        const streamed = requireReply(await askStreamed(counting, format, questionOf(format)));
        upstream.script(
          jsonReply({ type: 'message', content: [TEXT], stop_reason: 'end_turn', usage: whole }),
        );
        // Records are told apart by their milliseconds.
        await delay(3);
        const responded = await askWhole(counting, format, questionOf(format));
        await delay(3);
        for (const { inputTokens, outputTokens } of means ? [streamed, responded] : [])
          expect([inputTokens, outputTokens], `${door}, ${name}`).toEqual([means?.input, means?.output]);
        for (const form of ['streamed', 'whole']) expected.push([`${door}, ${name}, ${form}`, means]);
      }
    const counts = await readCounts(counting);
    expect(counts.map((count, i) => [expected[i]?.[0], count])).toEqual(expected);
  } finally {
    await counting.stop();
  }
});
