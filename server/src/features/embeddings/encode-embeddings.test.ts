import { describe, expect, it } from 'vitest';
import { EmbeddingList } from '@svc/contract';
import { encodeEmbeddings, type EmbeddingsResult } from './encode-embeddings.ts';

const usage = { inputTokens: 7, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

function vectors(count: number, width: number): Float32Array[] {
  return Array.from({ length: count }, (_, at) =>
    Float32Array.from({ length: width }, (_number, i) => Math.sin(at * width + i) / 32),
  );
}

function encode(result: Partial<EmbeddingsResult>): { chunks: Buffer[]; body: EmbeddingList } {
  const chunks: Buffer[] = [];
  const encoded = encodeEmbeddings({
    model: 'a "model"',
    vectors: vectors(1, 256),
    encoding: 'float',
    usage,
    ...result,
  });
  for (const chunk of encoded) chunks.push(Buffer.from(chunk));
  return { chunks, body: EmbeddingList.parse(JSON.parse(Buffer.concat(chunks).toString())) };
}

describe.each(['float', 'base64'] as const)('encodeAnswer as %s', (encoding) => {
  it.each([1, 63, 64, 65, 2048])(
    'EMB-13 EMB-14 gives one document of %i vectors, whatever pieces it comes in',
    (count) => {
      const { chunks, body } = encode({ vectors: vectors(count, 1024), encoding });
      expect(body.data.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, i) => i));
      expect(body).toMatchObject({ model: 'a "model"', usage: { prompt_tokens: 7, total_tokens: 7 } });
      expect(chunks.length).toBe(Math.ceil(count / 64));
    },
  );

  it('takes vectors that are views into larger ones', () => {
    const wide = vectors(3, 1024);
    const views = wide.map((vector) => vector.subarray(0, 256));
    const [cut, copied] = [views, views.map((view) => Float32Array.from(view))].map(
      (each) => encode({ vectors: each, encoding }).body,
    );
    expect(cut).toEqual(copied);
  });
});
