import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { rejects, runChecks } from './checks.mjs';

const { SVC_ORIGIN: origin, SVC_KEY: apiKey } = process.env;
const OPENAI = { apiKey, configuration: { baseURL: `${origin}/compat/openai/v1` }, maxRetries: 0 };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';

const MODELS = {
  'chat completions': (fields) => new ChatOpenAI({ model: 'svc-standard', ...OPENAI, ...fields }),
  responses: (fields) =>
    new ChatOpenAI({ model: 'svc-standard', useResponsesApi: true, ...OPENAI, ...fields }),
  messages: (fields) =>
    new ChatAnthropic({
      model: 'svc-standard',
      apiKey,
      anthropicApiUrl: `${origin}/compat/anthropic`,
      maxRetries: 0,
      ...fields,
    }),
};

const add = tool(({ a, b }) => a + b, {
  name: 'add',
  description: 'Adds two numbers.',
  schema: z.object({ a: z.number(), b: z.number() }),
});
const place = z.object({ city: z.string(), size: z.number() });
const call = { id: 'call_1', name: 'add', args: { a: 1, b: 2 }, type: 'tool_call' };
const hi = new HumanMessage('Hi');

const isText = ({ text }) => assert.match(text, /^Hello/);
function isCounted({ usage_metadata: usage }) {
  assert.ok(usage.input_tokens > 0 && usage.output_tokens > 0);
  assert.equal(usage.total_tokens, usage.input_tokens + usage.output_tokens);
}
function callsAdd({ tool_calls: calls }) {
  assert.equal(calls.length, 1);
  assert.equal(calls[0].name, 'add');
  assert.ok(calls[0].id);
  assert.deepEqual(Object.keys(calls[0].args).toSorted(), ['a', 'b']);
}
async function gather(stream) {
  let whole;
  let chunks = 0;
  for await (const chunk of stream) {
    assert.ok(chunk instanceof AIMessageChunk);
    whole = whole ? whole.concat(chunk) : chunk;
    chunks++;
  }
  assert.ok(chunks > 1);
  return whole;
}
const isPlace = (value) => assert.equal(place.safeParse(value).success, true, JSON.stringify(value));

/** Texts. `make`: the model with further settings. */
const textChecks = (make) => {
  const model = make({});
  return {
    invoke: async () => isText(await model.invoke('Hi')),
    stream: async () => isText(await gather(await model.stream('Hi'))),
    batch: async () => (await model.batch(['Hi', 'Ho'])).forEach(isText),
    conversation: async () =>
      isText(await model.invoke([new SystemMessage('Be brief.'), hi, new AIMessage('Yes?'), hi])),
    'messages of one role in a row': async () =>
      isText(await model.invoke([hi, hi, new AIMessage('Yes?'), hi])),
    usage: async () => isCounted(await model.invoke('Hi')),
    'usage of a stream': async () => isCounted(await gather(await model.stream('Hi'))),
    'name of the model': async () =>
      assert.equal((await model.invoke('Hi')).response_metadata.model_name ?? 'Svc Standard', 'Svc Standard'),
    'limit of the reply': async () => isText(await make({ maxTokens: 5 }).invoke('Hi')),
    'an image': async () =>
      isText(
        await model.invoke([
          new HumanMessage({
            content: [
              { type: 'text', text: 'What is it?' },
              { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
            ],
          }),
        ]),
      ),
    'an unknown model': () => rejects(() => make({ model: 'no-such-model' }).invoke('Hi')),
    'an aborted call': () => rejects(() => model.invoke('Hi', { signal: AbortSignal.abort() })),
  };
};

/** Calls. `make`: the model with further settings. */
const callChecks = (make) => {
  const model = make({});
  const withTools = model.bindTools([add]);
  return {
    tools: async () => callsAdd(await withTools.invoke('1 + 2?')),
    'tools in a stream': async () => callsAdd(await gather(await withTools.stream('1 + 2?'))),
    'a tool without parameters': async () => {
      const now = tool(() => 'noon', { name: 'now', description: 'The time.', schema: z.object({}) });
      const [called] = (await model.bindTools([now]).invoke('When?')).tool_calls;
      assert.deepEqual([called.name, called.args], ['now', {}]);
    },
    'tools described by a JSON Schema': async () => {
      const schema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } };
      const parameters = { ...schema, required: ['a', 'b'] };
      const described = { type: 'function', function: { name: 'add', description: 'Adds.', parameters } };
      callsAdd(await model.bindTools([described]).invoke('1 + 2?'));
    },
    'a tool that must be called': async () =>
      callsAdd(await model.bindTools([add], { tool_choice: 'add' }).invoke('1 + 2?')),
    'any tool that must be called': async () =>
      callsAdd(await model.bindTools([add], { tool_choice: 'any' }).invoke('1 + 2?')),
  };
};

