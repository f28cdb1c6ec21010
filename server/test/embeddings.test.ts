import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingList } from '@svc/contract';
import {
  embeddingsReply,
  ERROR_MARKERS,
  errorReply,
  hang,
  hangUp,
  jsonReply,
  MAIN_KEY,
  oneOrganization,
  scriptedVector,
  startRunningService,
  startScriptedUpstream,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import {
  cosine,
  EMBEDDINGS,
  embeddingFixture,
  vectorsOf,
  type EmbeddingBody,
} from './embeddings/embedding-fixture.ts';

let upstream: ScriptedUpstream;
let service: RunningService;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startRunningService({
    deployment: embeddingFixture(upstream.baseUrl, {
      engine: { embeddings_per_request: 4 },
      model: { input_prefixes: { query: 'query: ' } },
    }),
    provisioning: oneOrganization(),
  });
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => upstream.script(embeddingsReply()));

const post = (fields: object): Promise<Response> =>
  service.post(EMBEDDINGS, MAIN_KEY, { model: 'svc-embed-1', ...fields });

async function embed(fields: object): Promise<EmbeddingBody> {
  const response = await post(fields);
  expect(response.status).toBe(200);
  return EmbeddingList.parse(await response.json());
}

async function codeOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error: { code: string; param: string | null } };
  return [response.status, error.code, error.param];
}

const length = (vector: Float32Array): number => Math.hypot(...vector);

