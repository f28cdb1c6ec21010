import { describe, expect, it } from 'vitest';
import { BETAS } from '../betas.ts';
import { ERRORS } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { OPERATIONS } from '../operations.ts';
import { OPERATION_REFERENCES } from '../reference.ts';
import type { JsonObject } from './api-description.ts';
import { ErrorDescriptions } from './describe-errors.ts';
import { describeOperation } from './describe-operation.ts';
import { DESCRIBED_BETAS, fullDescription, isDescribed, type DescriptionChoice } from './full-description.ts';
import { SchemaComponents } from './schema-components.ts';

const VERSION = '2026-11-01';
const BASE_URL = 'https://api.example.test';
const describeWith = (betas: DescriptionChoice['betas'], limits = LIMITS) =>
  fullDescription({ baseUrl: BASE_URL, limits }, { version: VERSION, betas, openapi: '3.0' });

const everything = describeWith(DESCRIBED_BETAS);
const plain = describeWith([]);

type Described = JsonObject & {
  readonly operationId: string;
  readonly responses: Record<string, JsonObject>;
};
const operationsOf = ({ paths }: typeof everything): Described[] =>
  Object.values(paths).flatMap((item) => Object.values(item) as Described[]);
const idsOf = (description: typeof everything): string[] =>
  operationsOf(description).map(({ operationId }) => operationId);
const find = (id: string): Described =>
  operationsOf(everything).find(({ operationId }) => operationId === id)!;

function resolve(value: JsonObject): JsonObject {
  const [, section, name] = /^#\/components\/(\w+)\/(.+)$/.exec(String(value['$ref'])) ?? [];
  const sections = everything.components as Record<string, Record<string, JsonObject>>;
  return section === undefined ? value : sections[section]![name!]!;
}

/** Schemas and examples of a response that is an error, by its media types. */
function contentOf(response: JsonObject): { schema: JsonObject; examples: Record<string, JsonObject> }[] {
  return Object.values((resolve(response)['content'] ?? {}) as Record<string, never>);
}

