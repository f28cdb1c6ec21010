import { describe, expect, it } from 'vitest';
import { currentDescription } from './current-description.ts';
import { ERRORS } from '../errors.ts';
import { INFERENCE_OPERATIONS } from '../operations.ts';

type Json = Record<string, unknown>;
const description = currentDescription('https://api.example.test');
const post = description.paths['/chat/completions']!['post']!;
const schemas = description.components.schemas;

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : references(inner),
  );
}

describe('currentDescription', () => {
  it('OAS-03 is an OpenAPI 3.0 document', () => {
    expect(description.openapi).toMatch(/^3\.0\.\d+$/);
    expect(description.info).toMatchObject({ title: expect.any(String), version: '2026-11-01' });
  });

  it('OAS-06 has one server and one operation, createChatCompletion', () => {
    expect(description.servers).toEqual([{ url: 'https://api.example.test/v1' }]);
    expect(Object.entries(description.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ['/chat/completions', ['post']],
    ]);
    expect(post['operationId']).toBe('createChatCompletion');
  });

  it('OAS-07 holds request, response, chunk and error schemas and one bearer scheme', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['ChatCompletionRequest', 'ChatCompletion', 'ChatCompletionChunk', 'Error']),
    );
    expect(Object.values(description.components.securitySchemes)).toEqual([
      expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    ]);
  });

  it('refers only to schemas it holds, and holds only those it uses', () => {
    const used = new Set(references(description));
    expect([...used].toSorted()).toEqual(
      Object.keys(schemas)
        .map((name) => `#/components/schemas/${name}`)
        .toSorted(),
    );
  });

  it('OAS-18 keeps the gap of stream, which it gives as false by default', () => {
    const properties = schemas['ChatCompletionRequest']!['properties'] as Record<string, Json>;
    expect(properties['stream']!['default']).toBe(false);
  });

  it('OAS-19 keeps the gap of the sampling fields, which have no effect', () => {
    const properties = Object.keys(schemas['ChatCompletionRequest']!['properties'] as Json);
    expect(properties).toEqual(
      expect.arrayContaining(['temperature', 'top_p', 'n', 'presence_penalty', 'frequency_penalty']),
    );
  });

  it('OAS-20 keeps the gap of the error statuses, of which it lists a part', () => {
    const listed = Object.keys(post['responses'] as Json).filter((status) => status !== '200');
    const possible = new Set(INFERENCE_OPERATIONS[0].errors.map((name) => String(ERRORS[name].status)));
    expect(listed.every((status) => possible.has(status))).toBe(true);
    expect(listed.length).toBeLessThan(possible.size);
  });

  it('names the three gaps in its text', () => {
    expect(description.info['description']).toMatch(/`stream`[^]*sampling fields[^]*error statuses/);
  });

  it('has no shared parts, so that a YAML writer makes no anchors', () => {
    const seen = new Set<unknown>();
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(seen.has(value)).toBe(false);
      seen.add(value);
      for (const inner of Object.values(value)) walk(inner);
    };
    walk(description);
  });

  it('does not let one caller change what the next one gets', () => {
    const first = currentDescription('https://a.test');
    (first.components.schemas['Error'] as Json)['type'] = 'changed';
    expect(currentDescription('https://a.test').components.schemas['Error']!['type']).toBe('object');
  });
});
