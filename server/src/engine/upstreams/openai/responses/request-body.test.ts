import { describe, expect, it } from 'vitest';
import type { SignedReply } from '../../../engine-memory.ts';
import { requestOf } from '../../../test-support/requests.ts';
import type { Block, GenerateRequest, Turn } from '../../../turns.ts';
import { fitRequest } from '../../http/fit-request.ts';
import { APIS } from '../apis.ts';

const FORMAT = APIS.responses.format('openai-reasoning', undefined);
const ORIGIN = 'e m responses';

function sent(more: Partial<GenerateRequest>, format = FORMAT): Record<string, unknown> {
  const target = {
    model: 'm',
    origin: ORIGIN,
    formats: new Set(['json_schema', 'json_object'] as const),
    format,
  };
  return JSON.parse(APIS.responses.body(requestOf(more), target) as string) as Record<string, unknown>;
}

const turn = (role: Turn['role'], ...blocks: Block[]): Turn => ({ role, blocks });
const text = (words: string): Block => ({ type: 'text', text: words });
const image: Block = { type: 'image', mediaType: 'image/png', data: 'AAAA', detail: 'low' };
const call = (id: string): Block => ({ type: 'tool_call', id, name: 'f', arguments: '{"n":1.0}' });

describe('D-ENG-37 a request of Responses', () => {
  it('is kept by nobody, and asks for the reasoning that its calls need later', () => {
    expect(sent({ maxOutputTokens: 100, stream: true, cacheScope: 'k' })).toMatchObject({
      model: 'm',
      store: false,
      include: ['reasoning.encrypted_content'],
      max_output_tokens: 100,
      stream: true,
      prompt_cache_key: 'k',
    });
    expect(sent({})).not.toHaveProperty('max_completion_tokens');
  });

  it('has every kind of turn as items', () => {
    const { input } = sent({
      turns: [
        turn('system', text('Be brief.')),
        turn('user', text('Look: '), image),
        turn('assistant', text('I look.'), call('call_1'), call('call_2')),
        turn(
          'user',
          { type: 'tool_result', callId: 'call_1', text: 'seen', images: [image] },
          { type: 'tool_result', callId: 'call_2', text: 'gone', isError: true },
          text('And?'),
        ),
        turn('assistant', { type: 'reasoning', text: 'hm' }, text('Fine.')),
      ],
    });
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' };
    expect(input).toEqual([
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Look: ' }, picture] },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"n":1.0}' },
      { type: 'function_call', call_id: 'call_2', name: 'f', arguments: '{"n":1.0}' },
      {
        type: 'function_call_output',
        call_id: 'call_1',
        output: [{ type: 'input_text', text: 'seen' }, picture],
      },
      { type: 'function_call_output', call_id: 'call_2', output: 'Error: gone' },
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: 'Fine.' },
    ]);
  });

  it('D-ENG-17 has what the server signed where it stood, and what another signed nowhere', () => {
    const signed = (origin: string): SignedReply => ({
      origin,
      calls: ['call_1'],
      parts: [
        { call: 0, afterText: false, value: { type: 'reasoning', id: 'rs_1', encrypted_content: 'x' } },
        { call: 0, afterText: true, value: { type: 'reasoning', id: 'rs_2', encrypted_content: 'y' } },
      ],
    });
    const inputOf = (origin: string): unknown =>
      sent({
        turns: [turn('assistant', text('I look.'), call('call_1'))],
        memory: { find: () => signed(origin), keep: () => {} },
      })['input'];
    const [said, called] = [
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_1' },
    ];
    expect(inputOf(ORIGIN)).toMatchObject([{ id: 'rs_1' }, said, { id: 'rs_2' }, called]);
    expect(inputOf('e m')).toMatchObject([said, called]);
  });

  it('has tools, the choice among them, and schemas that are followed as far as the caller asks', () => {
    const tools = [
      { name: 'f', description: 'F.', parameters: { type: 'object' } },
      { name: 'g', strict: true as const },
    ];
    expect(sent({ tools, toolChoice: 'any', parallelToolCalls: false })).toMatchObject({
      tools: [
        { type: 'function', name: 'f', description: 'F.', parameters: { type: 'object' }, strict: false },
        { type: 'function', name: 'g', parameters: { type: 'object', properties: {} }, strict: true },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
    });
    for (const [toolChoice, wire] of [
      ['auto', 'auto'],
      ['none', 'none'],
      [{ name: 'g' }, { type: 'function', name: 'g' }],
    ] as const)
      expect(sent({ tools, toolChoice })['tool_choice']).toEqual(wire);
    expect(sent({ toolChoice: 'any' })).not.toHaveProperty('tool_choice');
  });

  it.each([
    [{ effort: 'low' }, 'low'],
    [{ effort: 'high' }, 'high'],
    [{ maxTokens: 1000 }, 'low'],
    [{ maxTokens: 10_000 }, 'medium'],
    [{ maxTokens: 100_000 }, 'high'],
  ] as const)('asks for reasoning %o, and for what of it can be shown', (reasoning, effort) => {
    expect(sent({ reasoning })['reasoning']).toEqual({ effort, summary: 'auto' });
  });

  it('has the form of the reply in its own place', () => {
    const schema = { type: 'object' };
    expect(
      sent({ responseFormat: { type: 'json_schema', name: 'n', schema, strict: true } })['text'],
    ).toEqual({
      format: { type: 'json_schema', name: 'n', schema, strict: true },
    });
    expect(sent({ responseFormat: { type: 'json_object' } })['text']).toEqual({
      format: { type: 'json_object' },
    });
  });

  it.each([
    ['top_k', { topK: 4 }],
    ['presence_penalty', { presencePenalty: 1 }],
    ['frequency_penalty', { frequencyPenalty: 1 }],
    ['seed', { seed: 7 }],
  ] as const)('never has %s: a caller is told, and doors leave it out', (name, sampling) => {
    const format = APIS.responses.format(undefined, undefined);
    expect(fitRequest(requestOf({ sampling }), format)).toEqual({ request: undefined, refused: name });
    expect(sent({ sampling, lowersMaxTokens: true }, format)).not.toHaveProperty(name);
    expect(sent({ sampling: { temperature: 0.5, topP: 0.5 } }, format)).toMatchObject({
      temperature: 0.5,
      top_p: 0.5,
    });
  });
});
