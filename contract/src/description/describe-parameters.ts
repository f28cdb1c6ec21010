import type { z } from 'zod';
import type { LimitValues } from '../limits.ts';
import { HEADERS } from '../names.ts';
import type { Operation } from '../operations/operation.ts';
import { PATH_PARAMETERS } from '../reference/path-parameters.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { pageQuery } from '../schemas/administration/page.ts';
import { NEWEST_VERSION, PUBLISHED_VERSIONS } from '../versions.ts';
import { referTo, type JsonObject } from './api-description.ts';
import type { SchemaComponents } from './schema-components.ts';

type Parameter = JsonObject & { readonly name: string; readonly in: string };

/** Names of the parameters that operations share, in `components.parameters`. */
const SHARED = {
  limit: 'Limit',
  after_id: 'AfterId',
  before_id: 'BeforeId',
  [HEADERS.version]: 'Version',
  [HEADERS.beta]: 'Beta',
  [HEADERS.idempotencyKey]: 'IdempotencyKey',
  [HEADERS.clientRequestId]: 'ClientRequestId',
} as const;

/** Parameters of many operations: of every list, and the headers that work alike everywhere. */
export function sharedParameters(limits: LimitValues, schemas: SchemaComponents): Record<string, JsonObject> {
  const parameters = [...describeQuery(pageQuery(limits), schemas), ...sharedHeaders(limits)];
  return Object.fromEntries(
    parameters.map((parameter) => [SHARED[parameter.name as keyof typeof SHARED], parameter]),
  );
}

function sharedHeaders(limits: LimitValues): Parameter[] {
  return [
    {
      name: HEADERS.version,
      in: 'header',
      description:
        'The behavior date of this call. When left out, the `pinned_version` of the key applies, or else the newest version.',
      schema: { type: 'string', enum: PUBLISHED_VERSIONS },
      example: NEWEST_VERSION,
    },
    {
      name: HEADERS.beta,
      in: 'header',
      description: 'Flags of preview features, separated by commas. This operation needs none.',
      schema: { type: 'string' },
    },
    {
      name: HEADERS.idempotencyKey,
      in: 'header',
      description: `Makes it safe to repeat the request: for ${limits.idempotency_hours} hours, a request with the same key and the same body gets the first answer, and nothing is done twice.`,
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotency_key_characters },
      example: '5f0c6a52-0f0b-4c43-9d0e-8b9d3c6f2a11',
    },
    {
      name: HEADERS.clientRequestId,
      in: 'header',
      description: 'An id of your own, written to the log of the service. It is not part of the answer.',
      schema: { type: 'string', maxLength: limits.client_request_id_characters },
    },
  ];
}

/** Everything a caller sends beside the body: path, query and headers. */
export function describeParameters(
  operation: Operation,
  { query: example = {} }: OperationReference,
  limits: LimitValues,
  schemas: SchemaComponents,
): JsonObject[] {
  const shared = Object.keys(pageQuery(limits).shape);
  const query = operation.queryUnder?.(limits) ?? operation.query;
  const own = query ? describeQuery(query, schemas) : [];
  return [
    ...describePath(operation.path),
    ...own.map((parameter) =>
      'after_id' in query!.shape && shared.includes(parameter.name)
        ? referTo('parameters', SHARED[parameter.name as keyof typeof SHARED])
        : { ...parameter, ...(parameter.name in example ? { example: example[parameter.name] } : {}) },
    ),
    ...describeHeaders(operation),
  ];
}

function describePath(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...PATH_PARAMETERS[name as keyof typeof PATH_PARAMETERS],
  }));
}

function describeQuery(query: z.ZodObject, schemas: SchemaComponents): Parameter[] {
  const { properties = {}, required = [] } = schemas.add(query) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

/** An operation takes the headers whose misuse it refuses. */
function describeHeaders({ beta, credential, errors, successStatuses = [] }: Operation): JsonObject[] {
  const shared = (name: keyof typeof SHARED): JsonObject => referTo('parameters', SHARED[name]);
  const headers = [];
  if (beta !== undefined) headers.push(requiredFlag(beta));
  else if (credential !== 'none' && credential !== 'operator') headers.push(shared(HEADERS.beta));
  if (credential !== 'none' && errors.includes('invalid_version')) headers.push(shared(HEADERS.version));
  if (errors.includes('idempotency_key_reused')) headers.push(shared(HEADERS.idempotencyKey));
  if (successStatuses.includes(206)) headers.push(RANGE);
  if (successStatuses.includes(304)) headers.push(IF_NONE_MATCH);
  return [...headers, shared(HEADERS.clientRequestId)];
}

const RANGE: Parameter = {
  name: 'range',
  in: 'header',
  description: 'One range of bytes. Several ranges, and other units, are ignored.',
  schema: { type: 'string' },
  example: 'bytes=0-1023',
};

const IF_NONE_MATCH: Parameter = {
  name: 'if-none-match',
  in: 'header',
  description: 'The `ETag` of an earlier answer. If it still holds, the answer is 304 without a body.',
  schema: { type: 'string' },
};

function requiredFlag(flag: string): Parameter {
  return {
    name: HEADERS.beta,
    in: 'header',
    required: true,
    description: `Flags of preview features, separated by commas. \`${flag}\` must be one of them.`,
    schema: { type: 'string' },
    example: flag,
  };
}
