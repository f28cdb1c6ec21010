import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startScriptedUpstream, textReply, type RunningService, type ScriptedUpstream } from '#test-kit';
import { startCompat } from './openai-fixture.ts';
import { askResponses, responsesRefusal, sentForResponse, type ResponseBody } from './responses-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(textReply('Hello.')));

type Fields = Readonly<Record<string, unknown>>;
const sent = (fields: Fields) => sentForResponse(service, upstream, fields);
const refusal = (fields: Fields) => responsesRefusal(service, fields);

const user = (content: unknown) => ({ role: 'user', content });

async function respond(fields: Fields): Promise<ResponseBody> {
  const response = await askResponses(service, fields);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as ResponseBody;
}

describe('fields of responses', () => {
  it.each<[string, Fields, Fields]>([
    [
      'of a request that says nothing',
      {},
      { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 },
    ],
    [
      'of a request that says null',
      { temperature: null, top_p: null, presence_penalty: null, frequency_penalty: null },
      {
        temperature: 1,
        top_p: 1,
        presence_penalty: 0,
        frequency_penalty: 0,
      },
    ],
    [
      'of a model that honours them',
      { temperature: 0.2, top_p: 0.3, presence_penalty: -1, frequency_penalty: 0.5 },
      {
        temperature: 0.2,
        top_p: 0.3,
        presence_penalty: -1,
        frequency_penalty: 0.5,
      },
    ],
    [
      'of a model that does not',
      { model: 'Svc Mini', temperature: 0.2, top_p: 0.3, presence_penalty: -1, frequency_penalty: 0.5 },
      {
        temperature: 1,
        top_p: 1,
        presence_penalty: 0,
        frequency_penalty: 0,
      },
    ],
  ])('COMPR-10 sampling is what held: %s', async (_name, asked, held) => {
    expect(await respond(asked)).toMatchObject(held);
    const { temperature, presence_penalty: penalty } = upstream.requests.at(-1)!.body;
    expect([temperature ?? 1, penalty ?? 0]).toEqual([held['temperature'], held['presence_penalty']]);
  });

  it('COMPR-10 schemas of tools and of the form always have their optional fields', async () => {
    const bare = { type: 'function', name: 'f' };
    const whole = { ...bare, name: 'g', description: 'G.', parameters: { type: 'object' }, strict: false };
    const format = { type: 'json_schema', name: 'r', schema: { type: 'object' } };
    const body = await respond({
      tools: [bare, whole, { ...bare, name: 'h', strict: null }],
      text: { format },
    });
    const none = { description: null, parameters: null, strict: null };
    expect(body['tools']).toEqual([{ ...bare, ...none }, whole, { ...bare, name: 'h', ...none }]);
    expect(body['text']).toEqual({ format: { ...format, description: null, strict: false } });
    for (const type of ['text', 'json_object'])
      expect((await respond({ text: { format: { type } } }))['text']).toEqual({ format: { type } });
  });

  it('COMPR-15 usage counts what was written to a cache', async () => {
    expect((await respond({})).usage).toMatchObject({
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    });
  });

  it.each<[unknown, string]>([
    [[{ type: 'input_text' }], 'input[2].output[0]'],
    [
      [
        { type: 'input_text', text: 'a' },
        { type: 'smell', text: 'b' },
      ],
      'input[2].output[1]',
    ],
    [[null], 'input[2].output[0]'],
    [['text'], 'input[2].output[0]'],
    [[{ type: 'input_image', image_url: 5 }], 'input[2].output[0].image_url'],
  ])('COMPR-05 a bad part of a result, %j, is named', async (output, param) => {
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const input = [user('Hi'), call, { type: 'function_call_output', call_id: 'c', output }];
    expect((await refusal({ input })).split(' ').at(-1)).toBe(param);
  });

  it('COMPR-02 honours what changes the answer', async () => {
    const body = await sent({
      instructions: 'Be brief.',
      max_output_tokens: 7,
      temperature: 0,
      top_p: 0.5,
      parallel_tool_calls: false,
      reasoning: { effort: 'high' },
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      tool_choice: 'required',
    });
    expect(body).toMatchObject({
      max_tokens: 7,
      temperature: 0,
      top_p: 0.5,
      reasoning_effort: 'high',
      tool_choice: 'required',
    });
    expect(body['messages']).toMatchObject([
      {},
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('COMPG-06 COMPR-10 reads a body that is parsed on another thread like any other', async () => {
    const asked = {
      instructions: 'Be brief.',
      tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'f' }] }],
    };
    const small = await sent(asked);
    const response = await askResponses(service, { ...asked, ignored: 'x'.repeat(4_000_000) });
    expect(await response.json()).toMatchObject(asked);
    expect(upstream.requests.at(-1)!.body).toEqual(small);
  });

  it('COMPR-03 COMPR-04 COMPG-05 ignores other fields, at any depth, and what says nothing', async () => {
    const plain = await sent({});
    for (const fields of [
      { client_metadata: { a: 1 }, service_tier: 'flex', truncation: 'auto', top_logprobs: 2 },
      { text: { verbosity: 'low' }, max_tool_calls: 3, prompt_cache_retention: '24h', stream_options: {} },
      { store: true, include: ['message.output_text.logprobs'], reasoning: { context: 'x' }, foo: [1] },
      { reasoning: {}, include: null, instructions: '', user: '', truncation: null, text: {} },
      { previous_response_id: null, conversation: null, prompt: null, background: false, tools: [] },
      { max_output_tokens: null, temperature: null, tool_choice: null, metadata: null },
      {
        input: [
          {
            type: 'message',
            id: 'made-up',
            status: 'completed',
            internal_chat_message_metadata_passthrough: { a: 1 },
            ...user([{ type: 'input_text', text: 'Hi', cache: {} }]),
          },
        ],
      },
    ])
      expect(await sent(fields)).toEqual(plain);
  });

  it('COMPR-04 COMPR-20 refuses by name what is not kept here', async () => {
    expect(await refusal({ background: true })).toBe(
      '400 invalid_request_error unsupported_value background',
    );
    expect(await refusal({ conversation: 'conv_1' })).toContain('unsupported_value conversation');
    expect(await refusal({ prompt: { id: 'pmpt_1' } })).toContain('unsupported_value prompt');
    expect(await refusal({ previous_response_id: 'resp_1' })).toBe(
      '400 invalid_request_error previous_response_not_found previous_response_id',
    );
  });

  it('COMPR-20 COMPR-21 keeps nothing where the operator wants none kept', async () => {
    const forgetful = await startCompat(upstream.baseUrl, { compat: { openai: { keep_items_hours: 0 } } });
    try {
      const body = (await (await askResponses(forgetful, { store: true })).json()) as ResponseBody;
      expect(body['store']).toBe(false);
      const { id } = body.output[0]!;
      const referring = await askResponses(forgetful, {
        input: [user('Hi'), { type: 'item_reference', id }],
      });
      expect([referring.status, await referring.json()]).toMatchObject([
        400,
        {
          error: {
            param: 'input[1].id',
            message: `Item with id '${id}' not found. Items are not kept here; set \`store\` to false.`,
          },
        },
      ]);
    } finally {
      await forgetful.stop();
    }
  });

  it('COMPR-08 reasons where an effort or a summary is asked for', async () => {
    const efforts = [];
    for (const reasoning of [
      {},
      null,
      { effort: 'none' },
      { effort: 'none', summary: 'auto' },
      { effort: 'minimal' },
      { effort: 'xhigh' },
      { summary: 'auto' },
    ])
      efforts.push((await sent({ reasoning }))['reasoning_effort']);
    expect(efforts).toEqual([undefined, undefined, undefined, undefined, 'low', 'high', 'medium']);
    expect(await refusal({ reasoning: { effort: 'huge' } })).toBe(
      '400 invalid_request_error invalid_request reasoning.effort',
    );
  });

  it('COMPR-02 asks for JSON by text.format, and names it where it is refused', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    };
    const form = { type: 'json_schema', name: 'n', schema, strict: true };
    upstream.script(textReply('{"a":1}'));
    const asked = async (format: object) => (await sent({ text: { format } }))['response_format'];
    const strictOf = async (more: object) =>
      ((await asked({ ...form, ...more })) as { json_schema: { strict?: boolean } }).json_schema.strict;
    expect(await asked(form)).toEqual({
      type: 'json_schema',
      json_schema: { name: 'n', schema, strict: true },
    });
    expect(await strictOf({ strict: false })).toBeUndefined();
    // What allows more than it names cannot be strict.
    expect(await strictOf({ schema: { ...schema, additionalProperties: true } })).toBeUndefined();
    expect(await asked({ type: 'json_object' })).toEqual({ type: 'json_object' });
    expect(await asked({ type: 'text' })).toBeUndefined();
    upstream.script(textReply('{"b":1}'));
    expect((await askResponses(service, { text: { format: form } })).status).toBe(400);
    expect(await refusal({ text: { format: { ...form, name: 'n n' } } })).toContain('text.format.name');
    expect(await refusal({ model: 'Svc Mini', text: { format: form } })).toBe(
      '400 invalid_request_error unsupported_parameter text.format',
    );
  });
});
