import { describe, expect, it } from 'vitest';
import {
  assistant,
  body,
  call,
  GIF,
  image,
  JPEG,
  parse,
  PNG,
  refusal,
  result,
  text,
  times,
  tool,
  user,
  WEBP,
  withBlocks,
} from '../test-support/bodies.ts';

describe('parseMessagesRequest takes', () => {
  it('MSG-10 BILL-09 the identity first, then the instructions, as turns of their own', () => {
    const system = (value: unknown) =>
      parse(body({ system: value }), 'You are Svc.').turns.filter(({ role }) => role === 'system');
    const identity = { role: 'system', blocks: [text('You are Svc.')] };
    expect(system('Be brief.')).toEqual([identity, { role: 'system', blocks: [text('Be brief.')] }]);
    expect(system([text('Be '), text('brief.')])).toEqual([
      identity,
      { role: 'system', blocks: [text('Be '), text('brief.')] },
    ]);
    for (const none of [undefined, null, '', []]) expect(system(none)).toEqual([identity]);
  });

  it('MSG-26 a string as one text block', () => {
    const turns = (content: unknown) => parse(body({ messages: [user(content)] })).turns;
    expect(turns('hello')).toEqual(turns([text('hello')]));
  });

  it('MSG-28 MSG-24 the four types of image, by their bytes, and 100 of them with those in results', () => {
    const types: [string, string][] = [
      [PNG, 'image/png'],
      [GIF, 'image/gif'],
      [JPEG, 'image/jpeg'],
      [WEBP, 'image/webp'],
    ];
    const { turns, needs } = parse(withBlocks(...types.map(([data, type]) => image(data, type))));
    expect(turns[0]!.blocks).toEqual(types.map(([data, mediaType]) => ({ type: 'image', mediaType, data })));
    expect(needs).toEqual([
      { capability: 'vision', refusal: 'unsupported_content', param: 'messages[0].content[0]' },
    ]);
    const results = [user('x'), assistant([call('a')])];
    const last = (count: number) =>
      user([result('a', { content: times(count, image()) }), ...times(50, image())]);
    expect(refusal(body({ messages: [...results, last(50)] }))).toBe('taken');
    expect(refusal(body({ messages: [...results, last(51)] }))).toBe('400 invalid_request messages');
  });

  it('MSG-28 MSG-29 addresses, files and documents as content that is still to come, in its place', () => {
    const document = {
      type: 'document',
      title: 'T',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
    };
    const found = [user('x'), assistant([call('a')])];
    const file = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
    const { pending } = parse(
      body({ messages: [...found, user([result('a', { content: [text('t'), file] }), document])] }),
      'identity',
    );
    expect(pending).toEqual([
      {
        kind: 'image',
        path: 'messages[2].content[0].content[1]',
        filePath: 'messages[2].content[0].content[1].source.file_id',
        title: undefined,
        source: { type: 'file', fileId: 'file_1' },
        position: { turn: 3, block: 0, image: 0 },
      },
      {
        kind: 'document',
        path: 'messages[2].content[1]',
        filePath: 'messages[2].content[1].source.file_id',
        title: 'T',
        source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' },
        position: { turn: 3, block: 1 },
      },
    ]);
  });

  it('MSG-30 MSG-31 calls and every form of result', () => {
    const content = [
      result('a', { content: 'r' }),
      result('b', { content: [text('r'), image(), text('s')], is_error: true }),
      result('c'),
    ];
    const { turns } = parse(
      body({ messages: [user('x'), assistant([call('a'), call('b'), call('c')]), user(content)] }),
    );
    expect(turns[1]!.blocks[0]).toEqual({
      type: 'tool_call',
      id: 'a',
      name: 'f',
      arguments: '{"b":1,"a":[null]}',
    });
    expect(turns[2]!.blocks).toEqual([
      { type: 'tool_result', callId: 'a', text: 'r' },
      {
        type: 'tool_result',
        callId: 'b',
        text: 'rs',
        images: [{ type: 'image', mediaType: 'image/png', data: PNG }],
        isError: true,
      },
      { type: 'tool_result', callId: 'c', text: '' },
    ]);
  });

  it('MSG-12 MSG-13 MSG-17 D-37 what is asked of the engine, and what the model must be able to do', () => {
    const asked = {
      stop_sequences: ['a', 'b'],
      temperature: 0,
      top_p: 1,
      top_k: 1,
      parallel_tool_calls: false,
      reasoning: { max_tokens: 1999 },
    };
    expect(parse(body(asked))).toMatchObject({
      stopSequences: ['a', 'b'],
      sampling: { temperature: 0, topP: 1, topK: 1 },
      parallelToolCalls: false,
      reasoning: { maxTokens: 1999 },
      needs: ['temperature', 'top_p', 'top_k', 'reasoning'].map((name) => ({
        capability: name,
        refusal: 'unsupported_parameter',
        param: name,
      })),
    });
    expect(parse(body({ reasoning: {} })).reasoning).toEqual({ effort: 'medium' });
    expect(parse(body({ reasoning: { effort: 'low' } })).reasoning).toEqual({ effort: 'low' });
    expect(
      parse(body({ tools: [tool('f', { strict: true })], parallel_tool_calls: true })).needs!.map(
        ({ param }) => param,
      ),
    ).toEqual(['tools', 'tools[0].function.strict', 'parallel_tool_calls']);
  });

  it('MSG-15 MSG-16 every form of choice', () => {
    const choice = (value: unknown) => parse(body({ tools: [tool()], tool_choice: value })).toolChoice;
    expect(['auto', 'none', 'any'].map((type) => choice({ type }))).toEqual(['auto', 'none', 'any']);
    expect([choice({ type: 'tool', name: 'f' }), choice(null), choice(undefined)]).toEqual([
      { name: 'f' },
      'auto',
      'auto',
    ]);
  });

  it('MSG-19 D-55 16 entries beside end_user_id, counted as people count characters', () => {
    const metadata = {
      ...Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, '😀'.repeat(512)])),
      end_user_id: 'u'.repeat(256),
    };
    expect(parse(body({ metadata })).metadata).toEqual(metadata);
  });

  it('D-09 null wherever a field is optional', () => {
    const optional = [
      'system',
      'stream',
      'stop_sequences',
      'temperature',
      'top_p',
      'top_k',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'reasoning',
      'response_format',
      'context_management',
      'mcp_servers',
      'metadata',
      'prompt_cache_key',
      'prompt',
    ];
    expect(parse(body(Object.fromEntries(optional.map((name) => [name, null]))))).toEqual(parse(body()));
  });

  it('D-50 a last turn by the assistant, and an empty one', () => {
    expect(parse(body({ messages: [user('x'), assistant('so')] })).turns).toHaveLength(2);
    expect(refusal(body({ messages: [user('x'), assistant([]), user('y')] }))).toBe('taken');
  });

  it('MSG-04 500 turns', () => {
    expect(
      refusal(
        body({ messages: Array.from({ length: 500 }, (_, i) => (i % 2 ? assistant('a') : user('b'))) }),
      ),
    ).toBe('taken');
  });

  it('as much text as fits, however it is cut, and no more blocks or schema values than a model could read', () => {
    const many = times(150_000, text('a'));
    expect(parse(body({ messages: [user(many)] })).turns[0]!.blocks).toEqual([text('a'.repeat(150_000))]);
    const calls = Array.from({ length: 60_000 }, (_, i) => `c${i}`);
    const messages = [user('x'), assistant(calls.map((id) => call(id))), user(calls.map((id) => result(id)))];
    expect(refusal(body({ messages }))).toBe('400 invalid_request messages');
    const schema = (values: number) => ({ enum: times(values, 1) });
    expect(refusal(body({ tools: [tool('f', { parameters: schema(99_995) })] }))).toBe('taken');
    expect(refusal(body({ tools: [tool('f', { parameters: schema(99_996) })] }))).toBe(
      '400 invalid_request tools',
    );
    expect(refusal(body({ tools: times(25_001, tool()) }))).toBe('400 invalid_request tools');
    expect(refusal(body({ tools: [tool('f', { description: 'd'.repeat(3_900_000) })] }))).toBe('taken');
    expect(
      refusal(body({ tools: times(2, tool('f', { parameters: { description: 'd'.repeat(2_000_000) } })) })),
    ).toBe('400 invalid_request tools');
  });
});