describe('embeddings', () => {
  it('EMB-01 EMB-13 EMB-14 EMB-15 D-64 return a vector per text, usage and the billing source', async () => {
    const response = await post({ input: ['one', 'two', 'three'] });
    expect(response.headers.get('x-svc-billing-source')).toBe('subscription');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json');
    const body = EmbeddingList.parse(await response.json());
    expect(body).toMatchObject({
      object: 'list',
      model: 'svc-embed-1',
      usage: { prompt_tokens: 15, total_tokens: 15 },
    });
    expect(body.data.map(({ index }) => index)).toEqual([0, 1, 2]);
    vectorsOf(body).forEach((vector, i) => {
      expect(vector.length).toBe(1024);
      expect(cosine(vector, scriptedVector(['one', 'two', 'three'][i]!))).toBeCloseTo(1, 5);
    });
  });

  it('EMB-04 accept a single text', async () => {
    const [alone] = vectorsOf(await embed({ input: 'one' }));
    const [listed] = vectorsOf(await embed({ input: ['one'] }));
    expect(alone).toEqual(listed);
  });

  it.each([256, 512, 1024])(
    'EMB-08 EMB-16 EMB-17 D-62 are cut to %i numbers and normalized',
    async (dimensions) => {
      const [a, b] = vectorsOf(await embed({ input: ['one', 'two'], dimensions }));
      for (const vector of [a!, b!]) {
        expect(vector.length).toBe(dimensions);
        expect(Math.abs(length(vector) - 1)).toBeLessThan(1e-3);
      }
      expect(cosine(a!, scriptedVector('one').subarray(0, dimensions))).toBeCloseTo(1, 5);
      const dot = a!.reduce((sum, number, i) => sum + number * b![i]!, 0);
      expect(dot).toBeCloseTo(cosine(a!, b!), 5);
    },
  );

  it.each(['base64', 'float'] as const)(
    'EMB-09 EMB-10 are the same numbers in both encodings, from an engine that writes %s',
    async (form) => {
      upstream.script(embeddingsReply({ form }));
      const input = Array.from({ length: 9 }, (_, i) => `text ${i}`);
      const floats = await embed({ input });
      const text = await embed({ input, encoding_format: 'base64' });
      expect(typeof floats.data[0]!.embedding).toBe('object');
      expect(typeof text.data[0]!.embedding).toBe('string');
      expect(vectorsOf(text)).toEqual(vectorsOf(floats));
    },
  );

  it('EMB-11 prefix a query as the model was trained', async () => {
    const before = upstream.requests.length;
    await embed({ input: 'one', input_type: 'document' });
    await embed({ input: 'one', input_type: 'query' });
    expect(upstream.requests.slice(before).map(({ body }) => body['input'])).toEqual([
      ['one'],
      ['query: one'],
    ]);
  });

  it('keep the order of the texts across several engine requests, and sum their counts', async () => {
    const input = Array.from({ length: 10 }, (_, i) => `text ${i}`);
    const before = upstream.requests.length;
    const body = await embed({ input });
    const asked = upstream.requests.slice(before);
    expect(
      asked.map(({ body: sent }) => (sent['input'] as string[]).length).toSorted((a, b) => a - b),
    ).toEqual([2, 4, 4]);
    expect(asked[0]).toMatchObject({
      path: '/v1/embeddings',
      body: { model: 'upstream-embed', encoding_format: 'base64' },
    });
    expect(body.usage.prompt_tokens).toBe(50);
    vectorsOf(body).forEach((vector, i) =>
      expect(cosine(vector, scriptedVector(input[i]!))).toBeCloseTo(1, 5),
    );
  });

  it('are counted here if the engine did not count', async () => {
    upstream.script(embeddingsReply({ tokensEach: null }));
    expect((await embed({ input: ['Hello world', 'Hello'] })).usage).toEqual({
      prompt_tokens: 3,
      total_tokens: 3,
    });
  });

  it('EMB-22 ERR-12 D-20 errors name the field and repeat the request id', async () => {
    const response = await post({ input: 'a', dimensions: 300 });
    const body = (await response.json()) as { request_id: string; error: object };
    expect(body.request_id).toBe(response.headers.get('x-request-id'));
    expect(body.error).toMatchObject({
      code: 'invalid_dimensions',
      param: 'dimensions',
      request_id: body.request_id,
    });
  });

  it('EMB-02 EMB-03 D-62 accept embedding models only', async () => {
    expect(await codeOf(await post({ model: 'Svc Standard', input: 'a' }))).toEqual([
      404,
      'model_not_found',
      'model',
    ]);
    expect(await codeOf(await post({ model: 'upstream-embed', input: 'a' }))).toEqual([
      404,
      'model_not_found',
      'model',
    ]);
    expect(await codeOf(await post({ model: undefined, input: 'a' }))).toEqual([
      400,
      'invalid_request',
      'model',
    ]);
  });

  it('EMB-06 EMB-07 check each long text before their total', async () => {
    const long = 'word '.repeat(8200);
    expect(await codeOf(await post({ input: ['a', long] }))).toEqual([400, 'input_too_long', 'input[1]']);
    const many = Array.from({ length: 41 }, () => 'word '.repeat(8000));
    expect(await codeOf(await post({ input: many }))).toEqual([400, 'too_many_inputs', 'input']);
    expect(await codeOf(await post({ input: [...many, long] }))).toEqual([
      400,
      'input_too_long',
      'input[41]',
    ]);
  });

  it('D-53 accept bodies of up to 32 MB', async () => {
    const body = (bytes: number): string => {
      const start = '{"model":"svc-embed-1","input":["';
      return `${start}${'x'.repeat(bytes - start.length - 3)}"]}`;
    };
    const send = (text: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${service.port}${EMBEDDINGS}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
        body: text,
      });
    expect(await codeOf(await send(body(33_554_432)))).toEqual([400, 'input_too_long', 'input[0]']);
    const over = await send(body(33_554_433));
    expect(await over.json()).toMatchObject({ error: { code: 'payload_too_large', max_bytes: 33_554_432 } });
  });

  it('D-91 VER-02 need no flag and no version, and refuse an unknown version', async () => {
    const send = (headers: Record<string, string>): Promise<Response> =>
      service.post(EMBEDDINGS, MAIN_KEY, { model: 'svc-embed-1', input: 'a' }, headers);
    expect((await send({ 'svc-version': '2026-11-01' })).status).toBe(200);
    expect(await codeOf(await send({ 'svc-version': '1999-01-01' }))).toEqual([
      400,
      'invalid_version',
      'svc-version',
    ]);
    expect(await codeOf(await send({ 'svc-beta': 'nope-2026-01-01' }))).toEqual([
      400,
      'unknown_beta',
      'svc-beta',
    ]);
  });
});

