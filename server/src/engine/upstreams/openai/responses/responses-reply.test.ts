import { describe, expect, it } from 'vitest';
import {
  encryptedReasoning,
  responsesEvents,
  responsesWhole,
  type ResponsesSaid,
} from '../../../../../test-kit/engine-doubles/responses-events.ts';
import type { SignedReply } from '../../../engine-memory.ts';
import { EngineFault, type EngineEvent } from '../../../events.ts';
import { textIn, usageIn } from '../../../test-support/read-events.ts';
import { RecordingSink } from '../../../test-support/recording-sink.ts';
import { ReplyOutput } from '../../http/reply-output.ts';
import { SignedParts } from '../../http/signed-parts.ts';
import { ResponsesReply } from './responses-reply.ts';

const USAGE = {
  input_tokens: 40,
  input_tokens_details: { cached_tokens: 30 },
  output_tokens: 21,
  output_tokens_details: { reasoning_tokens: 5 },
};
const COUNTED = { inputTokens: 40, cachedInputTokens: 30, outputTokens: 21, reasoningTokens: 5 };

interface Played {
  readonly events: EngineEvent[];
  readonly kept: SignedReply[];
  readonly model: string | undefined;
}

function play(feed: (reply: ResponsesReply) => void, maxOutputTokens = 1000): Played {
  const sink = new RecordingSink();
  const kept: SignedReply[] = [];
  let ids = 0;
  const memory = { find: () => undefined, keep: (reply: SignedReply) => void kept.push(reply) };
  const output = new ReplyOutput(sink, maxOutputTokens);
  const reply = new ResponsesReply(output, () => `call_${ids++}`, new SignedParts(memory, 'e m responses'));
  feed(reply);
  reply.finish();
  return { events: sink.events, kept, model: reply.model };
}

const streamed = (events: readonly object[], most?: number): Played =>
  play((reply) => {
    for (const event of events) if (reply.event(JSON.stringify(event))) return;
  }, most);
const whole = (response: object, most?: number): Played =>
  play((reply) => reply.whole(JSON.stringify(response)), most);

/** Text, reasoning and calls, in order and joined, whatever the chunks. */
function said({ events }: Played): unknown[] {
  const parts: [string, string][] = [];
  for (const event of events) {
    const [kind, words] =
      event.type === 'tool_call_start'
        ? [`call ${event.call} ${event.name}`, '']
        : event.type === 'tool_call_delta'
          ? [`arguments ${event.call}`, event.arguments]
          : 'text' in event
            ? [event.type, event.text]
            : [event.type, event.type === 'stop' ? event.reason : ''];
    const last = parts.at(-1);
    if (last?.[0] === kind) last[1] += words;
    else parts.push([kind, words]);
  }
  return parts;
}

const REPLIES: Readonly<Record<string, ResponsesSaid>> = {
  'a text': { text: 'Hello there.' },
  'reasoning and a text': { reasoning: 'Let me see.', text: 'Hello.' },
  'parallel calls behind reasoning': {
    reasoning: 'I look.',
    text: 'One moment.',
    calls: [
      { name: 'weather', input: { city: 'Oslo' } },
      { name: 'clock', input: {} },
    ],
  },
  'a refusal': { refusal: 'I will not.' },
  'a text that is cut': { text: 'Hello', incomplete: 'max_output_tokens' },
  'a text that is filtered': { text: 'Hello', incomplete: 'content_filter' },
};
const STOPS: Readonly<Record<string, string>> = {
  'parallel calls behind reasoning': 'tool_call',
  'a refusal': 'refusal',
  'a text that is cut': 'max_tokens',
  'a text that is filtered': 'content_filter',
};

describe.each(Object.entries(REPLIES))('D-ENG-37 %s', (name, reply) => {
  const events = responsesEvents(reply, USAGE);
  const response = responsesWhole(reply, USAGE);

  it('is the same streamed and whole, with its ending and its counts', () => {
    const result = streamed(events);
    expect(said(result)).toEqual(said(whole(response)));
    expect(usageIn(result.events)).toEqual(COUNTED);
    expect(result.events).toContainEqual({ type: 'stop', reason: STOPS[name] ?? 'end_turn' });
    expect(result.model).toBe('vendor-model');
  });

  it('is the same when its chunks are missing, its wholes, its numbers or its names', () => {
    const expected = said(streamed(events));
    const type = (event: object): string => (event as { readonly type: string }).type;
    const without = (names: RegExp): object[] => events.filter((event) => !names.test(type(event)));
    const stripped = (key: string): object[] =>
      events.map((event) => Object.fromEntries(Object.entries(event).filter(([field]) => field !== key)));
    for (const variant of [
      without(/\.delta$/),
      without(/(text|refusal|arguments|part)\.done$/),
      without(/\.done$/),
      without(/content_part|summary_part|in_progress/),
      without(/output_item\.added/),
      stripped('output_index'),
      stripped('item_id'),
      stripped('sequence_number'),
      [events.at(-1)!],
      [response],
    ])
      expect(said(streamed(variant))).toEqual(expected);
  });
});

