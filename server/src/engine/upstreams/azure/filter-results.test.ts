import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EngineFault } from '../../events.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ReplyOutput } from '../http/reply-output.ts';
import { ChatReply } from '../openai/chat-reply.ts';

const SAFE = { hate: { filtered: false, severity: 'safe' }, jailbreak: { filtered: false, detected: false } };
const FIRST = {
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: SAFE }],
};
const ASYNCHRONOUS = {
  choices: [
    {
      index: 0,
      finish_reason: null,
      content_filter_results: SAFE,
      content_filter_offsets: { check_offset: 4, start_offset: 0, end_offset: 9 },
    },
  ],
  usage: null,
};

const delta = fc.record(
  {
    role: fc.constant('assistant'),
    content: fc.constantFrom('', null, 'word '),
    refusal: fc.constantFrom('', null),
    tool_calls: fc.constantFrom(
      [{ index: 0, id: 'c', function: { name: 'look_up', arguments: '' } }],
      [{ index: 0, function: { arguments: '{}' } }],
    ),
  },
  { requiredKeys: [] },
);
const chunk = fc.record(
  {
    choices: fc.tuple(
      fc.record({
        index: fc.constant(0),
        delta,
        finish_reason: fc.constantFrom(
          null,
          null,
          null,
          'stop',
          'length',
          'content_filter',
          'tool_calls',
          'gone',
        ),
      }),
    ),
    usage: fc.option(fc.record({ prompt_tokens: fc.nat(99), completion_tokens: fc.nat(99) })),
  },
  { requiredKeys: ['choices'] },
);
type Chunk = typeof chunk extends fc.Arbitrary<infer T> ? T : never;

function play(events: readonly object[]): unknown {
  const sink = new RecordingSink();
  const reply = new ChatReply(new ReplyOutput(sink, 10_000), () => 'call_1');
  try {
    for (const event of events) reply.event(JSON.stringify(event));
    reply.finish();
  } catch (error) {
    expect(error).toBeInstanceOf(EngineFault);
    return { fault: (error as EngineFault).message, events: sink.events };
  }
  return { events: sink.events, counted: sink.counted };
}

function withResults({ choices: [choice], ...rest }: Chunk): object {
  return { ...rest, choices: [{ ...choice, content_filter_results: SAFE }] };
}

it('what a filter says of a reply changes nothing of it, whatever the reply is', () => {
  fc.assert(
    fc.property(
      fc.array(chunk, { maxLength: 6 }),
      fc.array(fc.nat(6), { maxLength: 3 }),
      (chunks, places) => {
        const filtered: object[] = chunks.map(withResults);
        for (const place of places) filtered.splice(place, 0, ASYNCHRONOUS);
        // What nothing is left of but filter results is no reply.
        if (chunks.length > 0) expect(play([FIRST, ...filtered])).toEqual(play(chunks));
        expect(play([FIRST, ASYNCHRONOUS])).toMatchObject({ fault: 'broken' });
      },
    ),
    { numRuns: 1000 },
  );
});
