import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, jsonSchema, streamText, tool, type ModelMessage } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  startScriptedUpstream,
  streamOf,
  textReply,
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

/** What the client sent, request by request. */
const sent: { input: { type?: string; role?: string }[]; store?: boolean }[] = [];

function provider() {
  return createOpenAI({
    baseURL: `${service.baseUrl}/compat/openai/v1`,
    apiKey: MAIN_KEY,
    fetch: (url, init) => {
      if (typeof init?.body === 'string') sent.push(JSON.parse(init.body) as (typeof sent)[number]);
      return fetch(url, init);
    },
  });
}

const weather = tool({
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  execute: ({ city }) => `sun in ${city}`,
});

/** Says something and asks for the weather, three times, then says what it was told. */
function threeSteps({ body }: RecordedRequest) {
  const messages = body['messages'] as { role: string; content: string }[];
  const question = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages.slice(question).filter(({ role }) => role === 'tool');
  if (results.length === 3) return textReply(results.map(({ content }) => content).join(', '));
  const call = {
    index: 0,
    type: 'function',
    function: { name: 'weather', arguments: JSON.stringify({ city: `c${results.length}` }) },
  };
  return streamOf([`Step ${results.length}.`, chunk({ tool_calls: [call] })], { finishReason: 'tool_calls' });
}

const RESULTS = 'sun in c0, sun in c1, sun in c2';

/** What the model was shown at the end, without the instructions and ids. */
function shown(): unknown[] {
  const [, ...messages] = upstream.requests.at(-1)!.body['messages'] as object[];
  return JSON.parse(JSON.stringify(messages), (name, value: unknown) =>
    /(^|_)id$/.test(name) ? undefined : value,
  );
}

const step = (number: number) => [
  {
    role: 'assistant',
    content: `Step ${number}.`,
    tool_calls: [{ type: 'function', function: { name: 'weather', arguments: `{"city":"c${number}"}` } }],
  },
  { role: 'tool', content: `sun in c${number}` },
];

const ASK = { tools: { weather }, stopWhen: isStepCount(5), maxRetries: 0 };

describe('ai with @ai-sdk/openai', () => {
  it.each(['whole', 'streamed'] as const)(
    'COMPR-21 its default model runs three tools and goes on in another turn, naming what was said before: %s',
    async (form) => {
      upstream.script(threeSteps);
      sent.length = 0;
      const messages: ModelMessage[] = [];
      const generate = async (content: string): Promise<string> => {
        messages.push({ role: 'user', content });
        const asked = { ...ASK, model: provider()('svc-standard'), messages };
        const result = form === 'whole' ? await generateText(asked) : streamText(asked);
        messages.push(...(await result.responseMessages));
        return result.text;
      };
      expect(await generate('Weather?')).toBe(RESULTS);
      expect(await generate('Again?')).toBe(RESULTS);
      // Else this would show nothing.
      const named = sent.flatMap(({ input }) => input.filter(({ type }) => type === 'item_reference'));
      expect(named.length).toBeGreaterThan(10);
      expect(sent.some(({ store }) => store === false)).toBe(false);
      expect(shown()).toEqual([
        { role: 'user', content: 'Weather?' },
        ...[0, 1, 2].flatMap(step),
        { role: 'assistant', content: RESULTS },
        { role: 'user', content: 'Again?' },
        ...[0, 1, 2].flatMap(step),
      ]);
    },
  );

  it('COMPR-19 COMPR-21 asks for a summary and goes on from it', async () => {
    upstream.script(({ body }: RecordedRequest) =>
      textReply(JSON.stringify(body['messages']).includes('Write a summary') ? 'They met.' : 'Fine.'),
    );
    const messages: ModelMessage[] = [{ role: 'user', content: 'A long story.' }];
    const compacted = await generateText({
      model: provider()('svc-standard'),
      messages,
      maxRetries: 0,
      providerOptions: { openai: { compactionTrigger: true } },
    });
    messages.push(...compacted.responseMessages, { role: 'user', content: 'Go on.' });
    const { text } = await generateText({ model: provider()('svc-standard'), messages, maxRetries: 0 });
    expect(text).toBe('Fine.');
    expect(shown()).toEqual([
      { role: 'user', content: expect.stringMatching(/They met\.$/) as string },
      { role: 'user', content: 'Go on.' },
    ]);
  });

  it('COMPO-01 COMPO-05 its model of chat completions runs them too', async () => {
    upstream.script(threeSteps);
    const asked = { ...ASK, model: provider().chat('svc-standard'), prompt: 'Weather?' };
    expect((await generateText(asked)).text).toBe(RESULTS);
    expect(await streamText(asked).text).toBe(RESULTS);
  });
});
