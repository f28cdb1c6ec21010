import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  startScriptedUpstream,
  streamOf,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { ask, body, MESSAGES, startAnthropic, type Fields } from './anthropic-fixture.ts';
import { typeFaults, type Sample } from './vendor-types.ts';

const SDK = '@anthropic-ai/sdk/resources';

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

const usage = { prompt_tokens: 20, completion_tokens: 8, prompt_tokens_details: { cached_tokens: 16 } };
const REPLIES = {
  text: textReply('Hello.'),
  calls: toolCalls([{ name: 'f', arguments: '{"a":1}' }], { usage }),
  thinking: streamOf([chunk({ reasoning_content: 'hm' }), 'So.'], { finishReason: 'stop', usage }),
  refusal: textReply('No', { finishReason: 'content_filter' }),
};
const FIELDS: Fields = {
  tools: [{ name: 'f', input_schema: { type: 'object' } }],
  thinking: { type: 'enabled', budget_tokens: 512 },
};

/** The preview has an estimate in each delta of thinking, which we have not, and fewer counts at the end than we send (COMPA-13). */
const OTHER_THAN_PREVIEW: ReadonlySet<string> = new Set(['content_block_delta', 'message_delta']);

/** Both what programs of the preview and others are made for: the former's types have no field that we do not send. */
function samplesOf(name: string, value: unknown, type: string, beta = `Beta${type}`): Sample[] {
  return [
    { name: `${name} (preview)`, type: beta, value },
    { name, type, value, mayHaveMore: true },
  ];
}

async function eventsOf(fields: Fields): Promise<{ readonly type: string }[]> {
  const text = await (await ask(service, { stream: true, ...fields })).text();
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as { type: string });
}

async function read(path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${service.port}/compat/anthropic/v1${path}`, {
    headers: { 'x-api-key': MAIN_KEY },
  });
  return answer.json();
}

it('COMPA-12 COMPA-13 COMPA-15 COMPA-18 all objects are those of the newest client that is installed', async () => {
  const samples: Sample[] = [];
  for (const [name, reply] of Object.entries(REPLIES)) {
    upstream.script(reply);
    samples.push(...samplesOf(`${name}, whole`, await (await ask(service, FIELDS)).json(), 'Message'));
    // The types leave pings out.
    for (const event of (await eventsOf(FIELDS)).filter(({ type }) => type !== 'ping')) {
      const fits = samplesOf(`${name}, ${event.type}`, event, 'RawMessageStreamEvent');
      samples.push(...fits.slice(OTHER_THAN_PREVIEW.has(event.type) ? 1 : 0));
    }
  }
  const { data, ...page } = (await read('/models')) as { data: unknown[] };
  for (const model of data) samples.push(...samplesOf('model', model, 'ModelInfo'));
  samples.push({
    name: 'page of models',
    type: '{ has_more: boolean; first_id: string | null; last_id: string | null }',
    value: page,
  });
  const { max_tokens: _max, ...counted } = body();
  const count = await service.post(`${MESSAGES}/count_tokens`, MAIN_KEY, counted);
  samples.push({ name: 'count', type: 'MessageTokensCount', value: await count.json() });
  for (const fields of [{ messages: [] }, { model: 'no-model' }])
    samples.push({ name: 'error', type: 'ErrorResponse', value: await (await ask(service, fields)).json() });
  const imports = {
    [`${SDK}/messages/messages`]: ['Message', 'RawMessageStreamEvent', 'MessageTokensCount'],
    [`${SDK}/beta/messages/messages`]: ['BetaMessage', 'BetaRawMessageStreamEvent'],
    [`${SDK}/models`]: ['ModelInfo'],
    [`${SDK}/beta/models`]: ['BetaModelInfo'],
    [`${SDK}/shared`]: ['ErrorResponse'],
  };
  expect(await typeFaults(samples, imports)).toEqual([]);
  // The check sees what is missing, unknown and of another kind.
  const wrong = ['{}', '{"type":"model","id":1}'].map((json): Sample => {
    return { name: 'wrong', type: 'ModelInfo', value: JSON.parse(json) as unknown };
  });
  expect(await typeFaults(wrong, imports)).toEqual(
    wrong.map(() => expect.stringMatching(/^wrong: TS/) as string),
  );
});
