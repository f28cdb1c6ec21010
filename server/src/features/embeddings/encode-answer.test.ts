import { describe, expect, it } from 'vitest';
import { EmbeddingList } from '@svc/contract';
import { encodeAnswer, type EncodedAnswer } from './encode-answer.ts';

const usage = { inputTokens: 7, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };

function vectors(count: number, width: number): Float32Array[] {
  return Array.from({ length: count }, (_, at) =>
    Float32Array.from({ length: width }, (_number, i) => Math.sin(at * width + i) / 32),
  );
}

function encode(answer: Partial<EncodedAnswer>): { pieces: Buffer[]; body: EmbeddingList } {
  const pieces: Buffer[] = [];
  const encoded = encodeAnswer({
    model: 'a "model"',
    vectors: vectors(1, 256),
    encoding: 'float',
    usage,
    ...answer,
  });
  for (const piece of encoded) pieces.push(Buffer.from(piece));
  return { pieces, body: EmbeddingList.parse(JSON.parse(Buffer.concat(pieces).toString())) };
}

describe.each(['float', 'base64'] as const)('encodeAnswer as %s', (encoding) => {
  it.each([1, 63, 64, 65, 2048])(
    'EMB-13 EMB-14 gives one document of %i vectors, whatever pieces it comes in',
    (count) => {
      const { pieces, body } = encode({ vectors: vectors(count, 1024), encoding });
      expect(body.data.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, i) => i));
      expect(body).toMatchObject({ model: 'a "model"', usage: { prompt_tokens: 7, total_tokens: 7 } });
      expect(pieces.length).toBe(Math.ceil(count / 64));
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
