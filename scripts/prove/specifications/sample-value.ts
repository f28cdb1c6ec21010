interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const SAMPLES: Readonly<Record<string, unknown>> = { string: 'text', number: 5, integer: 5, boolean: true };

/** A value with all properties of a plain JSON Schema, as a model would write it. */
export function sampleValue(schema: unknown): unknown {
  const { type = 'string', properties = {} } = (schema ?? {}) as Schema;
  if (type !== 'object') return SAMPLES[type] ?? [];
  return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sampleValue(inner)]));
}
