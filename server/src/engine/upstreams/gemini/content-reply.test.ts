import { describe, expect, it } from 'vitest';
import type { EngineMemory, SignedReply } from '../../engine-memory.ts';
import { EngineFault } from '../../events.ts';
import { callsIn, stopIn, textIn, usageIn } from '../../test-support/read-events.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ReplyOutput } from '../http/reply-output.ts';
import { SignedParts } from '../http/signed-parts.ts';
import { ContentReply } from './content-reply.ts';

type Way = 'streamed' | 'whole' | 'as a list';
const WAYS: readonly Way[] = ['streamed', 'whole', 'as a list'];

interface Read {
  readonly sink: RecordingSink;
  readonly fault: unknown;
  readonly kept: readonly SignedReply[];
}

/** A whole answer has the parts of all chunks, and of everything else the last that was said. */
function joined(chunks: readonly object[]): object {
  const all = chunks as { candidates?: { content?: { parts?: object[] } }[] }[];
  const parts = all.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const candidates = all.flatMap(({ candidates: some }) => some ?? []);
  return {
    ...Object.assign({}, ...chunks),
    ...(candidates.length > 0 && {
      candidates: [{ ...Object.assign({}, ...candidates), content: { parts } }],
    }),
  };
}

function read(chunks: readonly (object | string)[], way: Way = 'streamed', maxOutputTokens = 1000): Read {
  const sink = new RecordingSink();
  const kept: SignedReply[] = [];
  const memory: EngineMemory = { find: () => undefined, keep: (reply) => void kept.push(reply) };
  let calls = 0;
  const newCallId = (isSigned: boolean) => `call_${calls++}${isSigned ? 'z' : 'y'}`;
  const reply = new ContentReply(
    new ReplyOutput(sink, maxOutputTokens),
    newCallId,
    new SignedParts(memory, 'main gemini'),
  );
  try {
    if (way === 'whole') reply.whole(JSON.stringify(joined(chunks as object[])));
    else if (way === 'as a list') reply.whole(JSON.stringify(chunks));
    else
      for (const chunk of chunks)
        if (reply.event(typeof chunk === 'string' ? chunk : JSON.stringify(chunk))) break;
    if (way === 'streamed' && !reply.finished) throw new EngineFault('broken');
    reply.finish();
    return { sink, fault: undefined, kept };
  } catch (fault) {
    return { sink, fault, kept };
  }
}

const say = (...parts: object[]) => ({ candidates: [{ content: { role: 'model', parts }, index: 0 }] });
const end = (finishReason: string, usageMetadata?: object) => ({
  candidates: [{ content: { role: 'model', parts: [] }, finishReason, index: 0 }],
  ...(usageMetadata ? { usageMetadata } : {}),
});
const callOf = (name: string, args?: object, thoughtSignature?: string) => ({
  functionCall: { name, ...(args ? { args } : {}), id: 'theirs' },
  ...(thoughtSignature ? { thoughtSignature } : {}),
});
const USAGE = {
  promptTokenCount: 100,
  toolUsePromptTokenCount: 7,
  cachedContentTokenCount: 60,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 5,
  totalTokenCount: 132,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 100 }],
  cacheTokensDetails: [{ modality: 'TEXT', tokenCount: 60 }],
};
const COUNTED = { inputTokens: 107, cachedInputTokens: 60, outputTokens: 25, reasoningTokens: 5 };

