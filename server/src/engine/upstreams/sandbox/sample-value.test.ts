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