it('is finished with its last event, or as a whole', () => {
  const start = () => new ResponsesReply(new ReplyOutput(new RecordingSink(), 1000), () => 'call_1');
  const parts: ResponsesSaid = { text: 'Hello.' };
  const [reply, other] = [start(), start()];
  const events = responsesEvents(parts, USAGE);
  for (const event of events.slice(0, -1)) expect(reply.event(JSON.stringify(event))).toBe(false);
  expect(reply.finished).toBe(false);
  expect(reply.event(JSON.stringify(events.at(-1)))).toBe(true);
  expect(reply.finished).toBe(true);
  expect(other.finished).toBe(false);
  other.whole(JSON.stringify(responsesWhole(parts, USAGE)));
  expect(other.finished).toBe(true);
});

it('D-ENG-17 keeps signed reasoning unchanged for the call behind it, once', () => {
  const reply = REPLIES['parallel calls behind reasoning']!;
  for (const { kept } of [streamed(responsesEvents(reply, USAGE)), whole(responsesWhole(reply, USAGE))])
    expect(kept).toEqual([
      {
        origin: 'e m responses',
        calls: ['call_0', 'call_1'],
        parts: [
          {
            call: 0,
            afterText: false,
            value: {
              id: 'rs_1',
              type: 'reasoning',
              summary: [{ type: 'summary_text', text: 'I look.' }],
              encrypted_content: encryptedReasoning('I look.'),
            },
          },
        ],
      },
    ]);
});

const failed = (code: string, message = 'x') => ({ code, message });
describe('D-ENG-37 a failure', () => {
  it.each([
    ['rate_limit_exceeded', 429, 'throttled'],
    ['insufficient_quota', 429, 'quota'],
    ['context_length_exceeded', 400, 'context_length'],
    ['invalid_api_key', 401, 'credential'],
    ['model_not_found', 404, 'model'],
    ['server_is_overloaded', 503, 'overloaded'],
    ['server_error', 500, undefined],
    ['something_new', 500, undefined],
  ])('%s is as its code says, in every place', (code, status, reason) => {
    const response = { ...responsesWhole({}, USAGE), status: 'failed', error: failed(code) };
    for (const feed of [() => whole(response), () => streamed([{ type: 'response.failed', response }])]) {
      let fault: unknown;
      try {
        feed();
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(EngineFault);
      expect(fault).toMatchObject({ status, ...(reason ? { refusal: { reason } } : {}) });
    }
  });

  it.each([
    ['without an end', [{ type: 'response.created', response: { model: 'm' } }]],
    [
      'with nothing that is understood',
      [
        { type: 'response.audio.delta', delta: 'AAAA' },
        {
          type: 'response.completed',
          response: { status: 'completed', output: [{ type: 'audio', data: 'AAAA' }] },
        },
      ],
    ],
    [
      'with an unknown ending',
      [
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'news' }, output: [] },
        },
      ],
    ],
    [
      'with a call that has no name',
      [
        { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{}' },
        { type: 'response.completed', response: { status: 'completed', output: [] } },
      ],
    ],
    ['that was cancelled', [{ type: 'response.cancelled', response: { status: 'cancelled', output: [] } }]],
    ['that is no response', [{ type: 'response.completed' }]],
    ['that is no object', ['news']],
  ])('is what comes %s', (_name, events) => {
    expect(() => streamed(events as object[])).toThrow(EngineFault);
  });
});

it('is cut where it is longer than asked for, and no more is charged', () => {
  const long = { text: 'word '.repeat(200) };
  const usage = { ...USAGE, output_tokens: 200 };
  const { events } = whole(responsesWhole(long, usage), 10);
  expect(textIn(events).trim().split(' ')).toHaveLength(10);
  expect(usageIn(events)).toMatchObject({ outputTokens: 10 });
  expect(events).toContainEqual({ type: 'stop', reason: 'max_tokens' });
});