describe.each(WAYS)('an answer of generateContent, %s', (way) => {
  it('D-ENG-15 has its parts in order, and all its counts', () => {
    const chunks = [
      say({ text: 'Hm. ', thought: true }),
      say({ text: 'Let me ' }),
      say({ text: 'look.' }, callOf('f', { city: 'Ülm' })),
      say({ functionCall: { name: 'g' } }),
      end('STOP', USAGE),
    ];
    const { sink, fault } = read(chunks, way);
    expect(fault).toBeUndefined();
    expect(sink.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['reasoning', 'text', 'tool_call_start', 'stop', 'usage']),
    );
    expect(textIn(sink.events, 'reasoning')).toBe('Hm. ');
    expect(textIn(sink.events)).toBe('Let me look.');
    expect(callsIn(sink.events)).toEqual([
      { name: 'f', arguments: '{"city":"Ülm"}' },
      { name: 'g', arguments: '{}' },
    ]);
    expect(stopIn(sink.events)).toBe('tool_call');
    expect(usageIn(sink.events)).toEqual(COUNTED);
    expect(JSON.stringify(sink.events)).not.toContain('theirs');
  });

  it.each([
    ['STOP', 'end_turn'],
    ['MAX_TOKENS', 'max_tokens'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['LANGUAGE', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['IMAGE_PROHIBITED_CONTENT', 'content_filter'],
    ['IMAGE_RECITATION', 'content_filter'],
    ['IMAGE_OTHER', 'content_filter'],
  ])('D-ENG-8 that ends with %s is what came so far, and %s', (finishReason, reason) => {
    const { sink, fault } = read([say({ text: 'So far' }), end(finishReason, USAGE)], way);
    expect([fault, textIn(sink.events), stopIn(sink.events)]).toEqual([undefined, 'So far', reason]);
    expect(usageIn(sink.events)).toEqual(COUNTED);
  });

  it('D-ENG-8 may be nothing at all where it was filtered', () => {
    const { sink } = read([end('SAFETY', { promptTokenCount: 9, totalTokenCount: 9 })], way);
    expect(stopIn(sink.events)).toBe('content_filter');
    expect(usageIn(sink.events)).toEqual({
      inputTokens: 9,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
    });
  });

  it.each([
    ['MALFORMED_FUNCTION_CALL'],
    ['UNEXPECTED_TOOL_CALL'],
    ['OTHER'],
    ['MISSING_THOUGHT_SIGNATURE'],
    ['TOO_MANY_TOOL_CALLS'],
    ['NO_IMAGE'],
    ['SOMETHING_NEW'],
    ['FINISH_REASON_UNSPECIFIED'],
  ])('D-ENG-14 that ends with %s is a failure, before and after its first output', (finishReason) => {
    for (const chunks of [[end(finishReason, USAGE)], [say({ text: 'So far' }), end(finishReason)]]) {
      const { sink, fault } = read(chunks, way);
      expect(fault).toMatchObject({ kind: 'broken' });
      expect([stopIn(sink.events), usageIn(sink.events)]).toEqual([undefined, undefined]);
    }
  });

  it('D-ENG-14 without an ending is a failure', () => {
    expect(read([say({ text: 'So far' }, callOf('f'))], way).fault).toMatchObject({ kind: 'broken' });
    expect(read([{ usageMetadata: USAGE }], way).fault).toMatchObject({ kind: 'broken' });
  });

  it.each(['SAFETY', 'OTHER', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SOMETHING_NEW'])(
    'D-ENG-7 to a prompt that was filtered for %s is a success without text, with the engine’s count',
    (blockReason) => {
      const blocked = { promptFeedback: { blockReason, safetyRatings: [] } };
      const zero = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
      const counted = read([{ ...blocked, usageMetadata: { promptTokenCount: 8 } }], way).sink;
      expect([stopIn(counted.events), usageIn(counted.events)]).toEqual([
        'content_filter',
        { ...zero, inputTokens: 8 },
      ]);
      const uncounted = read([blocked], way).sink;
      expect(uncounted.events.map(({ type }) => type)).toEqual(['stop', 'usage']);
      expect(usageIn(uncounted.events)).toEqual(zero);
    },
  );

  it('takes ratings of a prompt that was not filtered for none', () => {
    const feedback = { promptFeedback: { safetyRatings: [{ category: 'x', probability: 'LOW' }] } };
    const { sink } = read([{ ...feedback, ...say({ text: 'Hi' }) }, end('STOP')], way);
    expect([textIn(sink.events), stopIn(sink.events)]).toEqual(['Hi', 'end_turn']);
  });

  it.each([
    ['a call without a name', say({ functionCall: { args: { a: 1 } } })],
    ['a call in pieces', say({ functionCall: { name: 'f', partialArgs: [{ jsonPath: '$.a' }] } })],
    ['an error', { error: { code: 503, message: 'x', status: 'UNAVAILABLE' } }],
    ['an answer in a form that is not known', say({ executableCode: { code: 'x' } })],
  ])('is a failure with %s', (_what, chunk) => {
    const { fault } = read([chunk, end('STOP')], way);
    expect(fault).toBeInstanceOf(EngineFault);
  });

  it('D-ENG-17 keeps signatures by the first signed call, which its id shows', () => {
    const chunks = [
      say({ text: 'First ', thought: true }, { text: 'thought.', thought: true, thoughtSignature: 's0' }),
      say({ text: 'Said.', thoughtSignature: 's1' }),
      say(callOf('f', {}, 's2'), callOf('g')),
      say({ text: '', thoughtSignature: 's3' }),
      end('STOP', USAGE),
    ];
    const { kept } = read(chunks, way);
    expect(kept).toEqual([
      {
        origin: 'main gemini',
        calls: ['call_0z', 'call_1y'],
        parts: [
          {
            call: 0,
            afterText: false,
            value: { on: 'thought', text: 'First thought.', thoughtSignature: 's0' },
          },
          { call: 0, afterText: true, value: { on: 'text', isApart: false, thoughtSignature: 's1' } },
          { call: 0, afterText: true, value: { on: 'call', thoughtSignature: 's2' } },
          { call: 2, afterText: false, value: { on: 'text', isApart: true, thoughtSignature: 's3' } },
        ],
      },
    ]);
    expect(read([say(callOf('f')), end('STOP')], way).kept).toEqual([]);
    expect(read([say({ text: 'x', thoughtSignature: 's' }), end('STOP')], way).kept).toEqual([]);
  });
});

describe('a stream of generateContent', () => {
  it('D-ENG-16 has repeated counts once, and a later zero or gap corrects nothing', () => {
    const count = (usageMetadata: object) => ({ ...say({ text: 'x' }), usageMetadata });
    const { sink } = read([
      count({
        promptTokenCount: 100,
        cachedContentTokenCount: 60,
        thoughtsTokenCount: 5,
        candidatesTokenCount: 3,
      }),
      count({ promptTokenCount: 100, toolUsePromptTokenCount: 7, candidatesTokenCount: 20 }),
      end('STOP', { promptTokenCount: 0, cachedContentTokenCount: 0, candidatesTokenCount: 0 }),
    ]);
    expect(usageIn(sink.events)).toEqual(COUNTED);
  });

  it('is a failure with an object that means something else', () => {
    expect(read([{ unknown: 1 }, end('STOP')]).fault).toMatchObject({ kind: 'broken' });
  });

  it('may end as that of another protocol, once it has ended', () => {
    expect(read([say({ text: 'x' }), end('STOP'), '[DONE]']).fault).toBeUndefined();
    expect(read([say({ text: 'x' }), '[DONE]']).fault).toMatchObject({ kind: 'broken' });
  });

  it('has one candidate, and names its model', () => {
    const two = {
      candidates: [
        { index: 1, content: { parts: [{ text: 'other' }] } },
        { content: { parts: [{ text: 'x' }] } },
      ],
    };
    expect(textIn(read([two, end('STOP')]).sink.events)).toBe('x');
  });

  it('keeps the digits of a call', () => {
    const json =
      '{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"id": 2512292042121000001}}}]}}]}';
    expect(callsIn(read([json, end('STOP')]).sink.events)).toEqual([
      { name: 'f', arguments: '{"id":2512292042121000001}' },
    ]);
  });
});

it('CHAT-12 cuts an answer that is longer than was allowed', () => {
  const words = 'word '.repeat(40);
  const { sink } = read(
    [say({ text: words }), end('STOP', { ...USAGE, candidatesTokenCount: 40 })],
    'whole',
    10,
  );
  expect(stopIn(sink.events)).toBe('max_tokens');
  expect(textIn(sink.events).length).toBeLessThan(words.length);
  expect(usageIn(sink.events)).toMatchObject({ outputTokens: 10 });
});
