import Anthropic, { APIError, AuthenticationError, RateLimitError } from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  MAIN_KEY,
  rawReply,
  sse,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startAnthropic } from './anthropic-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startAnthropic(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const client = (of: RunningService = service, apiKey = MAIN_KEY): Anthropic =>
  new Anthropic({ baseURL: `${of.baseUrl}/compat/anthropic`, apiKey, authToken: null, maxRetries: 0 });
const ASKED = {
  model: 'claude-large',
  max_tokens: 2000,
  messages: [{ role: 'user' as const, content: 'Hi' }],
};

/** Asks for the weather of one city after the other, then answers with what it was told. */
function threeSteps({ body }: RecordedRequest) {
  const results = (body['messages'] as { role: string; content: string }[]).filter(
    ({ role }) => role === 'tool',
  );
  const city = ['Oslo', 'Ulm', 'Rome'][results.length];
  return city === undefined
    ? textReply(results.map(({ content }) => content).join(' '))
    : toolCalls([{ name: 'weather', arguments: JSON.stringify({ city }) }]);
}

const weather = betaTool({
  name: 'weather',
  description: 'The weather now.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: ({ city }) => `rain in ${city}`,
});

describe('@anthropic-ai/sdk', () => {
  it('COMPA-12 COMPA-15 gets a whole message', async () => {
    upstream.script(textReply('one two', { usage: { prompt_tokens: 7, completion_tokens: 2 } }));
    const message = await client().messages.create(ASKED);
    expect(message.content).toEqual([{ type: 'text', text: 'one two' }]);
    expect(message.usage).toMatchObject({ input_tokens: 7, output_tokens: 2 });
    expect(message._request_id).toMatch(/^req_/);
  });

  it('COMPA-13 adds a stream up, with thinking and its signature', async () => {
    upstream.script(streamOf([chunk({ reasoning_content: 'hm' }), 'So.'], { finishReason: 'stop' }));
    const stream = client().messages.stream({ ...ASKED, thinking: { type: 'enabled', budget_tokens: 1024 } });
    const message = await stream.finalMessage();
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: expect.stringMatching(/^v1\./) as string },
      { type: 'text', text: 'So.' },
    ]);
    expect(message.stop_reason).toBe('end_turn');
  });

  it.each([true, false])(
    'COMPA-05 COMPA-08 COMPA-14 runs tools in three steps, streamed: %s',
    async (stream) => {
      upstream.script(threeSteps);
      const runner = client().beta.messages.toolRunner({ ...ASKED, tools: [weather], stream });
      let message: { content: unknown } | undefined;
      for await (const part of runner) message = 'finalMessage' in part ? await part.finalMessage() : part;
      expect(message!.content).toEqual([{ type: 'text', text: 'rain in Oslo rain in Ulm rain in Rome' }]);
    },
  );

  it('COMPA-19 throws where a stream breaks', async () => {
    upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
    const stream = client().messages.stream(ASKED);
    await expect(stream.finalMessage()).rejects.toThrow(/api_error/);
  });

  it('COMPA-17 COMPA-18 counts tokens and reads models', async () => {
    const { max_tokens: _most, ...counted } = ASKED;
    expect((await client().messages.countTokens(counted)).input_tokens).toBeGreaterThan(0);
    const ids = [];
    for await (const model of client().models.list({ limit: 1 })) ids.push(model.id);
    expect(ids).toEqual(['Svc Standard', 'Svc Mini', 'claude-svc-standard']);
    expect((await client().models.retrieve('claude-sonnet-4-5')).display_name).toBe('Svc Standard');
  });

  it('COMPE-01 COMPE-02 COMPE-10 COMPE-11 throws its own errors', async () => {
    const failure = (of: Anthropic): Promise<unknown> =>
      of.messages.create(ASKED).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(await failure(client(service, 'sk-other'))).toBeInstanceOf(AuthenticationError);
    upstream.script(errorReply(503));
    const busy = await failure(client());
    expect(busy).toBeInstanceOf(APIError);
    expect(busy).toMatchObject({ status: 529, type: 'overloaded_error' });
    upstream.script(textReply('ok', { usage: { prompt_tokens: 500, completion_tokens: 500 } }));
    const [limited, exhausted] = await Promise.all([
      startAnthropic(upstream.baseUrl, { limits: { chat_requests_per_minute: 1 } }),
      startAnthropic(upstream.baseUrl, {
        plans: [{ id: 'pro', paid: true, monthly_tokens: 1000, models: ['Svc Standard'] }],
      }),
    ]);
    try {
      await client(limited).messages.create(ASKED);
      expect(await failure(client(limited))).toBeInstanceOf(RateLimitError);
      await client(exhausted).messages.create(ASKED);
      expect(await failure(client(exhausted))).toMatchObject({ status: 402, type: 'billing_error' });
    } finally {
      await Promise.all([limited.stop(), exhausted.stop()]);
    }
  });
});
