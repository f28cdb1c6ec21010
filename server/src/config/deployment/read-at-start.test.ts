import { expect, it } from 'vitest';
import { z } from 'zod';
import { deploymentSchema } from './deployment-schema.ts';
import { PATHS_READ_AT_START } from './read-at-start.ts';

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

function* describedSo(
  { description, properties = {} }: Described,
  path: readonly string[] = [],
): Generator<string> {
  if (description?.endsWith('Read at start.')) yield path.join('.');
  for (const [name, inner] of Object.entries(properties)) yield* describedSo(inner, [...path, name]);
}

it('has the settings whose description says so', () => {
  const schema = z.toJSONSchema(deploymentSchema, { io: 'input', unrepresentable: 'any' }) as Described;
  expect(new Set(describedSo(schema))).toEqual(PATHS_READ_AT_START);
});