describe('the whole description', () => {
  it('OAS-08 D-OAS-1 has what needs no flag, and what the flags given open', () => {
    const flagless = OPERATIONS.filter(({ beta }) => beta === undefined).map(({ id }) => id);
    expect(idsOf(plain).toSorted()).toEqual(flagless.toSorted());
    for (const flag of BETAS) {
      const opened = OPERATIONS.filter(({ beta }) => beta === flag).map(({ id }) => id);
      const described = OPERATIONS.filter((one) => isDescribed(one, { version: VERSION, betas: [flag] }));
      expect(described.map(({ id }) => id).toSorted(), flag).toEqual([...flagless, ...opened].toSorted());
    }
  });

  it('OAS-09 D-OAS-2 with all flags has every operation, under its method and path', () => {
    const described = Object.entries(everything.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    for (const { operationId, ...operation } of operationsOf(everything)) {
      expect(operation['summary'], operationId).toMatch(/^[A-Z].*[^.]$/);
      expect(String(operation['description']), operationId).toMatch(/^\S[^]{15,}\.$/);
    }
  });

  it('OAS-10 has the nine tags, and one of them for each operation', () => {
    const names = (everything['tags'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([
      'Messages',
      'Models',
      'Files',
      'Batches',
      'Tools',
      'Agents',
      'Sessions',
      'Admin',
      'Webhooks',
    ]);
    for (const { id, tag } of OPERATIONS) expect(find(id)['tags'], id).toEqual([tag]);
  });

  it('OAS-11 has the schemes InferenceKey and AdminKey, and each operation takes its credential', () => {
    expect(Object.keys(everything.components.securitySchemes)).toEqual(['InferenceKey', 'AdminKey']);
    const keysOf = (id: string) => (find(id)['security'] as object[]).flatMap((one) => Object.keys(one));
    expect(keysOf('createMessage')).toEqual(['InferenceKey']);
    expect(keysOf('createFile')).toEqual(['InferenceKey']);
    expect(keysOf('listModels')).toEqual(['InferenceKey', 'AdminKey']);
    expect(keysOf('listUsers')).toEqual(['AdminKey']);
    expect(keysOf('describeApi')).toEqual([]);
  });

  it('OAS-12 every error is the one schema Error, with the codes of the operation', () => {
    for (const { id, errors, extension } of OPERATIONS) {
      // 416 is of HTTP, and has no row in the catalog.
      const failures = Object.entries(find(id).responses).filter(
        ([status]) => Number(status) >= 400 && status !== '416',
      );
      const codes = failures.flatMap(([status, response]) =>
        contentOf(response).flatMap(({ schema, examples }) => {
          expect(schema, `${id} ${status}`).toEqual({ $ref: '#/components/schemas/Error' });
          for (const name of Object.keys(examples))
            expect(ERRORS[name as keyof typeof ERRORS].status, name).toBe(Number(status));
          return Object.keys(examples);
        }),
      );
      expect(codes.toSorted(), id).toEqual(
        [...new Set([...errors, ...(extension?.errors ?? [])])].toSorted(),
      );
    }
  });

  it('OAS-12 so is the one of a range behind the end of a file', () => {
    const [content] = contentOf(find('readFileContent').responses['416']!);
    expect(content!.schema).toEqual({ $ref: '#/components/schemas/Error' });
  });

  it('OAS-13 every list takes the shared parameters and answers with the shared page', () => {
    const lists = OPERATIONS.filter(({ query }) => query && 'after_id' in query.shape);
    expect(lists.length).toBeGreaterThan(15);
    for (const { id } of lists) {
      expect(find(id)['parameters'], id).toEqual(
        expect.arrayContaining(
          ['Limit', 'AfterId', 'BeforeId'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
        ),
      );
      const [{ schema } = { schema: {} }] = contentOf(find(id).responses['200']!);
      expect(resolve(schema)['allOf'], id).toContainEqual({ $ref: '#/components/schemas/Page' });
    }
  });

  it('OAS-14 what can be streamed has the schema of an event', () => {
    for (const { id, stream } of OPERATIONS) {
      const types = Object.keys(find(id).responses['200']?.['content'] ?? {});
      expect(types.includes('text/event-stream'), id).toBe(stream !== undefined);
    }
  });

  it('OAS-15 OAS-16 operations say their flag and since when they exist', () => {
    for (const { id, beta } of OPERATIONS) {
      expect([find(id)['x-svc-beta'], find(id)['x-svc-since']], id).toEqual([beta, '2026-11-01']);
      expect(find(id)).not.toHaveProperty('x-svc-deprecated-after');
    }
  });

  it('OAS-15 OAS-16 an operation says when it will be removed, and is not described from then on', () => {
    const [chat] = OPERATIONS;
    const retiring = { ...chat!, deprecatedAfter: '2027-05-01' };
    const parts = {
      limits: LIMITS,
      betas: [],
      schemas: new SchemaComponents(LIMITS),
      errors: new ErrorDescriptions([]),
    };
    expect(describeOperation(retiring, OPERATION_REFERENCES[chat!.id]!, parts)).toMatchObject({
      deprecated: true,
      'x-svc-deprecated-after': '2027-05-01',
    });
    const choice = { version: VERSION, betas: [] } as const;
    expect(isDescribed(retiring, choice)).toBe(true);
    expect(isDescribed({ deprecatedAfter: '2026-11-01' }, choice)).toBe(false);
    expect(isDescribed({ since: '2027-01-01' as never }, choice)).toBe(false);
  });

  it('OAS-17 has the version date as its version, and is OpenAPI 3.0', () => {
    expect(plain.info['version']).toBe(VERSION);
    expect(plain.openapi).toBe('3.0.3');
    expect(plain.servers).toEqual([{ url: BASE_URL }]);
  });

  it('OAS-03 is said in OpenAPI 3.0 alone, and in 3.1 where that is asked for', () => {
    const newer = fullDescription(
      { baseUrl: BASE_URL, limits: LIMITS },
      { version: VERSION, betas: DESCRIBED_BETAS, openapi: '3.1' },
    );
    expect(newer.openapi).toBe('3.1.1');
    expect(Object.keys(everything.components.schemas)).toEqual(Object.keys(newer.components.schemas));
    // Data may have any names: these are keywords with a value as 3.1 writes it.
    for (const keyword of [
      /"type":"null"/,
      /"type":\[/,
      /"const":/,
      /"propertyNames":/,
      /"\$schema":/,
      /"exclusiveMinimum":\d/,
      /"\$ref":"[^"]+",/,
    ])
      expect(JSON.stringify(everything.components.schemas), String(keyword)).not.toMatch(keyword);
    const name = newer.components.schemas['Page']!['properties'] as Record<string, JsonObject>;
    expect(name['first_id']).toMatchObject({ type: ['string', 'null'] });
    const same = everything.components.schemas['Page']!['properties'] as Record<string, JsonObject>;
    expect(same['first_id']).toMatchObject({ type: 'string', nullable: true });
  });

  it('OAS-03 says what holds where a field is left out: the items of a page, and whether a reply is streamed', () => {
    expect(everything.components.parameters?.['Limit']?.['schema']).toMatchObject({ default: 20 });
    const streamOf = (name: string) =>
      (everything.components.schemas[name]!['properties'] as Record<string, JsonObject>)['stream'];
    expect(streamOf('ChatCompletionRequest')).toMatchObject({ type: 'boolean', default: true });
    expect(streamOf('MessagesRequest')).toMatchObject({ type: 'boolean', default: false, nullable: true });
  });

  it('D-OAS-2 has the limits of the deployment', () => {
    const { components } = describeWith(DESCRIBED_BETAS, {
      ...LIMITS,
      workspace_name_characters: 7,
      allowed_ips: 3,
      page_items: 9,
    });
    const { properties } = components.schemas['CreateWorkspaceBody'] as {
      properties: Record<string, JsonObject>;
    };
    expect(properties['name']).toMatchObject({ minLength: 1, maxLength: 7 });
    expect(properties['allowed_ips']).toMatchObject({ maxItems: 3 });
    expect(components.parameters?.['Limit']?.['schema']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 9,
    });
  });

  it('D-OAS-2 has the limits of the deployment in the bodies of model calls, too', () => {
    const changed = Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, limit + 1]));
    const numbersOf = (limits: typeof LIMITS) => {
      const { schemas } = describeWith(DESCRIBED_BETAS, limits).components;
      const names = ['ChatCompletionRequest', 'ExtendedChatRequest', 'MessagesRequest', 'EmbeddingsRequest'];
      const shared = ['UserMessage', 'MessageMetadata', 'Reasoning', 'BuiltinTool', 'ContextManagement'];
      return JSON.stringify([...names, ...shared].map((name) => schemas[name]));
    };
    const bounds = /"(?:maxItems|maxLength)":(\d+)/g;
    const [before, after] = [numbersOf(LIMITS), numbersOf(changed as typeof LIMITS)].map((text) =>
      [...text.matchAll(bounds)].map(([, bound]) => Number(bound)),
    );
    // Two is how many edits there are, and a name of 64 characters is the contract's for every deployment.
    expect(before!.filter((bound, i) => after![i] === bound)).toEqual([2]);
    expect(after).toEqual(before!.map((bound) => (bound === 2 ? 2 : bound + 1)));
    expect(numbersOf({ ...LIMITS, server_tool_uses_default: 77 })).toContain('"Default 77."');
    expect(numbersOf({ ...LIMITS, reasoning_min_tokens: 77 })).toContain('"minimum":77');
  });

  it('D-OAS-1 chat takes the additions where their flag is given', () => {
    const bodyOf = (description: typeof everything) =>
      JSON.stringify(description.paths['/v1/chat/completions']!['post']!['requestBody']);
    expect(bodyOf(plain)).not.toContain('ExtendedChatRequest');
    expect(bodyOf(everything)).toContain('ExtendedChatRequest');
  });

  it('has each component only once, and none that nothing refers to', () => {
    const text = JSON.stringify(plain);
    for (const [section, components] of Object.entries(plain.components)) {
      if (section === 'securitySchemes') continue;
      for (const name of Object.keys(components))
        expect(text, name).toContain(`"$ref":"#/components/${section}/${name}"`);
    }
  });
});
