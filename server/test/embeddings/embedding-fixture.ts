import { oneModel, openaiEngine } from '#test-kit';

export const EMBEDDINGS = '/v1/embeddings';
/** Nano-dollars per embedded token: 20 dollars per million. */
export const NANOS_PER_TOKEN = 20_000;

/** A chat model and an embedding model, both at the scripted upstream. */
export function embeddingFixture(
  baseUrl: string,
  more: { engine?: object; model?: object; [key: string]: unknown } = {},
): unknown {
  const { engine, model, ...rest } = more;
  const fixture = oneModel(openaiEngine(baseUrl, { ...engine }), {
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000 }],
    rate_tiers: { start: { embeddings_tokens_per_minute: 1_000_000_000 } },
    ...rest,
  }) as { models: object[] };
  fixture.models.push({
    id: 'svc-embed-1',
    kind: 'embedding',
    routes: [{ engine: 'main', model: 'upstream-embed' }],
    pricing: { input: '20' },
    zero_data_retention: true,
    ...model,
  });
  return fixture;
}

export interface EmbeddingBody {
  readonly object: string;
  readonly model: string;
  readonly data: readonly {
    readonly object: string;
    readonly index: number;
    readonly embedding: number[] | string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
}

/** The numbers of a response in either encoding. */
export function vectorsOf({ data }: EmbeddingBody): Float32Array[] {
  return data.map(({ embedding }) => {
    if (typeof embedding !== 'string') return Float32Array.from(embedding);
    return new Float32Array(Uint8Array.from(Buffer.from(embedding, 'base64')).buffer);
  });
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  let ofA = 0;
  let ofB = 0;
  a.forEach((number, i) => {
    sum += number * b[i]!;
    ofA += number * number;
    ofB += b[i]! * b[i]!;
  });
  return sum / Math.sqrt(ofA * ofB);
}
