import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleArguments } from './sample-value.ts';

describe('arguments from a schema', () => {
  const schemas: Record<string, unknown>[] = [
    {
      type: 'object',
      properties: { a: { type: 'integer', minimum: 10, multipleOf: 7 }, b: { type: 'boolean' } },
      required: ['a', 'b'],
    },
    {
      type: 'object',
      properties: { n: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 } },
      required: ['n'],
    },
    {
      type: 'object',
      properties: {
        s: { type: 'string', minLength: 20, maxLength: 22 },
        t: { type: 'string', maxLength: 3 },
      },
      required: ['s', 't'],
    },
    {
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'string' }, minItems: 3 }, c: { const: 5 } },
      required: ['l', 'c'],
    },
    {
      type: 'object',
      properties: { o: { type: 'object', properties: { p: { enum: ['x'] } }, required: ['p'] } },
      required: ['o'],
    },
    {
      type: 'object',
      properties: { e: { type: 'string', format: 'email' }, u: { type: 'string', format: 'uuid' } },
      required: ['e', 'u'],
    },
    {
      type: 'object',
      properties: { v: { anyOf: [{ type: 'null' }, { type: 'integer' }] } },
      required: ['v'],
    },
    {
      type: 'object',
      properties: { r: { $ref: '#/$defs/node' } },
      required: ['r'],
      $defs: { node: { type: 'integer', maximum: -3 } },
    },
    {
      type: 'object',
      properties: { d: { type: 'string', format: 'date-time' }, i: { type: ['integer', 'null'] } },
      required: ['d', 'i'],
    },
  ];

  it.each(schemas)('match %j', (schema) => {
    const checked = z.fromJSONSchema(schema).safeParse(sampleArguments(schema));
    expect(checked.error?.issues ?? []).toEqual([]);
  });

  it.each([
    [{ properties: { p: { const: 1 } } }, {}],
    [{ properties: { p: { const: 1 } }, required: ['p'] }, { p: 1 }],
    [{ required: ['p'] }, { p: 'sandbox p' }],
    [{ items: { const: 1 } }, [1]],
    [{ prefixItems: [{ const: 1 }, { const: 2 }] }, [1, 2]],
    [{ minItems: 2, items: { const: 1 } }, [1, 1]],
    [{ minItems: 1 }, ['sandbox value']],
    [{ minimum: 2 }, 2],
    [{ maximum: 0 }, 0],
    [{ multipleOf: 7 }, 7],
    [{}, 'sandbox value'],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: ['null'] }, null],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    // Bounds, strict ones and steps.
    [{ type: 'integer' }, 1],
    [{ type: 'integer', minimum: 1 }, 1],
    [{ type: 'integer', maximum: 1 }, 1],
    [{ type: 'integer', exclusiveMinimum: 1 }, 2],
    [{ type: 'integer', exclusiveMaximum: 1 }, 0],
    [{ type: 'number', exclusiveMinimum: 1 }, 2],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 2 }, 1.5],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 9 }, 2],
    [{ type: 'number', exclusiveMaximum: 1 }, 0],
    [{ type: 'integer', multipleOf: 5, maximum: 4 }, 0],
    [{ type: 'integer', multipleOf: 5, exclusiveMinimum: 5 }, 10],
    [{ enum: ['a', 'b'] }, 'a'],
    [{ type: 'array', minItems: 3, items: { enum: ['a', 'b'] } }, ['a', 'b', 'a']],
    [{ type: 'array', minItems: 3, items: { type: 'boolean' } }, [true, false, true]],
    [{ type: 'array', minItems: 3, items: { type: 'number', minimum: 4 } }, [4, 5, 6]],
    [{ type: 'array', minItems: 2, items: { type: 'string' } }, ['sandbox value', 'sandbox value 1']],
  ])('of %j are %j', (value, expected) => {
    expect(sampleArguments({ properties: { value }, required: ['value'] })).toEqual({ value: expected });
  });

  it('stay small and fast for any schema', () => {
    const endless = {
      type: 'object',
      properties: { next: { $ref: '#' }, more: { type: 'array', minItems: 1e9, items: { $ref: '#' } } },
      required: ['next', 'more'],
    };
    expect(JSON.stringify(sampleArguments(endless)).length).toBeLessThan(20_000);
    expect(sampleArguments(undefined)).toEqual({});
    expect(sampleArguments({ $ref: '#' })).toEqual({});
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => typeof JSON.stringify(sampleArguments(schema)) === 'string'),
    );
  });
});
