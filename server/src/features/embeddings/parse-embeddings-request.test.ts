import { describe, expect, it } from 'vitest';
import { ApiError, EmbeddingsRequest } from '@svc/contract';
import {
  countEmbeddings,
  parseEmbeddingsRequest,
  type EmbeddingsLimits,
} from './parse-embeddings-request.ts';

const LIMITS = { inputs: 3, tokensPerInput: 4, tokensPerRequest: 6, endUserIdCharacters: 5 };
const MINIMAL = { model: 'm', input: 'a' };
const FOUR = 'a b c d';
const FIVE = 'a b c d e';

const parse = async (body: unknown, limits: EmbeddingsLimits) =>
  countEmbeddings(parseEmbeddingsRequest(body, limits), limits, 'org');

async function refusalOf(body: unknown): Promise<unknown> {
  try {
    await parse(body, LIMITS);
  } catch (error) {
    if (error instanceof ApiError) return [error.catalogName, error.options.param];
    throw error;
  }
  return 'accepted';
}

describe('parseEmbeddingsRequest', () => {
  it('EMB-08 EMB-09 EMB-11 fills in what is left out, and takes null for it (D-09)', async () => {
    const expected = {
      requestedModel: 'm',
      inputs: ['a'],
      inputTokens: [1],
      dimensions: 1024,
      encoding: 'float',
      inputType: 'document',
    };
    expect(await parse(MINIMAL, LIMITS)).toEqual({ ...expected, endUserId: undefined });
    const nulls = { dimensions: null, encoding_format: null, input_type: null, user: null };
    expect(await parse({ ...MINIMAL, ...nulls }, LIMITS)).toEqual({ ...expected, endUserId: undefined });
  });

  it.each<[string, unknown, unknown]>([
    ['no object', [], ['input_required', 'input']],
    ['null', null, ['input_required', 'input']],
    ['an unknown field before all others', { typo: 1 }, ['unknown_parameter', 'typo']],
    [
      '__proto__ as a field',
      JSON.parse('{"model":"m","input":"a","__proto__":1}'),
      ['unknown_parameter', '__proto__'],
    ],
    ['a missing model before a missing input', {}, ['invalid_request', 'model']],
    ['a missing input before bad dimensions', { model: 'm', dimensions: 1 }, ['input_required', 'input']],
    [
      'too many texts before an empty one',
      { model: 'm', input: ['', '', '', ''] },
      ['too_many_inputs', 'input'],
    ],
    ['an empty text before a long one', { model: 'm', input: [FIVE, ''] }, ['input_required', 'input']],
    [
      'a long text before too many tokens',
      { model: 'm', input: [FOUR, FOUR, FIVE] },
      ['input_too_long', 'input[2]'],
    ],
    ['too many tokens', { model: 'm', input: [FOUR, FOUR] }, ['too_many_inputs', 'input']],
    ['a single long text', { model: 'm', input: FIVE }, ['input_too_long', 'input[0]']],
    [
      'a long text before bad dimensions',
      { model: 'm', input: FIVE, dimensions: 1 },
      ['input_too_long', 'input[0]'],
    ],
    [
      'bad dimensions before a bad encoding',
      { ...MINIMAL, dimensions: 1, encoding_format: 'x' },
      ['invalid_dimensions', 'dimensions'],
    ],
    [
      'a bad encoding before a bad type',
      { ...MINIMAL, encoding_format: 'x', input_type: 'x' },
      ['invalid_request', 'encoding_format'],
    ],
    [
      'a bad type before a bad user',
      { ...MINIMAL, input_type: 'x', user: 1 },
      ['invalid_request', 'input_type'],
    ],
    ['a long user', { ...MINIMAL, user: '123456' }, ['invalid_request', 'user']],
    ['tokens instead of texts', { model: 'm', input: [1, 2] }, ['invalid_request', 'input']],
  ])('D-62 refuses %s', async (_what, body, expected) => {
    expect(await refusalOf(body)).toEqual(expected);
  });

  it('EMB-12 D-62 counts a user in characters and not in halves of them', async () => {
    expect(await refusalOf({ ...MINIMAL, user: '🙂'.repeat(5) })).toBe('accepted');
    expect(await refusalOf({ ...MINIMAL, user: '🙂'.repeat(6) })).toEqual(['invalid_request', 'user']);
  });

  it('EMB-06 answers for texts beyond counting in the same order', async () => {
    const huge = 'x'.repeat(8_388_609);
    expect(await refusalOf({ model: 'm', input: ['a', huge] })).toEqual(['input_too_long', 'input[1]']);
  });

  it.each([
    MINIMAL,
    { ...MINIMAL, input: ['a', 'b'] },
    { ...MINIMAL, dimensions: 256, encoding_format: 'base64', input_type: 'query', user: 'u' },
    { ...MINIMAL, dimensions: 255 },
    { ...MINIMAL, input: [] },
    { ...MINIMAL, input: [''] },
    { ...MINIMAL, more: 1 },
    { input: 'a' },
  ])('agrees with the schema of the contract: %j', async (body) => {
    expect((await refusalOf(body)) === 'accepted').toBe(EmbeddingsRequest.safeParse(body).success);
  });
});
