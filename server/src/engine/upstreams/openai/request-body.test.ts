import { describe, expect, it } from 'vitest';
import { requestOf, WEATHER_TOOL } from '../../test-support/requests.ts';
import type { GenerateRequest, ResponseFormat, Turn } from '../../turns.ts';
import { toRequestBody } from './request-body.ts';

type FormatType = ResponseFormat['type'];

const target = { model: 'upstream-name', origin: 'main upstream-name', formats: new Set<FormatType>() };

function bodyOf(
  request: Partial<GenerateRequest> = {},
  formats: readonly FormatType[] = [],
): Record<string, unknown> {
  return JSON.parse(
    toRequestBody(requestOf(request), { ...target, formats: new Set(formats) }) as string,
  ) as Record<string, unknown>;
}

describe('toRequestBody', () => {
  it('CHAT-05 keeps the order of turns, with tool results as separate messages', () => {
    const { messages } = bodyOf({
      turns: [
        {
          role: 'system',
          blocks: [
            { type: 'text', text: 'You are ' },
            { type: 'text', text: 'Svc.' },
          ],
        },
        { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', blocks: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          blocks: [
            { type: 'tool_call', id: 'c1', name: 'weather', arguments: '{"city": "Ulm",}' },
            { type: 'tool_call', id: 'c2', name: 'weather', arguments: '' },
          ],
        },
        {
          role: 'user',
          blocks: [
            { type: 'tool_result', callId: 'c1', text: 'sun' },
            { type: 'tool_result', callId: 'c2', text: '' },
            { type: 'text', text: 'And ' },
            { type: 'text', text: 'now?' },
          ],
        },
        { role: 'assistant', blocks: [{ type: 'text', text: '' }] },
      ],
    });
    const call = (id: string, args: string): object => ({
      id,
      type: 'function',
      function: { name: 'weather', arguments: args },
    });
    expect(messages).toEqual([
      { role: 'system', content: 'You are Svc.' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, tool_calls: [call('c1', '{"city": "Ulm",}'), call('c2', '')] },
      { role: 'tool', tool_call_id: 'c1', content: 'sun' },
      { role: 'tool', tool_call_id: 'c2', content: '' },
      { role: 'user', content: 'And now?' },
      { role: 'assistant', content: '' },
    ]);
  });

  it('CHAT-18 sends exactly the fields of the contract', () => {
    expect(bodyOf({ stream: false })).toEqual({
      model: 'upstream-name',
      messages: [{ role: 'user', content: 'Hi' }],
      max_tokens: 100,
      stream: false,
    });
  });

  it('requests usage when streaming', () => {
    expect(bodyOf()).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['any', 'required'],
    [{ name: 'weather' }, { type: 'function', function: { name: 'weather' } }],
  ] as const)('translates the tool choice %j', (toolChoice, expected) => {
    expect(bodyOf({ tools: [WEATHER_TOOL], toolChoice })).toMatchObject({
      tools: [{ type: 'function', function: WEATHER_TOOL }],
      tool_choice: expected,
    });
  });

  it('sends no tool choice without tools', () => {
    expect(bodyOf({ toolChoice: 'none' })).not.toHaveProperty('tool_choice');
  });

  it('D-38 sends the form of the reply only to a server that supports it', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const format: ResponseFormat = { type: 'json_schema', name: 'n', description: 'd', schema, strict: true };
    const sent = (responseFormat: ResponseFormat, formats: readonly FormatType[]) =>
      bodyOf({ responseFormat }, formats)['response_format'];
    const { type, ...json_schema } = format;
    expect(sent(format, ['json_schema'])).toEqual({ type, json_schema });
    expect(sent({ ...format, schema: { type: 'array' } }, ['json_object'])).toBeUndefined();
    expect(sent(format, ['json_object'])).toEqual({ type: 'json_object' });
    expect(sent({ type: 'json_object' }, ['json_object'])).toEqual({ type: 'json_object' });
    expect([sent({ type: 'json_object' }, ['json_schema']), sent(format, [])]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('writes a large request in pieces that form the same JSON', async () => {
    const long = 'é"\\ '.repeat(200_000);
    const turns = ['user', 'assistant', 'user', 'assistant'].map((role) => ({
      role,
      blocks: [{ type: 'text', text: long }],
    })) as Turn[];
    const body = toRequestBody(requestOf({ turns, tools: [WEATHER_TOOL] }), target);
    if (typeof body === 'string') throw new Error('was written at once');
    const chunks: Buffer[] = [];
    for await (const chunk of body()) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(3);
    const small = bodyOf({ turns: [], tools: [WEATHER_TOOL] });
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
      ...small,
      messages: turns.map(({ role }) => ({ role, content: long })),
    });
  });
});