/** Calls and their results. `make`: the model with further settings. */
const roundChecks = (make) => {
  const model = make({});
  const withTools = model.bindTools([add]);
  return {
    'parallel calls': async () => {
      const sub = tool(({ a, b }) => a - b, { name: 'sub', description: 'Subtracts.', schema: add.schema });
      const asked = [hi];
      const both = model.bindTools([add, sub]);
      const reply = await both.invoke(asked);
      assert.deepEqual(
        reply.tool_calls.map(({ name }) => name),
        ['add', 'sub'],
      );
      const results = reply.tool_calls.map(({ id }) => new ToolMessage({ tool_call_id: id, content: '3' }));
      isText(await both.invoke([...asked, reply, ...results]));
    },
    'a round of calls': async () => {
      const reply = await withTools.invoke([hi]);
      isText(await withTools.invoke([hi, reply, await add.invoke(reply.tool_calls[0])]));
    },
    'a streamed round of calls': async () => {
      const reply = await gather(await withTools.stream([hi]));
      isText(await gather(await withTools.stream([hi, reply, await add.invoke(reply.tool_calls[0])])));
    },
  };
};

/** Calls of a history that another model wrote. `make`: the model with further settings. */
const historyChecks = (make) => {
  const withTools = make({}).bindTools([add]);
  return {
    'history of calls with texts': async () =>
      isText(
        await withTools.invoke([
          hi,
          new AIMessage({ content: '', tool_calls: [call] }),
          new ToolMessage({ tool_call_id: 'call_1', content: '3' }),
        ]),
      ),
    'history of calls with parts': async () =>
      isText(
        await withTools.invoke([
          hi,
          new AIMessage({ content: [{ type: 'text', text: 'I add.' }], tool_calls: [call] }),
          new ToolMessage({ tool_call_id: 'call_1', content: [{ type: 'text', text: '3' }] }),
        ]),
      ),
    'a result that is an error': async () =>
      isText(
        await withTools.invoke([
          hi,
          new AIMessage({ content: '', tool_calls: [call] }),
          new ToolMessage({ tool_call_id: 'call_1', content: 'Failed.', status: 'error' }),
        ]),
      ),
    'examples of calls': async () =>
      callsAdd(
        await withTools.invoke([
          hi,
          new AIMessage({ content: '', tool_calls: [call] }),
          new ToolMessage({ tool_call_id: 'call_1', content: '3' }),
          new AIMessage('3'),
          new HumanMessage('And 3 + 4?'),
        ]),
      ),
  };
};

/** Replies in a form. `make`: the model with further settings. */
const structureChecks = (make) => {
  const model = make({});
  return {
    'structured output': async () =>
      isPlace(await model.withStructuredOutput(place, { name: 'place' }).invoke('Where?')),
    'structured output by a call': async () =>
      isPlace(
        await model
          .withStructuredOutput(place, { name: 'place', method: 'functionCalling' })
          .invoke('Where?'),
      ),
    'structured output beside the reply': async () => {
      const asked = model.withStructuredOutput(place, { name: 'place', includeRaw: true });
      const { raw, parsed } = await asked.invoke('Where?');
      assert.ok(raw instanceof AIMessage);
      isPlace(parsed);
    },
    'streamed structured output': async () => {
      let last;
      const asked = model.withStructuredOutput(place, { name: 'place' });
      for await (const value of await asked.stream('Where?')) last = value;
      isPlace(last);
    },
    'structured output by a schema, streamed': async () => {
      let last;
      const asked = model.withStructuredOutput(place, { name: 'place', method: 'jsonSchema' });
      for await (const value of await asked.stream('Where?')) last = value;
      isPlace(last);
    },
  };
};

const checksOf = (make) => ({
  ...textChecks(make),
  ...callChecks(make),
  ...roundChecks(make),
  ...historyChecks(make),
  ...structureChecks(make),
});

for (const [name, make] of Object.entries(MODELS)) await runChecks(checksOf(make), `${name}: `);
const chat = MODELS['chat completions'];
await runChecks({
  'chat completions: a stop sequence': async () =>
    assert.equal((await chat({ stop: [' model'] }).invoke('Hi')).text, 'Hello from a'),
  'chat completions: JSON without a schema': async () =>
    assert.deepEqual(
      await chat({})
        .withStructuredOutput(z.object({ answer: z.number() }), { method: 'jsonMode' })
        .invoke('Hi'),
      { answer: 42 },
    ),
  'responses: reasoning': async () => {
    const reply = await MODELS.responses({ reasoning: { effort: 'low', summary: 'auto' } }).invoke([hi]);
    isText(reply);
    isText(await MODELS.responses({}).invoke([hi, reply, hi]));
  },
  'messages: thinking': async () => {
    const thinking = MODELS.messages({ thinking: { type: 'enabled', budget_tokens: 1024 }, maxTokens: 4096 });
    const reply = await thinking.invoke([hi]);
    isText(reply);
    assert.ok(reply.content.some(({ type }) => type === 'thinking'));
    isText(await thinking.invoke([hi, reply, hi]));
  },
});
