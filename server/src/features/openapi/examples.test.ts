import { describe, expect, it } from 'vitest';
import { DESCRIBED_BETAS, fullDescription, LIMITS, NEWEST_VERSION } from '@svc/contract';
import { DescribedApi, type DescribedContent, type Json } from '#test-kit';
import { writeYaml } from './write-yaml.ts';

const api = new DescribedApi(
  writeYaml(
    fullDescription(
      { baseUrl: 'https://api.example.test', limits: LIMITS },
      { version: NEWEST_VERSION, betas: DESCRIBED_BETAS, openapi: '3.1' },
    ),
  ),
);

function problems(content: Readonly<Record<string, DescribedContent>> = {}): string[] {
  return Object.entries(content).flatMap(([type, { schema, example, examples = {} }]) => {
    const values = [example, ...Object.values(examples).map((one) => api.resolve(one)['value'])];
    return values
      .filter((value) => value !== undefined)
      .map((value) => api.schemaProblem(schema, value))
      .filter((problem) => problem !== undefined)
      .map((problem) => `${type}: ${problem}`);
  });
}

describe('examples of the description', () => {
  it.each(api.operations.map((operation) => [operation.id, operation] as const))(
    'D-OAS-2 %s has a request and answers that follow its schemas',
    (_, { body, parameters, responses }) => {
      expect(problems(body)).toEqual([]);
      for (const { example } of Object.values(body)) expect(example).toBeDefined();
      for (const { name, required, schema, example } of parameters) {
        if (required) expect(example, name).toBeDefined();
        if (example !== undefined) expect(api.schemaProblem(schema, example), name).toBeUndefined();
      }
      for (const [status, { content, headers }] of Object.entries(responses)) {
        expect(problems(content), status).toEqual([]);
        for (const one of Object.values(content ?? {}))
          expect(one.example ?? one.examples, status).toBeDefined();
        for (const [name, header] of Object.entries(headers)) {
          const { schema, example } = api.resolve(header) as { schema: Json; example: unknown };
          expect(api.schemaProblem(schema, example), name).toBeUndefined();
        }
      }
    },
  );
});
