import assert from 'node:assert/strict';
import type { Caller, Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

export const EMBEDDINGS = '/v1/embeddings';
export const MODEL = 'svc-embed-1';

export interface EmbeddingsReply {
  readonly vectors: readonly Float32Array[];
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
}

/** Embeds "Hi", unless `fields` say otherwise. */
export function embed(
  deployment: Deployment,
  fields: object = {},
  caller: Caller = {},
): Promise<HttpResponse> {
  return deployment.post(EMBEDDINGS, { model: MODEL, input: 'Hi', ...fields }, caller);
}

/** EMB-13 to EMB-16 for any answer. */
export function assertEmbeddings(
  response: HttpResponse,
  { dimensions = 1024, count = 1 } = {},
): EmbeddingsReply {
  assert.equal(response.status, 200, response.text.slice(0, 300));
  assert.equal(response.headers['content-type'], 'application/json');
  assert.equal(response.headers['cache-control'], 'no-store', 'D-15');
  assert.match(String(response.headers['x-svc-billing-source']), /^(subscription|api_credit)$/, 'D-64');
  const body = response.json<{
    object: string;
    model: string;
    data: Item[];
    usage: EmbeddingsReply['usage'];
  }>();
  assert.deepEqual([body.object, body.model, body.data.length], ['list', MODEL, count], 'EMB-13');
  assert.equal(body.usage.total_tokens, body.usage.prompt_tokens, 'EMB-15');
  const vectors = body.data.map(({ object, index, embedding }, i) => {
    assert.deepEqual([object, index], ['embedding', i], 'EMB-14');
    const vector = toNumbers(embedding);
    assert.equal(vector.length, dimensions, 'EMB-14');
    assert.ok(Math.abs(Math.sqrt(dot(vector, vector)) - 1) < 1e-3, 'EMB-16');
    return vector;
  });
  return { vectors, usage: body.usage };
}

interface Item {
  readonly object: string;
  readonly index: number;
  readonly embedding: readonly number[] | string;
}

/** EMB-10: base64 holds little-endian float32. */
function toNumbers(embedding: Item['embedding']): Float32Array {
  if (typeof embedding !== 'string') return Float32Array.from(embedding);
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, number, i) => sum + number * b[i]!, 0);
}
