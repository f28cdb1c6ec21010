import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AIMessage, type AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import OpenAI, { APIError, AuthenticationError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  embeddingsReply,
  errorReply,
  MAIN_KEY,
  oneOrganization,
  scriptedVector,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { cosine, embeddingFixture } from './embeddings/embedding-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let baseURL: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startRunningService({
    deployment: embeddingFixture(upstream.baseUrl),
    provisioning: oneOrganization(),
  });
  baseURL = `${service.baseUrl}/v1`;
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

interface City {
  city: string;
}
const WEATHER = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
};

/** Asks for the weather until a tool result is in the conversation, then answers with it. */
function weatherScript(request: RecordedRequest) {
  const messages = request.body['messages'] as { role: string; content: string }[];
  const result = messages.findLast((message) => message.role === 'tool');
  return result
    ? textReply(`It is ${result.content}.`)
    : toolCalls([{ name: 'weather', arguments: '{"city":"Oslo"}' }]);
}

/** The client decodes base64 itself unless base64 was requested explicitly. */
function toNumbers(embedding: number[] | string): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  return new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer);
}

describe('openai', () => {
  const client = () => new OpenAI({ baseURL, apiKey: MAIN_KEY, maxRetries: 0 });

  it('CHAT-59 CHAT-63 streams text', async () => {
    upstream.script(textReply('one two three'));
    const stream = await client().chat.completions.create({
      model: 'Svc Standard',
      stream: true,
      messages: [{ role: 'user', content: 'count' }],
    });
    let text = '';
    let usage;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      usage ??= chunk.usage;
    }
    expect(text).toBe('one two three');
    expect(usage?.total_tokens).toBe(13);
  });

  it('CHAT-40 gets a whole response', async () => {
    upstream.script(textReply('one two three'));
    const response = await client().chat.completions.create({
      model: 'Svc Standard',
      stream: false,
      messages: [{ role: 'user', content: 'count' }],
    });
    expect(response.choices[0]?.message.content).toBe('one two three');
  });

  it('CHAT-39 CHAT-64 completes a tool round trip through its streaming helper', async () => {
    upstream.script(weatherScript);
    const runner = client().chat.completions.runTools({
      model: 'Svc Standard',
      stream: true,
      messages: [{ role: 'user', content: 'weather?' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'now',
            parameters: WEATHER,
            parse: (text: string) => JSON.parse(text) as City,
            function: ({ city }: City) => `rain in ${city}`,
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('It is rain in Oslo.');
  });

  it('MODEL-18 lists models', async () => {
    const models = await client().models.list();
    expect(models.data.map((model) => model.id)).toEqual(['Svc Standard', 'svc-embed-1']);
  });

  it.each([undefined, 'float', 'base64'] as const)('EMB-09 EMB-10 embeds, requesting %s', async (format) => {
    upstream.script(embeddingsReply());
    const asked = {
      model: 'svc-embed-1',
      input: ['one', 'two'],
      dimensions: 256,
      ...(format ? { encoding_format: format } : {}),
    };
    const { data, usage } = await client().embeddings.create(asked);
    const numbers = data.map(({ embedding }) => toNumbers(embedding));
    expect(numbers.map(({ length }) => length)).toEqual([256, 256]);
    expect(cosine(numbers[1]!, scriptedVector('two').subarray(0, 256))).toBeCloseTo(1, 5);
    expect(usage.prompt_tokens).toBe(10);
  });

  it('EMB-06 gets the index of a text that is too long', async () => {
    const input = ['short', 'word '.repeat(8200)];
    await expect(client().embeddings.create({ model: 'svc-embed-1', input })).rejects.toMatchObject({
      status: 400,
      code: 'input_too_long',
      param: 'input[1]',
    });
  });

  it('gets typed errors', async () => {
    const create = (key: string) =>
      new OpenAI({ baseURL, apiKey: key, maxRetries: 0 }).chat.completions.create({
        stream: false,
        model: 'x',
        messages: [{ role: 'user', content: 'a' }],
      });
    await expect(create(`sk_live_${'0'.repeat(64)}`)).rejects.toBeInstanceOf(AuthenticationError);
    upstream.script(errorReply(429));
    await expect(create(MAIN_KEY)).rejects.toSatisfy(
      (error) => error instanceof RateLimitError && error.code === 'model_busy',
    );
    upstream.script(errorReply(500));
    await expect(create(MAIN_KEY)).rejects.toSatisfy(
      (error) => error instanceof APIError && error.code === 'upstream_error' && error.status === 502,
    );
  });
});

describe("openai's files", () => {
  const client = () => new OpenAI({ baseURL, apiKey: MAIN_KEY, maxRetries: 0 });
  const upload = (name: string, text: string) =>
    // The client's type lists only its vendor's purposes, but it sends any.
    client().files.create({ purpose: 'document' as 'user_data', file: new File([text], name) });

  it('FILE-22 D-FILE-1 D-FILE-2 can be uploaded, read, downloaded and deleted', async () => {
    const file = await upload('notes.txt', 'hello');
    expect(file).toMatchObject({ object: 'file', filename: 'notes.txt', bytes: 5, purpose: 'document' });
    await expect.poll(async () => (await client().files.retrieve(file.id)).status as string).toBe('ready');
    expect(await (await client().files.content(file.id)).text()).toBe('hello');
    expect(await client().files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(client().files.retrieve(file.id)).rejects.toMatchObject({
      status: 404,
      code: 'file_not_found',
    });
  });

  it('D-FILE-1 D-PAGE-1 can be listed across all pages', async () => {
    const ids: string[] = [];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.unshift((await upload(name, name)).id);
    const listed: string[] = [];
    for await (const { id } of client().files.list({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(ids);
  });

  it('FILE-12 are refused with purposes of their vendor', async () => {
    const file = new File(['x'], 'a.txt');
    await expect(client().files.create({ purpose: 'assistants', file })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_purpose',
    });
  });
});

describe('Vercel ai', () => {
  const model = (stream: boolean) =>
    createOpenAICompatible({
      name: 'svc',
      baseURL,
      apiKey: MAIN_KEY,
      transformRequestBody: (body) => ({ ...body, stream }),
    })('Svc Standard');
  const weather = tool({
    description: 'now',
    inputSchema: jsonSchema<City>(WEATHER),
    execute: ({ city }) => `rain in ${city}`,
  });

  it('CHAT-63 streams text', async () => {
    upstream.script(textReply('one two three'));
    const result = streamText({ model: model(true), prompt: 'count', maxRetries: 0 });
    expect(await result.text).toBe('one two three');
    expect((await result.usage).outputTokens).toBe(3);
  });

  it('gets a whole response with stream: false', async () => {
    upstream.script(textReply('one two three'));
    expect((await generateText({ model: model(false), prompt: 'count', maxRetries: 0 })).text).toBe(
      'one two three',
    );
  });

  it('CHAT-39 completes a tool round trip', async () => {
    upstream.script(weatherScript);
    const result = streamText({
      model: model(true),
      prompt: 'weather?',
      tools: { weather },
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    });
    expect(await result.text).toBe('It is rain in Oslo.');
  });

  it('gets typed errors', async () => {
    upstream.script(errorReply(503));
    await expect(generateText({ model: model(false), prompt: 'x', maxRetries: 0 })).rejects.toMatchObject({
      statusCode: 503,
    });
  });
});

async function gather(stream: Promise<AsyncIterable<AIMessageChunk>>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of await stream) whole = whole?.concat(chunk) ?? chunk;
  return whole!;
}

describe('LangChain', () => {
  const chat = (more: object = {}) =>
    new ChatOpenAI({
      model: 'Svc Standard',
      apiKey: MAIN_KEY,
      maxRetries: 0,
      configuration: { baseURL },
      ...more,
    });

  it('CHAT-63 streams text', async () => {
    upstream.script(textReply('one two three'));
    let text = '';
    for await (const chunk of await chat().stream('count')) text += chunk.text;
    expect(text).toBe('one two three');
  });

  it('gets a whole response with stream: false', async () => {
    upstream.script(textReply('one two three'));
    expect((await chat({ modelKwargs: { stream: false } }).invoke('count')).text).toBe('one two three');
  });

  it('CHAT-39 completes a tool round trip', async () => {
    upstream.script(weatherScript);
    const rain = ({ city }: City): string => `rain in ${city}`;
    const weather = langchainTool((input) => rain(input as City), {
      name: 'weather',
      description: 'now',
      schema: WEATHER,
    });
    // `stream`, not `invoke` with streaming: the latter loads a tokenizer from the internet to count what we already counted.
    const bound = chat().bindTools([weather]);
    const asked = await gather(bound.stream([new HumanMessage('weather?')]));
    expect(asked.tool_calls).toMatchObject([{ name: 'weather', args: { city: 'Oslo' } }]);
    const call = asked.tool_calls![0]!;
    const result = new ToolMessage({ tool_call_id: call.id!, content: rain(call.args as City) });
    const response = await gather(
      bound.stream([
        new HumanMessage('weather?'),
        new AIMessage({ content: '', tool_calls: [call] }),
        result,
      ]),
    );
    expect(response.text).toBe('It is rain in Oslo.');
  });

  it('gets typed errors', async () => {
    upstream.script(errorReply(418));
    await expect(chat({ modelKwargs: { stream: false } }).invoke('x')).rejects.toMatchObject({ status: 400 });
  });

  it.each([undefined, 'float', 'base64'] as const)(
    'EMB-10 EMB-16 embeds documents and a query, in %s',
    async (encodingFormat) => {
      upstream.script(embeddingsReply());
      const embeddings = new OpenAIEmbeddings({
        model: 'svc-embed-1',
        apiKey: MAIN_KEY,
        dimensions: 512,
        ...(encodingFormat ? { encodingFormat } : {}),
        batchSize: 2,
        maxRetries: 0,
        configuration: { baseURL },
      });
      const documents = (await embeddings.embedDocuments(['one', 'two', 'three'])).map(toNumbers);
      expect(documents.map(({ length }) => length)).toEqual([512, 512, 512]);
      const query = toNumbers(await embeddings.embedQuery('two'));
      documents.forEach((document, i) => {
        expect(Math.hypot(...document)).toBeCloseTo(1, 3);
        const near = cosine(query, document);
        expect(near > 0.999).toBe(i === 1);
      });
    },
  );
});
