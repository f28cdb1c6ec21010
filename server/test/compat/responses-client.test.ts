import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI, { AuthenticationError, BadRequestError, InternalServerError } from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chunk,
  DESTROY,
  errorReply,
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
import { askResponses, RESPONSES } from './responses-fixture.ts';

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

const ASK = { model: 'gpt-4o', input: 'Weather?' };
const WEATHER = {
  type: 'function' as const,
  name: 'weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
};

/** Asks for the weather three times, then answers. */
function threeSteps({ body }: RecordedRequest) {
  const results = (body['messages'] as { role: string }[]).filter(({ role }) => role === 'tool').length;
  return results < 3
    ? toolCalls([{ name: 'weather', arguments: JSON.stringify({ city: `c${results}` }) }])
    : textReply('Sunny everywhere.');
}

describe('the openai client', () => {
  it('COMPR-01 COMPR-10 reads a whole response with nothing set', async () => {
    upstream.script(textReply('Sunny.'));
    const response = await client.responses.create(ASK);
    expect([response.output_text, response.model, response.status]).toEqual([
      'Sunny.',
      'Svc Standard',
      'completed',
    ]);
    expect(response.usage!.total_tokens).toBeGreaterThan(0);
  });

  it.each([false, true])(
    'COMPR-05 COMPR-11 COMPR-12 runs a loop of three tool calls, streamed: %s',
    async (stream) => {
      upstream.script(threeSteps);
      const input: ResponseInputItem[] = [{ role: 'user', content: 'Weather?' }];
      const fields = { model: 'gpt-4o', tools: [WEATHER], store: false };
      const cities: unknown[] = [];
      for (;;) {
        const response = stream
          ? await client.responses.stream({ ...fields, input }).finalResponse()
          : await client.responses.create({ ...fields, input });
        const items = response.output as ResponseInputItem[];
        input.push(...items);
        const calls = items.filter((item) => item.type === 'function_call');
        for (const { call_id, arguments: args } of calls) {
          cities.push((JSON.parse(args) as { city: string }).city);
          input.push({ type: 'function_call_output', call_id, output: 'sun' });
        }
        if (calls.length > 0) continue;
        expect(response.output_text).toBe('Sunny everywhere.');
        break;
      }
      expect(cities).toEqual(['c0', 'c1', 'c2']);
    },
  );

  it('COMPR-02 parses a reply by its schema', async () => {
    upstream.script(textReply('{"city":"Oslo"}'));
    const format = zodTextFormat(z.object({ city: z.string() }), 'place');
    const { output_parsed: parsed } = await client.responses.parse({ ...ASK, text: { format } });
    expect(parsed).toEqual({ city: 'Oslo' });
  });

  it('COMPR-18 counts the tokens of an input', async () => {
    const count = await client.responses.inputTokens.count({ ...ASK, tools: [WEATHER] });
    expect(count.object).toBe('response.input_tokens');
    expect(count.input_tokens).toBeGreaterThan((await client.responses.inputTokens.count(ASK)).input_tokens);
  });

  it('COMPR-17 COMPE-01 COMPE-04 COMPE-07 COMPE-11 throws what it throws for each error', async () => {
    await expect(clientOf('sk-wrong').responses.create(ASK)).rejects.toBeInstanceOf(AuthenticationError);
    await expect(client.responses.create({ ...ASK, model: 'x' })).rejects.toMatchObject({
      constructor: BadRequestError,
      code: 'model_not_found',
      param: 'model',
    });
    await expect(client.responses.create({ ...ASK, background: true })).rejects.toMatchObject({
      code: 'unsupported_value',
      param: 'background',
    });
    await expect(client.responses.retrieve('resp_1')).rejects.toMatchObject({ status: 404 });
    upstream.script(errorReply(503));
    await expect(client.responses.create(ASK)).rejects.toBeInstanceOf(InternalServerError);
    upstream.script(rawReply([sse(chunk({ content: 'half' })), DESTROY]));
    const failed = await client.responses.stream(ASK).finalResponse();
    expect([failed.status, failed.error!.code]).toEqual(['failed', 'server_error']);
  });
});

it('COMPE-02 COMPE-10 an exhausted plan is quota, and a full rate passes', async () => {
  upstream.script(textReply('Sunny.'));
  const poor = await startCompat(upstream.baseUrl, {
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
  });
  const limited = await startCompat(upstream.baseUrl, { limits: { chat_requests_per_minute: 1 } });
  try {
    for (const [running, code, retried] of [
      [poor, 'insufficient_quota', 'false'],
      [limited, 'rate_limit_exceeded', null],
    ] as const) {
      await askResponses(running);
      const refused = await askResponses(running);
      expect([refused.status, refused.headers.get('x-should-retry')]).toEqual([429, retried]);
      expect(await refused.json()).toMatchObject({ error: { code } });
    }
  } finally {
    await poor.stop();
    await limited.stop();
  }
});

it('COMPR-05 COMPR-11 LangChain runs a tool and answers', async () => {
  upstream.script(threeSteps);
  const weather = langchainTool(() => 'sun', {
    name: 'weather',
    description: 'Looks up the weather.',
    schema: z.object({ city: z.string() }),
  });
  const model = new ChatOpenAI({
    model: 'gpt-4o',
    apiKey: MAIN_KEY,
    useResponsesApi: true,
    maxRetries: 0,
    configuration: { baseURL: `${service.baseUrl}/compat/openai/v1` },
  }).bindTools([weather]);
  const messages: BaseMessage[] = [new HumanMessage('Weather?')];
  for (let step = 0; step < 3; step++) {
    const reply = await model.invoke(messages);
    messages.push(reply);
    for (const { id, name } of reply.tool_calls ?? [])
      messages.push(new ToolMessage({ content: 'sun', tool_call_id: id!, name }));
  }
  expect((await model.invoke(messages)).text).toBe('Sunny everywhere.');
});

describe('COMPR-01 a client that asks for a WebSocket', () => {
  async function ask(method: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const outgoing = request(`${service.baseUrl}${RESPONSES}`, { method, headers, agent: false });
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  }
  const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };

  it('is told to go on without one, whatever key it has', async () => {
    for (const method of ['GET', 'POST']) {
      const { statusCode, headers } = await ask(method, UPGRADE);
      expect([statusCode, headers['content-length'], headers.upgrade]).toEqual([426, '0', 'HTTP/1.1']);
    }
  });

  it('and one that does not learns the methods of the path', async () => {
    const { statusCode, headers } = await ask('GET', {});
    expect([statusCode, headers.allow]).toEqual([405, 'POST']);
  });
});