describe('a failing embeddings engine', () => {
  const vector = (width: number, more: readonly unknown[] = []): unknown[] => [
    ...more,
    ...Array.from({ length: width - more.length }, () => 0.5),
  ];
  const vectorsBody = (...vectors: unknown[]): object => ({
    data: vectors.map((embedding, index) => ({ index, embedding })),
  });

  it.each<[string, object | string]>([
    ['too few vectors', vectorsBody(vector(1024))],
    ['too many vectors', vectorsBody(vector(1024), vector(1024), vector(1024))],
    ['the same place twice', { data: [0, 0].map((index) => ({ index, embedding: vector(1024) })) }],
    ['a place there is not', { data: [0, 7].map((index) => ({ index, embedding: vector(1024) })) }],
    ['vectors that are too narrow', vectorsBody(vector(1023), vector(1023))],
    ['vectors of two widths', vectorsBody(vector(1024), vector(1025))],
    ['null in a vector', vectorsBody(vector(1024), vector(1024, [null]))],
    ['text in a vector', vectorsBody(vector(1024), vector(1024, ['0.5']))],
    ['a number beyond float32', vectorsBody(vector(1024), vector(1024, [1e300]))],
    [
      'nothing but zeros',
      vectorsBody(
        vector(1024),
        vector(1024).map(() => 0),
      ),
    ],
    [
      'NaN in base64',
      vectorsBody(
        ...[0, 1].map(() =>
          Buffer.from(Float32Array.from({ length: 1024 }, () => NaN).buffer).toString('base64'),
        ),
      ),
    ],
    ['base64 cut short', vectorsBody(...[0, 1].map(() => Buffer.alloc(4095).toString('base64')))],
    ['no base64', vectorsBody('%%%', '%%%')],
    ['no list', { data: null }],
    ['no JSON', '{"data":'],
  ])('is 502 for %s', async (_what, body) => {
    upstream.script(
      typeof body === 'string'
        ? { headers: { 'content-type': 'application/json' }, steps: [body] }
        : jsonReply(body),
    );
    const response = await post({ input: ['a', 'b'] });
    expect(response.headers.get('x-svc-billing-source')).toBeNull();
    expect(await codeOf(response)).toEqual([502, 'upstream_error', null]);
  });

  it.each([400, 413, 500])('with %i for a text that is too long is told as embeddings do', async (status) => {
    upstream.script(jsonReply({ error: 'the input length exceeds the context length' }, { status }));
    expect(await codeOf(await post({ input: 'text' }))).toEqual([400, 'input_too_long', 'input']);
  });

  it.each([
    [errorReply(400), 400, 'invalid_request'],
    [errorReply(401), 500, 'server_misconfigured'],
    [errorReply(429, { 'retry-after': '7' }), 429, 'model_busy'],
    [errorReply(500), 502, 'upstream_error'],
    [errorReply(503), 503, 'temporarily_unavailable'],
    [hangUp(), 502, 'upstream_unavailable'],
  ] as const)('is answered as on chat, and nothing of it shows (D-19): %#', async (reply, status, code) => {
    upstream.script(reply);
    const response = await post({ input: 'a' });
    const text = await response.text();
    expect([response.status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ]);
    for (const marker of [...ERROR_MARKERS, 'upstream-embed', String(upstream.port)])
      expect(text).not.toContain(marker);
  });

  it('a failed request cancels the others', async () => {
    const before = upstream.requests.length;
    upstream.script(({ number }: RecordedRequest) => (number === before + 2 ? errorReply(500) : hang()));
    expect((await post({ input: Array.from({ length: 16 }, () => 'text') })).status).toBe(502);
    const others = upstream.requests.slice(before).filter(({ number }) => number !== before + 2);
    expect(others.length).toBeGreaterThan(0);
    await Promise.all(others.map(({ aborted }) => aborted));
  });

  it('BILL-06 is cancelled when the caller leaves', async () => {
    upstream.script(hang());
    const leave = new AbortController();
    const before = upstream.requests.length;
    const response = fetch(`http://127.0.0.1:${service.port}${EMBEDDINGS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'svc-embed-1', input: 'a' }),
      signal: leave.signal,
    }).catch(() => undefined);
    let asked;
    do asked = await upstream.nextRequest();
    while (asked.number < before);
    leave.abort();
    await response;
    expect(await asked.aborted).toBeGreaterThan(0);
  });
});
