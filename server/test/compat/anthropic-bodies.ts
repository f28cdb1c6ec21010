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
import type { Sample, TypedBodies } from './vendor-types.ts';

const SDK = '@anthropic-ai/sdk/resources';

const PAGE = '{ has_more: boolean; first_id: string | null; last_id: string | null }';
const IMPORTS = {
  [`${SDK}/messages/messages`]: ['Message', 'RawMessageStreamEvent', 'MessageTokensCount'],
  [`${SDK}/beta/messages/messages`]: ['BetaMessage', 'BetaRawMessageStreamEvent'],
  [`${SDK}/models`]: ['ModelInfo'],
  [`${SDK}/beta/models`]: ['BetaModelInfo'],
  [`${SDK}/shared`]: ['ErrorResponse'],
};
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

/** The types say null where there are no citations. The vendor's service leaves them out, as COMPA-12 does. */
function withCitations(sent: unknown): unknown {
  return JSON.parse(JSON.stringify(sent), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'text'
      ? { citations: null, ...value }
      : value,
  );
}

/** Both what programs of the preview and others are made for: the former's types have no field that we do not send. */
function samplesOf(name: string, sent: unknown, type: string, beta = `Beta${type}`): Sample[] {
  const value = withCitations(sent);
  return [
    { name: `${name} (preview)`, type: beta, value },
    { name, type, value, mayHaveMore: true },
  ];
}

async function eventsOf(service: RunningService): Promise<{ readonly type: string }[]> {
  const text = await (await ask(service, { stream: true, ...FIELDS })).text();
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as { type: string });
}

async function replies(service: RunningService, upstream: ScriptedUpstream): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [name, reply] of Object.entries(REPLIES)) {
    upstream.script(reply);
    samples.push(...samplesOf(`${name}, whole`, await (await ask(service, FIELDS)).json(), 'Message'));
    // The types leave pings out.
    for (const event of (await eventsOf(service)).filter(({ type }) => type !== 'ping')) {
      const fits = samplesOf(`${name}, ${event.type}`, event, 'RawMessageStreamEvent');
      samples.push(...fits.slice(OTHER_THAN_PREVIEW.has(event.type) ? 1 : 0));
    }
  }
  return samples;
}

async function others(service: RunningService): Promise<Sample[]> {
  const response = await fetch(`${service.baseUrl}/compat/anthropic/v1/models`, {
    headers: { 'x-api-key': MAIN_KEY },
  });
  const { data, ...page } = (await response.json()) as { data: unknown[] };
  const { max_tokens: _max, ...counted } = body();
  const count = await service.post(`${MESSAGES}/count_tokens`, MAIN_KEY, counted);
  const samples: Sample[] = [
    ...data.flatMap((model) => samplesOf('model', model, 'ModelInfo')),
    { name: 'page of models', type: PAGE, value: page },
    { name: 'count', type: 'MessageTokensCount', value: await count.json() },
  ];
  for (const fields of [{ messages: [] }, { model: 'no-model' }])
    samples.push({ name: 'error', type: 'ErrorResponse', value: await (await ask(service, fields)).json() });
  return samples;
}

/** Replies of every kind of the endpoints in Anthropic's form, as values of the types of its client. */
export async function anthropicBodies(): Promise<TypedBodies> {
  const upstream = await startScriptedUpstream();
  const service = await startAnthropic(upstream.baseUrl);
  try {
    return { samples: [...(await replies(service, upstream)), ...(await others(service))], imports: IMPORTS };
  } finally {
    await service.stop();
    await upstream.close();
  }
}
