import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  chunk,
  DESTROY,
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
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startCompat(upstream.baseUrl);
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => {
  upstream.script(textReply('Sunny all day.'));
});

const baseURL = () => `${service.baseUrl}/compat/openai/v1`;
const CUT = rawReply([sse(chunk({ content: 'half' })), DESTROY]);

/** Asks for the weather three times, then says what it was told. */
function threeSteps({ body }: RecordedRequest) {
  const received = (body['messages'] as { role: string; content: string }[]).filter(
    ({ role }) => role === 'tool',
  );
  return received.length < 3
    ? toolCalls([{ name: 'weather', arguments: JSON.stringify({ city: `c${received.length}` }) }])
    : textReply(received.map(({ content }) => content).join(' '));
}

describe('ai, with its provider for compatible services', () => {
  const model = (apiKey = MAIN_KEY) =>
    createOpenAICompatible({ name: 'svc', baseURL: baseURL(), apiKey })('svc-standard');
  const weather = tool({
    inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
    execute: ({ city }) => `sun in ${city}`,
  });

  it('COMPO-01 COMPO-08 COMPO-09 reads a whole answer with nothing set, and a stream', async () => {
    expect((await generateText({ model: model(), prompt: 'Hi' })).text).toBe('Sunny all day.');
    expect(await streamText({ model: model(), prompt: 'Hi' }).text).toBe('Sunny all day.');
  });

  it('COMPG-13 COMPG-14 runs a loop of three tool calls', async () => {
    upstream.script(threeSteps);
    const stopWhen = isStepCount(5);
    const { text } = await generateText({ model: model(), prompt: 'Hi', tools: { weather }, stopWhen });
    expect(text).toBe('sun in c0 sun in c1 sun in c2');
  });

  it('COMPO-14 COMPE-01 says that a stream broke, and that a key is wrong', async () => {
    upstream.script(CUT);
    const types = [];
    for await (const { type } of streamText({ model: model(), prompt: 'Hi', onError: () => {} }).fullStream)
      types.push(type);
    expect(types).toContain('error');
    await expect(generateText({ model: model('sk-wrong'), prompt: 'Hi' })).rejects.toMatchObject({
      statusCode: 401,
    });
  });
});

describe('LangChain', () => {
  const model = (apiKey = MAIN_KEY) =>
    new ChatOpenAI({ model: 'svc-standard', apiKey, maxRetries: 0, configuration: { baseURL: baseURL() } });
  const weather = langchainTool(({ city }) => `sun in ${city}`, {
    name: 'weather',
    schema: z.object({ city: z.string() }),
  });

  it('COMPO-01 COMPO-08 COMPO-09 reads a whole answer with nothing set, and a stream', async () => {
    expect((await model().invoke('Hi')).text).toBe('Sunny all day.');
    let text = '';
    for await (const part of await model().stream('Hi')) text += part.text;
    expect(text).toBe('Sunny all day.');
  });

  it('COMPG-13 COMPG-14 runs a loop of three tool calls', async () => {
    upstream.script(threeSteps);
    const bound = model().bindTools([weather]);
    const messages: Parameters<typeof bound.invoke>[0] & unknown[] = [{ role: 'user', content: 'Hi' }];
    let reply = await bound.invoke(messages);
    while (reply.tool_calls?.[0]) {
      messages.push(reply, await weather.invoke(reply.tool_calls[0]));
      reply = await bound.invoke(messages);
    }
    expect(reply.text).toBe('sun in c0 sun in c1 sun in c2');
  });

  it('COMPO-14 COMPE-01 says that a stream broke, and that a key is wrong', async () => {
    upstream.script(CUT);
    await expect(Array.fromAsync(await model().stream('Hi'))).rejects.toThrow('interrupted');
    await expect(model('sk-wrong').invoke('Hi')).rejects.toMatchObject({ status: 401 });
  });
});
