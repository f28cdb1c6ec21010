import { describe, expect, it } from 'vitest';
import { textsOf, textsOfBody } from './error-texts.ts';

const MAX_TEXT_LENGTH = 1000;
const MAX_ALL_TEXT_LENGTH = 4000;
const MAX_DEPTH = 8;

/** `value` as a message inside of so many objects. */
const nested = (depth: number): object =>
  Array.from({ length: depth - 1 }).reduce<object>((inner) => ({ error: inner }), { message: 'deep' });

describe('texts of an error', () => {
  it('are read to a depth', () => {
    expect(textsOf(nested(MAX_DEPTH)).text).toBe('deep');
    expect(textsOf(nested(MAX_DEPTH + 1)).text).toBe('');
    const lists = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'deep');
    expect(textsOf(lists(MAX_DEPTH)).text).toBe('deep');
    expect(textsOf(lists(MAX_DEPTH + 1)).text).toBe('');
    const texts = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>((inner) => JSON.stringify([inner]), 'deep');
    // A text and the list in it are one level each.
    expect(textsOf(texts(MAX_DEPTH / 2)).text).toBe('deep');
    expect(textsOf(texts(MAX_DEPTH / 2 + 1)).text).toBe('');
  });

  it('are cut each, and together', () => {
    expect(textsOf({ message: 'm'.repeat(MAX_TEXT_LENGTH + 1) }).text).toHaveLength(MAX_TEXT_LENGTH);
    const read = (first: number): string =>
      textsOf([...Array.from({ length: 3 }, () => 'x'.repeat(MAX_TEXT_LENGTH)), 'y'.repeat(first), 'z']).text;
    expect(read(MAX_ALL_TEXT_LENGTH / 4)).not.toContain('z');
    expect(read(MAX_ALL_TEXT_LENGTH / 4 - 1)).toContain(' . z');
    const { text } = textsOfBody(`a${'p'.repeat(2 * MAX_TEXT_LENGTH)}`);
    expect(text).toBe(`a${'p'.repeat(MAX_TEXT_LENGTH - 1)}`);
  });

  it.each<[name: string, error: object, text: string, codes: string[], places: string[]]>([
    ['codes', { code: 'A#Throttled', type: 'X', status: 429 }, '', ['throttled', 'x', '429'], []],
    ['codes that are sentences', { type: 'Bad key' }, 'bad key', ['bad key'], []],
    ['quotas of a day', { quotaId: 'RequestsPerDay' }, 'requestsperday', ['requestsperday'], []],
    ['places', { loc: ['body', 'top_p', 0], param: 'N', field: [1] }, '', [], ['top_p', 'n']],
    ['JSON in a text', { raw: ' {"message":"inner","code":"c"}' }, 'inner', ['c'], []],
    ['JSON that is cut', { message: '{"message":"inner' }, '{message:inner', [], []],
    ['JSON in another field', { detail: '{"code":"c"}' }, '{code:c}', [], []],
    ['marks and digits', { message: "`A` \u201cb\u201d  1,024\n'c'" }, 'a b 1024 c', [], []],
    ['other fields', { input: 'said', message: null }, '', [], []],
  ])('have %s', (_, error, text, codes, places) => {
    const read = textsOf(error);
    expect([read.text, [...read.codes], read.places]).toEqual([text, codes, places]);
  });

  it('have numbers by their names, and the first hint of seconds', () => {
    const read = textsOf({ n_ctx: 5, n_other: 6, details: [{ retryDelay: '1.5s' }, { retryDelay: '3s' }] });
    expect([[...read.numbers], read.retryDelaySeconds]).toEqual([[['n_ctx', 5]], 1.5]);
    for (const retryDelay of ['1.5', '2m', 's'])
      expect(textsOf({ retryDelay }).retryDelaySeconds).toBeUndefined();
  });

  it.each(['event: error\ndata: {"message":"m"}', 'data: {"message":"m"}', ' [{"message":"m"}]'])(
    'are read from the body %j',
    (body) => expect(textsOfBody(body).text).toBe('m'),
  );
});
