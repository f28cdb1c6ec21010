import { describe, expect, it } from 'vitest';
import { chunk, pdf, streamOf, textReply } from '#test-kit';
import { askWhole } from './anthropic-fixture.ts';
import { PNG, user, assistant, text, tool, use, result, image, imageUrl } from './anthropic-parts.ts';
import { withAnthropic } from './with-anthropic.ts';

const anthropic = withAnthropic();
const { messagesSent, refused } = anthropic;

describe('conversations', () => {
  it('COMPA-07 COMPG-10 COMPG-11 reaches the engine as turns that every engine takes', async () => {
    const messages = await messagesSent({
      system: 'One.',
      messages: [
        { role: 'system', content: [text('Two.')] },
        user('a'),
        user([text('b'), text('')]),
        assistant(''),
        { role: 'system', content: 'Late.' },
        assistant([text('Well, ')]),
      ],
    });
    expect(messages).toEqual([
      { role: 'system', content: 'One.\n\nTwo.' },
      { role: 'user', content: 'a\n\nb\n\n<system-reminder>Late.</system-reminder>' },
      { role: 'assistant', content: 'Well, ' },
    ]);
    // A reply may come first.
    expect(await messagesSent({ messages: [assistant('a'), user('b')] })).toHaveLength(2);
  });

  it('COMPA-08 COMPA-12 COMPG-13 sends results first, by the ids that the engine gave', async () => {
    const messages = await messagesSent({
      tools: [tool('f')],
      messages: [
        user('a'),
        assistant([use('toolu_1'), use('toolu_2', 'not json')]),
        user([
          text('b'),
          result('toolu_2', [text('x'), text('y'), { type: 'tool_reference', tool_name: 'f' }]),
          { ...result('toolu_1'), is_error: true },
        ]),
      ],
    });
    const call = (id: string, args: string) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: args },
    });
    expect(messages).toEqual([
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('call_1', '{"a":1}'), call('call_2', 'not json')],
      },
      { role: 'tool', tool_call_id: 'call_2', content: 'xy' },
      { role: 'tool', tool_call_id: 'call_1', content: expect.any(String) as string },
      { role: 'user', content: 'b' },
    ]);
    for (const wrong of [
      [user('a'), assistant([use('1')])],
      [user('a'), assistant([use('1')]), user('b')],
      [user('a'), user([result('1')])],
      [user('a'), assistant([use('1'), use('1')]), user([result('1')])],
    ])
      expect(await refused({ messages: wrong })).toMatch(/^400 invalid_request_error /);
    for (const wrong of [null, 'a', 1, [user('a')]])
      expect(await refused({ messages: [user('a'), wrong] })).toMatch(
        /^400 invalid_request_error .*messages\[1\] must be an object/,
      );
  });

  it('COMPA-08 takes images and documents, in turns and in results', async () => {
    const document = (source: object, more: object = {}) => ({ type: 'document', source, ...more });
    const plain = { type: 'text', media_type: 'text/plain', data: 'Plain words.' };
    const found = {
      type: 'search_result',
      source: 'https://a.example',
      title: 'A',
      content: [text('Found words.')],
    };
    const paged = {
      type: 'base64',
      media_type: 'application/pdf',
      data: pdf(['Paged words']).toString('base64'),
    };
    const messages = await messagesSent({
      tools: [tool('f')],
      messages: [
        user([
          { ...image, cache_control: {} },
          document(plain, { title: 'T', context: 'C' }),
          document({ type: 'content', content: [text('Content words.')] }),
          found,
        ]),
        assistant([use('toolu_1')]),
        user([result('toolu_1', [text('See.'), image, document(plain), found, document(paged)])]),
      ],
    });
    const [first, , tooled, ...rest] = messages as { role: string; content: unknown }[];
    expect(first!.content).toContainEqual(imageUrl);
    const received = JSON.stringify(first);
    for (const words of ['T\\nC', 'Plain words.', 'Content words.', 'A\\nhttps://a.example\\nFound words.'])
      expect(received).toContain(words);
    expect(JSON.stringify(tooled)).toContain('See.\\n\\nPlain words.\\n\\nA\\nhttps://a.example');
    expect(JSON.stringify(rest)).toContain('Paged words');
    expect(JSON.stringify([tooled, ...rest])).toContain(PNG);
  });

  it('COMPA-09 drops what other services’ tools did in a reply', async () => {
    const dropped = ['redacted_thinking', 'server_tool_use', 'web_search_tool_result', 'compaction'];
    const messages = await messagesSent({
      messages: [
        user('a'),
        assistant([...dropped.map((type) => ({ type, id: 'x', content: [], data: 'y' })), text('b')]),
        user('c'),
      ],
    });
    expect(messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ]);
  });

  it('COMPA-09 COMPG-12 keeps thinking that is genuine and leaves out any other', async () => {
    anthropic.upstream.script(
      streamOf([chunk({ reasoning_content: 'hm' }), 'So.'], { finishReason: 'stop' }),
    );
    const thinking = { type: 'adaptive' };
    const { content } = await askWhole(anthropic.service, { thinking });
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    anthropic.upstream.script(textReply('ok'));
    const again = async (blocks: unknown): Promise<string> =>
      JSON.stringify(await messagesSent({ thinking, messages: [user('a'), assistant(blocks), user('b')] }));
    const genuine = await again(content);
    expect(genuine).toContain('hm');
    const [thought, said] = content;
    for (const other of [
      { ...thought, thinking: 'changed' },
      { ...thought, signature: 'EqQBCg' },
      { ...thought, signature: '' },
      { type: 'thinking', thinking: 'hm' },
    ]) {
      const without = await again([other, said]);
      expect(without).not.toContain('hm');
      expect(without).not.toContain('changed');
      expect(without).toContain('So.');
    }
  });
});
