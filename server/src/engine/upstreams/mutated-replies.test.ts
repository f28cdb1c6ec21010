import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counts, isEmpty, mutate, mutation, play } from '../test-support/mutated-reply.ts';
import { textIn, usageIn } from '../test-support/read-events.ts';
import { MessageReply } from './anthropic/message-reply.ts';
import type { ReplyOutput } from './http/reply-output.ts';
import { ChatReply } from './openai/chat-reply.ts';
import { ResponsesReply } from './openai/responses/responses-reply.ts';
import { responsesEvents } from '../../../test-kit/engine-doubles/responses-events.ts';

const chat = (output: ReplyOutput) => new ChatReply(output, () => 'call_1');
const responses = (output: ReplyOutput) => new ResponsesReply(output, () => 'call_1');
const message = (output: ReplyOutput) => new MessageReply(output, () => 'call_1', []);

const GOOD_ENDINGS = ['stop', 'length', 'content_filter', 'end_turn', 'max_tokens'];
const BAD_ENDINGS = ['error', 'abort', 'gone', 'something_new'];
const tokens = fc.oneof(fc.nat({ max: 5000 }), fc.constantFrom(0, null, -1, 1.5, '7'));
const usage = fc.record(
  { prompt_tokens: tokens, completion_tokens: tokens, cached_tokens: tokens },
  { requiredKeys: [] },
);
const ending = fc.option(
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...GOOD_ENDINGS) }, fc.constantFrom(...BAD_ENDINGS)),
);

/** What a chunk says: known fields, empty ones, and fields that nobody knows. */
const delta = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.constantFrom('', null, [], 'word ', [{ type: 'text', text: 'word ' }]),
    reasoning: fc.constantFrom('', null, 'thought '),
    refusal: fc.constantFrom('', null),
    answer: fc.constantFrom('', 'unknown', { text: 'unknown' }),
    annotations: fc.constant([]),
  },
  { requiredKeys: [] },
);
const chatChunk = fc.record(
  {
    choices: fc.tuple(
      fc.record(
        { index: fc.constantFrom(0, '0', null), delta, finish_reason: ending },
        { requiredKeys: ['delta'] },
      ),
    ),
    usage: fc.option(usage),
  },
  { requiredKeys: ['choices'] },
);

describe('a random reply of OpenAI’s form', () => {
  it('is no success if nothing of it was understood, loses no word and no count', () => {
    fc.assert(
      fc.property(fc.array(chatChunk, { maxLength: 6 }), (chunks) => {
        const played = play(chat, chunks);
        const choices = chunks.map(({ choices: [choice] }) => choice);
        const endings = choices.flatMap(({ finish_reason: value }) => (value ? [value] : []));
        if (endings.some((value) => BAD_ENDINGS.includes(value))) {
          expect(played.isFault).toBe(true);
          return;
        }
        const words = choices.filter((choice) =>
          JSON.stringify(choice.delta.content ?? '').includes('word '),
        );
        const thoughts = choices.filter((choice) => choice.delta.reasoning === 'thought ');
        if (endings.length + words.length + thoughts.length === 0) {
          expect(played.isFault).toBe(true);
          return;
        }
        expect(textIn(played.sink.events)).toBe('word '.repeat(words.length));
        if (played.isFault) {
          expect(isEmpty(played)).toBe(true);
          return;
        }
        const usages = chunks.map((item) => item.usage);
        const said = usageIn(played.sink.events) ?? played.sink.counted.at(-1);
        if (!said) return;
        expect(said).toMatchObject({ inputTokens: counts(usages, 'prompt_tokens') });
        expect(said).toMatchObject({ outputTokens: counts(usages, 'completion_tokens') });
      }),
      { numRuns: 2000 },
    );
  });
});

/** What an engine of Anthropic's form says in one event: known fields, empty ones, and unknown ones. */
const block = fc.oneof(
  fc.constantFrom(
    { type: 'text', text: 'word ' },
    { type: 'text', text: '' },
    { type: 'thinking', thinking: 'thought ', signature: 's' },
    { type: 'redacted_thinking', data: 'x' },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { text: 'no' } },
    { type: 'picture', url: 'x' },
    'word ',
    null,
  ),
);
const messageUsage = fc.record(
  { input_tokens: tokens, cache_read_input_tokens: tokens, output_tokens: tokens },
  { requiredKeys: [] },
);
const messageEvent = fc.oneof(
  fc.record({
    type: fc.constant('content_block_start'),
    index: fc.constantFrom(0, '0', 1),
    content_block: block,
  }),
  fc.record({ type: fc.constant('content_block_delta'), index: fc.constantFrom(0, 1), delta: block }),
  fc.record(
    { type: fc.constant('message_delta'), delta: fc.record({ stop_reason: ending }), usage: messageUsage },
    { requiredKeys: ['type', 'delta'] },
  ),
  fc.constantFrom({ type: 'ping' }, { type: 'content_block_stop', index: 0 }, { type: 'news', text: 'no' }),
);

