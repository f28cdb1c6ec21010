import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

/** Names as callers choose them, awkward ones included. A property `__proto__` is refused before any engine sees it. */
const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text !== '__proto__'),
  fc.constantFrom('a', 'b c', 'constructor', 'toString', 'é"\\', '$ref', '0'),
);

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: 'string' },
    { type: 'integer' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
  ),
  fc.constantFrom<Schema>(
    { type: ['string', 'null'] },
    { type: 'string', description: 'Said "aloud"' },
    { type: 'string', format: 'date-time' },
  ),
  fc.record({
    enum: fc.uniqueArray(fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ const: fc.string({ maxLength: 5 }) }),
);

function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const { node } = fc.letrec<{ node: Schema; object: Schema }>((tie) => ({
  object: fc.dictionary(name, tie('node'), { maxKeys: 4, noNullPrototype: true }).map(objectOf),
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 8 },
    scalar,
    tie('object'),
    tie('node').map((items) => ({ type: 'array', items })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.constant<Schema>({ $ref: '#/$defs/part' }),
  ),
}));

/** Schemas within the rules of `strict` (D-38): closed objects, every property required, at most ten deep. */
export const strictSchema: fc.Arbitrary<Schema> = fc
  .tuple(fc.dictionary(name, node, { maxKeys: 4, noNullPrototype: true }), scalar)
  .map(([properties, leaf]) => ({ ...objectOf(properties), $defs: { part: objectOf({ leaf }) } }));
