import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  embeddingsReply,
  MAIN_KEY,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { CHAT, startCompat } from './openai-fixture.ts';
import { RESPONSES } from './responses-fixture.ts';
import { typeFaults, type Sample } from './vendor-types.ts';

const SDK = 'openai/resources';
const BASE = '/compat/openai/v1';

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

type Fields = Readonly<Record<string, unknown>>;
const MODEL = { model: 'Svc Standard' };
const PARAMETERS = { type: 'object', properties: {} };
const CHAT_FIELDS = {
  ...MODEL,
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ type: 'function', function: { name: 'f', parameters: PARAMETERS } }],
};
const RESPONSE_FIELDS = {
  ...MODEL,
  input: 'Hi',
  reasoning: { effort: 'low', summary: 'auto' },
  tools: [{ type: 'function', name: 'f', parameters: PARAMETERS }],
  text: { format: { type: 'json_schema', name: 'r', schema: PARAMETERS } },
};
const REPLIES = {
  text: textReply('Hello.'),
  calls: toolCalls([{ name: 'f', arguments: '{"a":1}' }]),
  cut: textReply('Hel', { finishReason: 'length' }),
};

/** Responses say `store`, and events the name of a function, which the types leave out. The library adds `output_text` itself. What may be left out is null in bodies of this protocol. */
const HELPERS = [
  'type Loose<T> = T extends (infer U)[] ? Loose<U>[] : T extends object ? { [K in keyof T]: undefined extends T[K] ? Loose<Exclude<T[K], undefined>> | null | undefined : Loose<T[K]> } : T;',
  "type Wire = Omit<Response, 'output_text'>;",
  "type WireEvent<T> = T extends { response: Response } ? Omit<T, 'response'> & { response: Wire } : T;",
].join('\n');
const IMPORTS = {
  [`${SDK}/chat/completions/completions`]: ['ChatCompletion', 'ChatCompletionChunk'],
  [`${SDK}/responses/responses`]: ['Response', 'ResponseStreamEvent'],
  [`${SDK}/embeddings`]: ['CreateEmbeddingResponse'],
  [`${SDK}/files`]: ['FileObject', 'FileDeleted'],
  [`${SDK}/batches`]: ['Batch'],
  [`${SDK}/models`]: ['Model'],
  [`${SDK}/shared`]: ['ErrorObject'],
};

const post = (path: string, fields: Fields): Promise<Response> => service.post(path, MAIN_KEY, fields);

async function eventsOf(path: string, fields: Fields): Promise<unknown[]> {
  const text = await (await post(path, { ...fields, stream: true })).text();
  const data = text.split('\n').filter((line) => line.startsWith('data: {'));
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
}

async function send(method: string, path: string, body?: FormData): Promise<unknown> {
  const headers = { authorization: `Bearer ${MAIN_KEY}` };
  const init = { method, headers, ...(body ? { body } : {}) };
  return (await fetch(`http://127.0.0.1:${service.port}${BASE}${path}`, init)).json();
}

async function replies(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [name, reply] of Object.entries(REPLIES)) {
    upstream.script(reply);
    const chat = await (await post(CHAT, CHAT_FIELDS)).json();
    samples.push({ name: `chat: ${name}`, type: 'Loose<ChatCompletion>', value: chat });
    const streamed = { ...CHAT_FIELDS, stream_options: { include_usage: true } };
    for (const value of await eventsOf(CHAT, streamed))
      samples.push({ name: `chunk: ${name}`, type: 'Loose<ChatCompletionChunk>', value });
    const response = await (await post(RESPONSES, RESPONSE_FIELDS)).json();
    samples.push({ name: `response: ${name}`, type: 'Loose<Wire>', value: response, mayHaveMore: true });
    for (const value of await eventsOf(RESPONSES, RESPONSE_FIELDS))
      samples.push({
        name: `event: ${name}`,
        type: 'Loose<WireEvent<ResponseStreamEvent>>',
        value,
        mayHaveMore: true,
      });
  }
  upstream.script(embeddingsReply());
  const embeddings = await post(`${BASE}/embeddings`, { model: 'svc-embed-1', input: 'a' });
  samples.push({ name: 'embeddings', type: 'CreateEmbeddingResponse', value: await embeddings.json() });
  return samples;
}

async function stored(): Promise<Sample[]> {
  const form = new FormData();
  const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: CHAT_FIELDS };
  form.append('file', new Blob([JSON.stringify(line)]), 'lines.jsonl');
  form.append('purpose', 'batch');
  const file = (await send('POST', '/files', form)) as { readonly id: string };
  const batch = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' };
  return [
    { name: 'file', type: 'Loose<FileObject>', value: file },
    { name: 'batch', type: 'Loose<Batch>', value: await (await post(`${BASE}/batches`, batch)).json() },
    { name: 'model', type: 'Model', value: await send('GET', '/models/svc-standard') },
  ];
}

it('COMPO-08 COMPO-09 COMPR-10 COMPR-12 all objects are those of the newest client that is installed', async () => {
  const samples = [...(await replies()), ...(await stored())];
  for (const [path, fields] of [
    [CHAT, {}],
    [RESPONSES, { ...MODEL, input: [] }],
  ] as const) {
    const { error } = (await (await post(path, fields)).json()) as { error: unknown };
    samples.push({ name: 'error', type: 'ErrorObject', value: error });
  }
  expect(await typeFaults(samples, IMPORTS, HELPERS)).toEqual([]);
});
