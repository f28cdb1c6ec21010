import assert from 'node:assert/strict';
import { createOpenResponses } from '@ai-sdk/open-responses';
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai';
import { rejects, runChecks } from './checks.mjs';

const { SVC_ORIGIN: origin, SVC_KEY: apiKey } = process.env;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';

const provider = createOpenResponses({ name: 'svc', url: `${origin}/compat/openai/v1/responses`, apiKey });
const model = provider('svc-standard');
const asked = { model, maxRetries: 0 };
const object = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const weather = tool({
  description: 'The weather.',
  inputSchema: jsonSchema(object),
  execute: ({ city }) => `Sun in ${city}`,
});
const isText = (text) => assert.match(text, /^Hello/);
const message = (role, content) => ({ role, content });

async function gather(options) {
  const errors = [];
  const result = streamText({ ...asked, ...options, onError: ({ error }) => errors.push(error) });
  const parts = [];
  for await (const part of result.fullStream) parts.push(part);
  assert.deepEqual(errors, []);
  return { result, types: parts.map(({ type }) => type) };
}

await runChecks({
  'a text': async () => {
    const { text, finishReason, usage, response } = await generateText({ ...asked, prompt: 'Hi' });
    isText(text);
    assert.equal(finishReason, 'stop');
    assert.ok(usage.inputTokens > 0 && usage.outputTokens > 0);
    assert.match(response.id, /^resp_/);
  },
  'a stream': async () => {
    const { result, types } = await gather({ prompt: 'Count.' });
    isText(await result.text);
    assert.ok(types.filter((type) => type === 'text-delta').length > 1);
    assert.ok((await result.usage).outputTokens > 0);
  },
  instructions: async () =>
    isText((await generateText({ ...asked, instructions: 'Be brief.', prompt: 'Hi' })).text),
  'several turns': async () => {
    const messages = [
      message('user', 'I am Ada.'),
      message('assistant', 'Hi.'),
      message('user', 'Who am I?'),
    ];
    isText((await generateText({ ...asked, messages })).text);
  },
  'an image': async () => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'file', data: PIXEL, mediaType: 'image/png' },
    ];
    isText((await generateText({ ...asked, messages: [message('user', content)] })).text);
  },
  'a call': async () => {
    const { toolCalls, finishReason } = await generateText({
      ...asked,
      prompt: 'Sun?',
      tools: { weather: { ...weather, execute: undefined } },
    });
    assert.equal(finishReason, 'tool-calls');
    assert.deepEqual([toolCalls[0].toolName, Object.keys(toolCalls[0].input)], ['weather', ['city']]);
  },
  'a streamed call': async () => {
    const { result, types } = await gather({
      prompt: 'Sun?',
      tools: { weather: { ...weather, execute: undefined } },
    });
    assert.equal((await result.toolCalls).length, 1);
    assert.ok(types.includes('tool-call'));
  },
  'rounds of calls': async () => {
    const { text, steps } = await generateText({
      ...asked,
      prompt: 'Sun?',
      tools: { weather },
      stopWhen: stepCountIs(3),
    });
    isText(text);
    assert.equal(steps.length, 2);
  },
  'a tool that must be called': async () => {
    const toolChoice = { type: 'tool', toolName: 'weather' };
    const tools = { other: weather, weather: { ...weather, execute: undefined } };
    const { toolCalls } = await generateText({ ...asked, prompt: 'Sun?', tools, toolChoice });
    assert.deepEqual(
      toolCalls.map(({ toolName }) => toolName),
      ['weather'],
    );
  },
  'no tool': async () =>
    isText((await generateText({ ...asked, prompt: 'Sun?', tools: { weather }, toolChoice: 'none' })).text),
  'an object': async () => {
    const { output } = await generateText({
      ...asked,
      prompt: 'Where?',
      output: Output.object({ schema: jsonSchema(object) }),
    });
    assert.deepEqual(Object.keys(output), ['city']);
  },
  reasoning: async () => {
    const providerOptions = { svc: { reasoningEffort: 'low', reasoningSummary: 'auto' } };
    const { text, reasoningText } = await generateText({ ...asked, prompt: 'Hi', providerOptions });
    isText(text);
    assert.equal(reasoningText, 'I think.');
  },
  'streamed reasoning': async () => {
    const providerOptions = { svc: { reasoningEffort: 'low', reasoningSummary: 'auto' } };
    const { result, types } = await gather({ prompt: 'Hi', providerOptions });
    isText(await result.text);
    assert.ok(types.includes('reasoning-delta'));
  },
  'a limit of the reply': async () => {
    const { finishReason } = await generateText({ ...asked, prompt: 'Hi', maxOutputTokens: 16 });
    assert.ok(['stop', 'length'].includes(finishReason));
  },
  'an unknown model': () =>
    rejects(() => generateText({ ...asked, model: provider('no-such-model'), prompt: 'Hi' })),
});