describe('a random reply of Anthropic’s form', () => {
  it('is no success if nothing of it was understood, loses no word and no count', () => {
    fc.assert(
      fc.property(messageUsage, fc.array(messageEvent, { maxLength: 8 }), (startUsage, events) => {
        const start = { type: 'message_start', message: { content: [], usage: startUsage } };
        const played = play(message, [start, ...events, { type: 'message_stop' }]);
        const deltas = events.flatMap((event) => ('delta' in event && 'usage' in event ? [event] : []));
        const endings = events.flatMap((event) => {
          const reason = (event as { delta?: { stop_reason?: string | null } | string | null }).delta;
          return typeof reason === 'object' && reason?.stop_reason ? [reason.stop_reason] : [];
        });
        if (endings.some((value) => BAD_ENDINGS.includes(value))) {
          expect(played.isFault).toBe(true);
          return;
        }
        const blocks = events.map((event) =>
          JSON.stringify(
            'content_block' in event ? event.content_block : 'delta' in event ? event.delta : '',
          ),
        );
        const words = blocks.filter((json) => json.includes('word ')).length;
        const thoughts = blocks.filter((json) => json.includes('thought ')).length;
        if (endings.length + words + thoughts === 0) {
          expect(played.isFault).toBe(true);
          return;
        }
        expect(textIn(played.sink.events)).toBe('word '.repeat(words));
        expect(textIn(played.sink.events, 'reasoning')).toBe('thought '.repeat(thoughts));
        if (played.isFault) {
          expect(isEmpty(played)).toBe(true);
          return;
        }
        const usages = [startUsage, ...deltas.map((event) => event.usage)];
        const counted = usageIn(played.sink.events) ?? played.sink.counted.at(-1);
        if (!counted || !('inputTokens' in counted)) return;
        // At least what one event says of its parts, and at most the largest of each.
        const parts = ['input_tokens', 'cache_read_input_tokens'];
        const sumOf = (said: readonly unknown[]): number =>
          parts.reduce((sum, name) => sum + counts(said, name), 0);
        expect(counted.inputTokens).toBeGreaterThanOrEqual(Math.max(...usages.map((one) => sumOf([one]))));
        expect(counted.inputTokens).toBeLessThanOrEqual(sumOf(usages));
        expect(counted).toMatchObject({ outputTokens: counts(usages.slice(1), 'output_tokens') });
      }),
      { numRuns: 2000 },
    );
  });
});

const CHAT = [
  {
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { role: 'assistant', content: 'word' } }],
  },
  {
    choices: [
      { index: 0, delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] } },
    ],
  },
  { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
  {
    choices: [],
    usage: { prompt_tokens: 900, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 800 } },
  },
];
const MESSAGE = [
  {
    type: 'message_start',
    message: {
      role: 'assistant',
      content: [],
      usage: { input_tokens: 100, cache_read_input_tokens: 800, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use' },
    usage: { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 9 },
  },
  { type: 'message_stop' },
];

const RESPONSES = responsesEvents(
  { reasoning: 'thought', text: 'word', calls: [{ name: 'f', input: { a: 1 } }] },
  { input_tokens: 900, input_tokens_details: { cached_tokens: 800 }, output_tokens: 9 },
);

describe.each([
  ['OpenAI', chat, CHAT],
  ['Responses', responses, RESPONSES],
  ['Anthropic', message, MESSAGE],
] as const)('a mutated reply of the form of %s', (_name, build, events) => {
  it('counts all that it says, unchanged', () => {
    const { sink } = play(build, events);
    expect(usageIn(sink.events)).toEqual({
      inputTokens: 900,
      cachedInputTokens: 800,
      outputTokens: 9,
      reasoningTokens: 0,
    });
  });

  it('is no success without a word, a call or a known ending, and invents no count', () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (mutations) => {
        const mutated = mutations.reduce<unknown>(mutate, events);
        const played = play(build, mutated as unknown[]);
        if (played.isFault) return;
        const sent = JSON.stringify(mutated);
        if (isEmpty(played)) expect(sent).toMatch(/"(finish|stop)_reason|"completed"|response\.completed/);
        const said = usageIn(played.sink.events);
        if (!said) return;
        expect([0, 100, 800, 900]).toContain(said.inputTokens);
        expect([9, undefined]).toContain(said.outputTokens);
      }),
      { numRuns: 3000 },
    );
  });
});
