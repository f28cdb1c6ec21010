import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chunk,
  MAIN_KEY,
  oneOrganization,
  startRunningService,
  startScriptedUpstream,
  streamOf,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { COUNT } from './chat/extended.ts';
import { ableModel } from './messages/ask.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let client: OpenAI;
beforeAll(async () => {
  upstream = await startScriptedUpstream(textReply('ok'));
  const deployment = ableModel(upstream.baseUrl) as { models: { capabilities: object }[] };
  const models = deployment.models.map((model) => ({
    ...model,
    capabilities: { ...model.capabilities, json_schema: true },
  }));
  service = await startRunningService({
    deployment: { ...deployment, models },
    provisioning: oneOrganization(),
  });
  client = new OpenAI({
    baseURL: `${service.baseUrl}/v1`,
    apiKey: MAIN_KEY,
    maxRetries: 0,
    defaultHeaders: { 'svc-beta': CHAT_EXTENSIONS_BETA },
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const HEAD = { model: 'Svc Standard', messages: [{ role: 'user' as const, content: 'count' }] };
const PICTURE = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA';

/** The extension fields of a message or chunk, which the client passes on untyped. */
interface WithReasoning {
  reasoning?: { index?: number; text: string; signature?: string }[];
}

describe('openai with the extensions flag', () => {
  it('CHAT-87 sends images and files', async () => {
    upstream.script(textReply('a cat'));
    const response = await client.chat.completions.create({
      ...HEAD,
      stream: false,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what is this?' },
            { type: 'image_url', image_url: { url: PICTURE, detail: 'high' } },
            {
              type: 'file',
              file: {
                filename: 'a.txt',
                file_data: `data:text/plain;base64,${Buffer.from('Tom').toString('base64')}`,
              },
            },
          ],
        },
      ],
    });
    expect(response.choices[0]!.message.content).toBe('a cat');
    expect(JSON.stringify(upstream.requests.at(-1)!.body)).toContain(`{"url":"${PICTURE}","detail":"high"}`);
  });

  it('D-34 D-45 streams reasoning, and sends it back unchanged', async () => {
    upstream.script(
      streamOf([chunk({ reasoning_content: 'One, ' }), chunk({ reasoning_content: 'two.' }), 'Two'], {
        finishReason: 'stop',
      }),
    );
    const ask = { ...HEAD, reasoning: { effort: 'low' } };
    const stream = await client.chat.completions.create({ ...ask, stream: true });
    let content = '';
    const reasoning = { text: '', signature: '' };
    for await (const { choices } of stream) {
      const delta = (choices[0]?.delta ?? {}) as { content?: string } & WithReasoning;
      content += delta.content ?? '';
      for (const part of delta.reasoning ?? []) {
        reasoning.text += part.text;
        reasoning.signature += part.signature ?? '';
      }
    }
    expect([content, reasoning.text]).toEqual(['Two', 'One, two.']);
    const reply = { role: 'assistant' as const, content, reasoning: [reasoning] };
    const next = (earlier: typeof reply) =>
      client.chat.completions.create({
        ...ask,
        stream: false,
        messages: [...HEAD.messages, earlier, { role: 'user', content: 'sure?' }],
      });
    expect((await next(reply)).choices[0]!.message.content).toBe('Two');
    const edited = next({ ...reply, reasoning: [{ ...reasoning, text: 'Three.' }] });
    await expect(edited).rejects.toMatchObject({
      status: 400,
      code: 'invalid_reasoning_block',
      param: 'messages[1].reasoning[0]',
    });
  });

  it('CHAT-89 D-34 streams with or without usage', async () => {
    upstream.script(textReply('one two'));
    const usages = async (include: boolean) => {
      const stream = await client.chat.completions.create({
        ...HEAD,
        stream: true,
        stream_options: { include_usage: include },
      });
      const found = [];
      for await (const { usage } of stream) if (usage) found.push(usage);
      return found;
    };
    expect(await usages(true)).toMatchObject([
      { prompt_tokens_details: { cached_tokens: 0 }, completion_tokens_details: { reasoning_tokens: 0 } },
    ]);
    expect(await usages(false)).toEqual([]);
  });

  it('D-38 requests a form, and gets the field that is wrong', async () => {
    upstream.script(textReply('{}'));
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const ask = (more: object) =>
      client.chat.completions.create({
        ...HEAD,
        stream: false,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'empty', strict: true, schema: { ...schema, ...more } },
        },
      });
    expect((await ask({})).choices[0]!.message.content).toBe('{}');
    const refused = await ask({ additionalProperties: true }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(APIError);
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param: 'response_format.json_schema.schema',
    });
  });

  it('D-38 parses structured output, whole and streamed, through its own helper', async () => {
    upstream.script(textReply(['{"city":"Oslo",', '"fjord":true}']));
    const Place = z.object({ city: z.string(), fjord: z.boolean() });
    const body = { ...HEAD, response_format: zodResponseFormat(Place, 'place') };
    const whole = await client.chat.completions.parse({ ...body, stream: false });
    expect(whole.choices[0]!.message.parsed).toEqual({ city: 'Oslo', fjord: true });
    const streamed = await client.chat.completions.stream(body).finalChatCompletion();
    expect(streamed.choices[0]!.message.parsed).toEqual({ city: 'Oslo', fjord: true });
    expect(upstream.requests.at(-1)!.body['response_format']).toMatchObject({
      type: 'json_schema',
      json_schema: { name: 'place', strict: true },
    });
  });

  it('CHAT-90 counts tokens, for which the client has no method', async () => {
    upstream.script(textReply('ok'));
    const counted = await client.post<{ prompt_tokens: number }>(COUNT.slice('/v1'.length), { body: HEAD });
    expect(counted).toEqual({
      object: 'chat.completion.token_count',
      model: 'Svc Standard',
      prompt_tokens: expect.any(Number),
    });
  });
});
