import OpenAI, { AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chunk,
  DESTROY,
  embeddingsReply,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCompat } from './openai-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
let client: OpenAI;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
  client = clientOf(MAIN_KEY);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

function clientOf(apiKey: string, running = service): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${running.baseUrl}/compat/openai/v1`, maxRetries: 0 });
}

const ASK = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Weather?' }] };

/** Asks for the weather three times, then answers. */
function threeSteps({ body }: RecordedRequest) {
  const results = (body['messages'] as { role: string }[]).filter(({ role }) => role === 'tool').length;
  return results < 3
    ? toolCalls([{ name: 'weather', arguments: JSON.stringify({ city: `c${results}` }) }])
    : textReply('Sunny everywhere.');
}

describe('the openai client', () => {
  it('COMPO-01 COMPO-08 reads a whole answer with nothing set', async () => {
    upstream.script(textReply('Sunny.'));
    const { choices, model, usage } = await client.chat.completions.create(ASK);
    expect(choices[0]!.message.content).toBe('Sunny.');
    expect(model).toBe('Svc Standard');
    expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
  });

  it('COMPO-09 reads a stream with its usage', async () => {
    upstream.script(textReply('Sunny all day.'));
    const stream = client.chat.completions.stream({ ...ASK, stream_options: { include_usage: true } });
    expect(await stream.finalContent()).toBe('Sunny all day.');
    expect((await stream.totalUsage()).completion_tokens).toBeGreaterThan(0);
  });

  it('COMPG-13 COMPG-14 runs a loop of three tool calls', async () => {
    upstream.script(threeSteps);
    const cities: string[] = [];
    const runner = client.chat.completions.runTools({
      ...ASK,
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'Looks up the weather.',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: (text: string) => JSON.parse(text) as { city: string },
            function: ({ city }: { city: string }) => (cities.push(city), 'sun'),
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('Sunny everywhere.');
    expect(cities).toEqual(['c0', 'c1', 'c2']);
  });

  it('COMPO-07 parses a reply by its schema', async () => {
    upstream.script(textReply('{"city":"Oslo"}'));
    const { choices } = await client.chat.completions.parse({
      ...ASK,
      response_format: zodResponseFormat(z.object({ city: z.string() }), 'place'),
    });
    expect(choices[0]!.message.parsed).toEqual({ city: 'Oslo' });
  });

  it('COMPO-13 lists models and embeds', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toContain('gpt-4o');
    expect((await client.models.retrieve('gpt-4o')).id).toBe('Svc Standard');
    upstream.script(embeddingsReply());
    const { data } = await client.embeddings.create({ model: 'svc-embed-1', input: 'a' });
    expect(data[0]!.embedding.length).toBe(1024);
  });

  it('COMPO-14 COMPE-01 COMPE-04 COMPE-07 COMPE-10 throws what it throws for each error', async () => {
    await expect(clientOf('sk-wrong').chat.completions.create(ASK)).rejects.toBeInstanceOf(
      AuthenticationError,
    );
    await expect(client.chat.completions.create({ ...ASK, model: 'x' })).rejects.toBeInstanceOf(
      NotFoundError,
    );
    await expect(client.chat.completions.create({ ...ASK, n: 2 })).rejects.toMatchObject({
      constructor: BadRequestError,
      code: 'unsupported_value',
      param: 'n',
    });
    upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
    const broken = client.chat.completions.stream(ASK);
    await expect(broken.finalContent()).rejects.toThrow('interrupted');
    const limited = await startCompat(upstream.baseUrl, { limits: { chat_requests_per_minute: 1 } });
    try {
      const busy = clientOf(MAIN_KEY, limited);
      upstream.script(textReply('Sunny.'));
      await busy.chat.completions.create(ASK);
      await expect(busy.chat.completions.create(ASK)).rejects.toBeInstanceOf(RateLimitError);
    } finally {
      await limited.stop();
    }
  });
});

it('COMPE-02 an exhausted plan is quota, which no client waits for', async () => {
  const poor = await startCompat(upstream.baseUrl, {
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
  });
  try {
    upstream.script(textReply('Sunny.'));
    const asked = [];
    for (let i = 0; i < 2; i++) {
      asked.push(
        await clientOf(MAIN_KEY, poor)
          .chat.completions.create(ASK)
          .catch((error: unknown) => error),
      );
    }
    expect(asked.at(-1)).toMatchObject({
      status: 429,
      code: 'insufficient_quota',
      type: 'insufficient_quota',
    });
  } finally {
    await poor.stop();
  }
});
