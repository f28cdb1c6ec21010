import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk } from '../../../../test-kit/fakes/scripted-upstream.ts';
import { RecordingSink } from '../../test-support/recording-sink.ts';
import { ChatReply } from '../openai/chat-reply.ts';
import { ReplyOutput } from './reply-output.ts';
import { TextTemplate } from './text-template.ts';

const json = (content: string): string => JSON.stringify(chunk({ content }));

describe('TextTemplate', () => {
  it('reads chunks that differ only in their text, also with a space after the colon', () => {
    for (const write of [json, (text: string) => json(text).replaceAll(':', ': ')]) {
      const template = new TextTemplate('content');
      expect(template.read(write('a'))).toBeUndefined();
      template.learn(write('one'), 'one');
      expect([template.read(write('two words')), template.read(write('ü 🙂'))]).toEqual([
        'two words',
        'ü 🙂',
      ]);
    }
  });

  it('leaves everything else to the parser', () => {
    const template = new TextTemplate('content');
    template.learn(json('one'), 'one');
    const others = [
      json('a "quote"'),
      json('line\nbreak'),
      json('back\\slash'),
      json(''),
      JSON.stringify(chunk({ content: 'a' }, 'stop')),
      '',
      '[DONE]',
      json('a').slice(0, -1),
    ];
    for (const other of others) expect(template.read(other), other).toBeUndefined();
  });

  it('learns nothing from a literal with escapes, or if the key is not unique', () => {
    const template = new TextTemplate('content');
    template.learn('{"delta":{"content":"\\u0061"},"x":"a"}', 'a');
    template.learn('{"content":"b","delta":{"content":"b"}}', 'b');
    expect(template.read('{"delta":{"content":"c"},"x":"a"}')).toBeUndefined();
    expect(template.read('{"content":"c","delta":{"content":"b"}}')).toBeUndefined();
  });

  it('gives up on a stream that never repeats, but not on one that changes occasionally', () => {
    const at = (time: number, text: string): string =>
      `{"created":${time},"choices":[{"delta":{"content":"${text}"}}]}`;
    const restless = new TextTemplate('content');
    for (let i = 0; i < 10; i++) restless.learn(at(i, 'a'), 'a');
    expect(restless.read(at(9, 'b'))).toBeUndefined();
    const calm = new TextTemplate('content');
    for (let i = 0; i < 20; i++) {
      calm.learn(at(i, 'a'), 'a');
      expect(calm.read(at(i, 'b'))).toBe('b');
    }
  });

  it('does not change the parsed reply', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '\\', '\\"', '"}', '","content":"', '\n', 'a', ''),
    );
    const delta = fc.oneof(
      fc.record({ content: part }),
      fc.record({ reasoning: part, content: part }),
      fc.record({
        content: part,
        tool_calls: fc.constant([{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }]),
      }),
    );
    fc.assert(
      fc.property(fc.array(delta, { maxLength: 20 }), (deltas) => {
        const sink = new RecordingSink();
        const reply = new ChatReply(new ReplyOutput(sink, 1000), () => 'id');
        for (const item of deltas) reply.event(JSON.stringify(chunk(item)));
        expect(sink.text).toBe(deltas.map(({ content }) => content).join(''));
      }),
    );
  });
});
