import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counts, isEmpty, mutate, mutation, play } from '../../test-support/mutated-reply.ts';
import { textIn, usageIn } from '../../test-support/read-events.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import { ContentReply } from './content-reply.ts';

const content = (output: ReplyOutput) => new ContentReply(output, () => 'call_1');

const BAD_ENDINGS = ['OTHER', 'MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'something_new'];
const GOOD_ENDINGS = ['STOP', 'MAX_TOKENS', 'SAFETY', 'IMAGE_OTHER'];
const tokens = fc.oneof(fc.nat({ max: 5000 }), fc.constantFrom(0, null, -1, 1.5, '7'));
const COUNTS = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
];
const usage = fc.record(Object.fromEntries(COUNTS.map((name) => [name, tokens])), { requiredKeys: [] });
const part = fc.constantFrom(
  { text: 'word ' },
  { text: '' },
  { text: 'thought ', thought: true },
  { text: '', thoughtSignature: 'c2ln' },
  { executableCode: { code: 'x' } },
  { picture: 'x' },
  {},
  null,
);
const chunk = fc.record(
  {
    candidates: fc.tuple(
      fc.record(
        {
          content: fc.record({ parts: fc.array(part, { maxLength: 3 }) }),
          finishReason: fc.option(
            fc.oneof(
              { weight: 4, arbitrary: fc.constantFrom(...GOOD_ENDINGS) },
              fc.constantFrom(...BAD_ENDINGS),
            ),
          ),
          safetyRatings: fc.constant([{ category: 'x', probability: 'LOW' }]),
        },
        { requiredKeys: ['content'] },
      ),
    ),
    usageMetadata: usage,
    responseId: fc.constant('theirs'),
  },
  { requiredKeys: ['candidates'] },
);

describe('a random reply of Gemini’s form', () => {
  it('is no success without an ending, loses no word and no count', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
        const played = play(content, chunks);
        const candidates = chunks.map(({ candidates: [candidate] }) => candidate);
        const endings = candidates.flatMap(({ finishReason }) => finishReason ?? []);
        if (endings.length === 0 || endings.some((ending) => BAD_ENDINGS.includes(ending))) {
          expect(played.isFault).toBe(true);
          return;
        }
        const parts = candidates.flatMap((candidate) => candidate.content.parts);
        const wordsOf = (word: string) =>
          parts.filter((one) => one !== null && 'text' in one && one.text === word).length;
        expect(textIn(played.sink.events)).toBe('word '.repeat(wordsOf('word ')));
        expect(textIn(played.sink.events, 'reasoning')).toBe('thought '.repeat(wordsOf('thought ')));
        if (played.isFault) {
          expect(isEmpty(played)).toBe(true);
          return;
        }
        const said = usageIn(played.sink.events) ?? played.sink.counted.at(-1);
        if (!said || !('inputTokens' in said)) return;
        const usages = chunks.map(({ usageMetadata }) => usageMetadata);
        const sum = (...names: string[]) => names.reduce((all, name) => all + counts(usages, name), 0);
        expect(said.inputTokens).toBe(sum('promptTokenCount', 'toolUsePromptTokenCount'));
        if (usageIn(played.sink.events))
          expect(said.outputTokens).toBe(sum('candidatesTokenCount', 'thoughtsTokenCount'));
      }),
      { numRuns: 2000 },
    );
  });
});

const REPLY = [
  { candidates: [{ content: { role: 'model', parts: [{ text: 'hm', thought: true }] }, index: 0 }] },
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'word' }] }, index: 0 }],
    usageMetadata: { promptTokenCount: 900, cachedContentTokenCount: 800 },
  },
  {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ functionCall: { name: 'f', args: { a: 1 }, id: 'x' }, thoughtSignature: 'c2ln' }],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 900,
      cachedContentTokenCount: 800,
      candidatesTokenCount: 6,
      thoughtsTokenCount: 3,
    },
    modelVersion: 'gemini-3-pro',
  },
];

describe('a mutated reply of Gemini’s form', () => {
  it('counts all that it says, unchanged', () => {
    expect(usageIn(play(content, REPLY).sink.events)).toEqual({
      inputTokens: 900,
      cachedInputTokens: 800,
      outputTokens: 9,
      reasoningTokens: 3,
    });
  });

  it('is no success without a known ending, and invents no count', () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 8 }), (mutations) => {
        const mutated = mutations.reduce<unknown>(mutate, REPLY);
        const played = play(content, mutated as unknown[]);
        if (played.isFault) return;
        expect(JSON.stringify(mutated)).toContain('"finishReason":"STOP"');
        const said = usageIn(played.sink.events);
        if (!said) return;
        expect([0, 900]).toContain(said.inputTokens);
        expect([0, 3, 6, 9]).toContain(said.outputTokens);
      }),
      { numRuns: 3000 },
    );
  });
});
