import { describe, expect, it } from 'vitest';
import { FormatValidators } from './format-validators.ts';

const validatorOf = (schema: object) => new FormatValidators().for(JSON.stringify(schema));
const numbers = (count: number): number[] => Array.from({ length: count }, () => 1);
const texts = (branches: number) => ({
  type: 'array',
  items: { anyOf: Array.from({ length: branches }, () => ({ type: 'string' })) },
});

describe('FormatValidators', () => {
  it('D-38 gives up a text with more faults than memory is for, however they come together', () => {
    const forks = Array.from({ length: 25 }, (_, i) => [
      `d${i}`,
      { allOf: [1, 1].map((step) => ({ $ref: `#/$defs/d${i + step}` })) },
    ]);
    const forking = {
      $ref: '#/$defs/d0',
      $defs: { ...(Object.fromEntries(forks) as object), d25: { type: 'null' } },
    };
    expect(() => validatorOf(texts(40))(numbers(20_000))).toThrow(RangeError);
    expect(() => validatorOf({ type: 'array', items: { type: 'string' } })(numbers(250_001))).toThrow(
      RangeError,
    );
    expect(() => validatorOf(forking)(1)).toThrow(RangeError);
  });

  it('D-38 tells all faults of any other, and forgets those of alternatives that did not hold', () => {
    const validate = validatorOf(texts(40));
    expect([validate(numbers(100)), validate.errors!.length]).toEqual([false, 4100]);
    expect(
      validatorOf({ items: { anyOf: [{ type: 'string' }, { type: 'number' }] } })(numbers(300_000)),
    ).toBe(true);
  });
});
