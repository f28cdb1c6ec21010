import { describe, expect, it } from 'vitest';
import { formatGrammar } from './format-grammar.ts';

const closed = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const grammarOf = (schema: Readonly<Record<string, unknown>>) =>
  formatGrammar({ type: 'json_schema', name: 'n', schema });
const exact = (part: unknown, more: object = {}) => grammarOf({ ...closed({ part }), ...more })?.exact;

describe('formatGrammar', () => {
  it.each([
    ['a plain type', { type: 'boolean' }],
    ['several types', { type: ['string', 'null'] }],
    ['scalars to choose from', { enum: ['a', 1, null] }],
    ['alternatives', { anyOf: [{ type: 'null' }, closed({ a: { const: 1 } })] }],
    ['what only describes', { type: 'string', description: 'D', format: 'email', title: 'T', default: 'x' }],
    ['anything', {}],
    ['properties that may be left out', { type: 'object', properties: { a: { type: 'string' } } }],
  ])('D-38 enforces %s', (_, part) => expect(exact(part)).toBe(true));

  it.each([
    ['an integer, whose grammar admits 5e-1', { type: 'integer' }],
    ['a number, whose grammar admits 1e999', { type: 'number' }],
    ['a bound', { type: 'string', minLength: 3 }],
    ['a pattern', { type: 'string', pattern: '^a$' }],
    ['exactly one of several', { oneOf: [{ type: 'string' }] }],
    ['alternatives beside more', { type: 'object', properties: {}, anyOf: [{ required: ['a'] }] }],
    ['objects to choose from', { enum: [{ a: 1 }] }],
    ['a property that is required and not described', { type: 'object', properties: {}, required: ['a'] }],
    ['nothing', false],
    ['a reference that leads nowhere', { $ref: '#/$defs/no' }],
    ['a reference without end', { $ref: '#/properties/part' }],
    ['a reference beside more', { $ref: '#/$defs/text', minLength: 3 }],
  ])('D-38 does not claim to enforce %s', (_, part) =>
    expect(exact(part, { $defs: { text: { type: 'string' } } })).toBe(false),
  );

  it('D-38 follows local references, including recursive ones up to the depth limit', () => {
    expect(exact({ $ref: '#/$defs/text' }, { $defs: { text: { type: 'string' } } })).toBe(true);
    const tree = closed({ child: { anyOf: [{ type: 'null' }, { $ref: '#' }] } });
    expect(grammarOf(tree)?.exact).toBe(false);
  });

  it('D-38 is bounded for any schema', () => {
    const wide = closed(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { type: 'string' }])),
    );
    expect(grammarOf(wide)?.exact).toBe(false);
    const forks = {
      $defs: { f: { anyOf: Array.from({ length: 16 }, () => ({ $ref: '#/$defs/f' })) } },
      ...closed({ f: { $ref: '#/$defs/f' } }),
    };
    expect(JSON.stringify(grammarOf(forks)).length).toBeLessThan(20_000);
  });

  it('D-38 leaves to the prompt what no grammar can express, and values without a recognizable end', () => {
    expect(grammarOf(closed({ 'say "a"': { type: 'string' } }))).toBeUndefined();
    expect(grammarOf({ type: 'string' })).toBeUndefined();
    expect(grammarOf({ anyOf: [closed({})] })?.exact).toBe(true);
  });
});
