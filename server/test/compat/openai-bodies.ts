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
import type { Sample, TypedBodies } from './vendor-types.ts';

const SDK = 'openai/resources';
const BASE = '/compat/openai/v1';

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
  refused: textReply('No', { finishReason: 'content_filter' }),
};

/** Responses say `store`, and events the name of a function, which the types leave out. The library adds `output_text` itself. What may be left out is null in bodies of this protocol. */
const HELPERS = [
  'type Loose<T> = T extends (infer U)[] ? Loose<U>[] : T extends object ? { [K in keyof T]: undefined extends T[K] ? Loose<Exclude<T[K], undefined>> | null | undefined : Loose<T[K]> } : T;',
  "type Wire = Omit<Response, 'output_text'>;",
  "type Page<T> = { object: 'list'; data: T[]; has_more: boolean; first_id: string; last_id: string };",
  "type WireEvent<T> = T extends { response: Response } ? Omit<T, 'response'> & { response: Wire } : T;",
].join('\n');
const IMPORTS = {
  [`${SDK}/chat/completions/completions`]: ['ChatCompletion', 'ChatCompletionChunk'],
  [`${SDK}/responses/responses`]: ['Response', 'ResponseStreamEvent', 'CompactedResponse'],
  [`${SDK}/responses/input-tokens`]: ['InputTokenCountResponse'],
  [`${SDK}/embeddings`]: ['CreateEmbeddingResponse'],
  [`${SDK}/files`]: ['FileObject', 'FileDeleted'],
  [`${SDK}/batches`]: ['Batch'],
  [`${SDK}/models`]: ['Model'],
  [`${SDK}/shared`]: ['ErrorObject'],
};

type Kept = { readonly id: string };

/** A service before a scripted model, as a client of OpenAI asks it. */
class Asker {
  readonly #service: RunningService;
  readonly #upstream: ScriptedUpstream;

  constructor(service: RunningService, upstream: ScriptedUpstream) {
    this.#service = service;
    this.#upstream = upstream;
  }

  async bodies(): Promise<Sample[]> {
    return [
      ...(await this.#replies()),
      ...(await this.#embeddings()),
      ...(await this.#stored()),
      ...(await this.#errors()),
    ];
  }

  async #replies(): Promise<Sample[]> {
    const samples: Sample[] = [];
    for (const [name, reply] of Object.entries(REPLIES)) {
      this.#upstream.script(reply);
      const chat = await this.#post(CHAT, CHAT_FIELDS);
      samples.push({ name: `chat: ${name}`, type: 'Loose<ChatCompletion>', value: chat });
      const streamed = { ...CHAT_FIELDS, stream_options: { include_usage: true } };
      for (const value of await this.#events(CHAT, streamed))
        samples.push({ name: `chunk: ${name}`, type: 'Loose<ChatCompletionChunk>', value });
      const response = await this.#post(RESPONSES, RESPONSE_FIELDS);
      samples.push({ name: `response: ${name}`, type: 'Loose<Wire>', value: response, mayHaveMore: true });
      for (const value of await this.#events(RESPONSES, RESPONSE_FIELDS))
        samples.push({
          name: `event: ${name}`,
          type: 'Loose<WireEvent<ResponseStreamEvent>>',
          value,
          mayHaveMore: true,
        });
    }
    this.#upstream.script(REPLIES.text);
    const input = { ...MODEL, input: [{ role: 'user', content: 'Hi' }] };
    const compacted = await this.#post(`${RESPONSES}/compact`, input);
    const counted = await this.#post(`${RESPONSES}/input_tokens`, input);
    samples.push({
      name: 'compaction',
      type: 'Loose<CompactedResponse>',
      value: compacted,
      mayHaveMore: true,
    });
    samples.push({ name: 'count', type: 'InputTokenCountResponse', value: counted });
    return samples;
  }

  async #embeddings(): Promise<Sample[]> {
    this.#upstream.script(embeddingsReply());
    const value = await this.#post(`${BASE}/embeddings`, { model: 'svc-embed-1', input: 'a' });
    return [{ name: 'embeddings', type: 'CreateEmbeddingResponse', value }];
  }

  async #stored(): Promise<Sample[]> {
    const form = new FormData();
    const line = { custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: CHAT_FIELDS };
    form.append('file', new Blob([JSON.stringify(line)]), 'lines.jsonl');
    form.append('purpose', 'batch');
    const file = (await this.#send('POST', '/files', form)) as Kept;
    const asked = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const batch = (await this.#post(`${BASE}/batches`, asked)) as Kept;
    const [files, batches, models] = await Promise.all(
      ['/files', '/batches', '/models'].map((path) => this.#send('GET', path)),
    );
    return [
      { name: 'file', type: 'Loose<FileObject>', value: file },
      { name: 'batch', type: 'Loose<Batch>', value: batch },
      {
        name: 'cancelled batch',
        type: 'Loose<Batch>',
        value: await this.#send('POST', `/batches/${batch.id}/cancel`),
      },
      { name: 'model', type: 'Model', value: await this.#send('GET', '/models/svc-standard') },
      { name: 'files', type: 'Page<Loose<FileObject>>', value: files, mayHaveMore: true },
      { name: 'batches', type: 'Page<Loose<Batch>>', value: batches, mayHaveMore: true },
      { name: 'models', type: 'Pick<Page<Model>, "object" | "data">', value: models },
      { name: 'deleted file', type: 'FileDeleted', value: await this.#send('DELETE', `/files/${file.id}`) },
    ];
  }

  async #errors(): Promise<Sample[]> {
    const samples: Sample[] = [];
    for (const [path, fields] of [
      [CHAT, {}],
      [RESPONSES, { ...MODEL, input: [] }],
    ] as const) {
      const { error } = (await this.#post(path, fields)) as { error: unknown };
      samples.push({ name: 'error', type: 'ErrorObject', value: error });
    }
    return samples;
  }

  async #post(path: string, fields: Fields): Promise<unknown> {
    return (await this.#service.post(path, MAIN_KEY, fields)).json();
  }

  async #events(path: string, fields: Fields): Promise<unknown[]> {
    const text = await (await this.#service.post(path, MAIN_KEY, { ...fields, stream: true })).text();
    const data = text.split('\n').filter((line) => line.startsWith('data: {'));
    return data.map((line) => JSON.parse(line.slice('data: '.length)) as unknown);
  }

  async #send(method: string, path: string, body?: FormData): Promise<unknown> {
    const headers = { authorization: `Bearer ${MAIN_KEY}` };
    const init = { method, headers, ...(body ? { body } : {}) };
    return (await fetch(`${this.#service.baseUrl}${BASE}${path}`, init)).json();
  }
}

/** Replies of every kind of the endpoints in OpenAI's form, as values of the types of its client. */
export async function openAiBodies(): Promise<TypedBodies> {
  const upstream = await startScriptedUpstream();
  const service = await startCompat(upstream.baseUrl);
  try {
    return { samples: await new Asker(service, upstream).bodies(), imports: IMPORTS, helpers: HELPERS };
  } finally {
    await service.stop();
    await upstream.close();
  }
}
