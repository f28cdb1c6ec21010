import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatPath } from '../format-path.ts';
import {
  ConfigError,
  deploymentSchema,
  parseDeployment,
  parseProvisioning,
  provisioningSchema,
} from '../index.ts';
import { DEPLOYMENT, OTHER_KINDS } from './test-support/complete-documents.ts';
import { PROVISIONING } from './test-support/complete-provisioning.ts';

type Path = readonly (string | number)[];

const FILES = [
  {
    title: 'svc.yaml',
    documents: [DEPLOYMENT, OTHER_KINDS],
    schema: deploymentSchema,
    parse: (value: unknown) =>
      parseDeployment(JSON.stringify(value), {
        source: 'f',
        baseUrl: 'http://localhost',
        directory: '/',
        variable: () => undefined,
        severalNodes: false,
        sendsMail: true,
      }),
  },
  {
    title: 'the provisioning file',
    documents: [PROVISIONING],
    schema: provisioningSchema,
    parse: (value: unknown) => parseProvisioning(JSON.stringify(value), { source: 'f' }),
  },
];

function walk(value: unknown, visit: (path: Path, value: unknown) => void, path: Path = []): void {
  visit(path, value);
  if (Array.isArray(value)) value.forEach((item, index) => walk(item, visit, [...path, index]));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) walk(item, visit, [...path, key]);
}

function replaced(value: unknown, path: Path, replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[step] = replaced(copy[step], rest, replacement);
  return copy;
}

/** The document with nothing but the part in which the path is: the whole of it, hundreds of times, takes seconds to parse. */
function sectionOf(document: unknown, [section]: Path): unknown {
  return section === undefined ? document : { [section]: (document as Record<string, unknown>)[section] };
}

function problemPaths(parse: (value: unknown) => unknown, value: unknown): string[] {
  try {
    parse(value);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path }) => path);
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
}

/** Key names of the schema with the names of their parents, without indexes and chosen names: `models.routes.engine`. */
function schemaKeys(schema: Schema, path: string, found: Map<string, Schema>): Map<string, Schema> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    found.set(`${path}.${name}`, member);
    schemaKeys(member, `${path}.${name}`, found);
  }
  for (const part of [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]) {
    if (typeof part === 'object') schemaKeys(part, path, found);
  }
  return found;
}

describe.each(FILES)('every key of $title', ({ documents, schema, parse }) => {
  const nodes: { document: unknown; path: Path; value: unknown }[] = [];
  for (const document of documents) walk(document, (path, value) => nodes.push({ document, path, value }));
  const keys = schemaKeys(z.toJSONSchema(schema, { io: 'input' }) as Schema, '', new Map());

  it('is in a document that is accepted', () => {
    for (const document of documents) expect(problemPaths(parse, document)).toEqual([]);
    const given = new Set(
      nodes.map(({ path }) =>
        path
          .filter((step) => typeof step === 'string' && !/^[a-z]$/.test(step))
          .map((step) => `.${step}`)
          .join(''),
      ),
    );
    expect([...keys.keys()].filter((key) => !given.has(key))).toEqual([]);
  });

  it('has a description', () => {
    expect([...keys].filter(([, { description }]) => !description).map(([key]) => key)).toEqual([]);
  });

  it('is refused by its path when its value has the wrong type', () => {
    const missed: string[] = [];
    for (const { document, path, value } of nodes) {
      const wrong = typeof value === 'object' ? 'text' : { not: 'a scalar' };
      const expected = formatPath(path);
      // A wrong discriminator is reported under the same path; a wrong root has none.
      const paths = problemPaths(parse, replaced(sectionOf(document, path), path, wrong));
      if (!paths.includes(expected)) missed.push(expected);
    }
    expect(missed).toEqual([]);
  });

  it('is refused by its path when it is unknown, in every object', () => {
    const missed: string[] = [];
    for (const { document, path, value } of nodes) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      if (['engines', 'headers', 'aliases'].includes(String(path.at(-1)))) continue;
      const at = [...path, 'no_such_key'];
      const paths = problemPaths(parse, replaced(document, at, 1));
      if (paths.length !== 1 || paths[0] !== formatPath(at)) missed.push(formatPath(at));
    }
    expect(missed).toEqual([]);
  });

  it('is refused with all other broken ones at once', () => {
    let broken: unknown = documents[0];
    const expected: string[] = [];
    for (const { document, path, value } of nodes) {
      if (
        document !== documents[0] ||
        typeof value === 'object' ||
        path.at(-1) === 'type' ||
        path.at(-1) === 'scope'
      )
        continue;
      broken = replaced(broken, path, { not: 'a scalar' });
      expected.push(formatPath(path));
    }
    expect(problemPaths(parse, broken)).toEqual(expect.arrayContaining(expected));
  });
});
