import { z } from 'zod';
import { ERRORS, type ErrorStatus } from '../errors.ts';
import { HEADERS, KEY_PREFIXES } from '../names.ts';
import { INFERENCE_OPERATIONS, type Operation } from '../operations.ts';
import { ErrorEnvelope } from '../schemas.ts';
import { NEWEST_VERSION } from '../versions.ts';
import type { ApiDescription, JsonObject } from './api-description.ts';

const VERSION_SEGMENT = '/v1';
const CHAT: Operation = INFERENCE_OPERATIONS[0];

/** The statuses today's file lists: a known gap, since any status of the catalog can occur (OAS-20). */
const DESCRIBED_STATUSES: readonly ErrorStatus[] = [400, 401, 402, 403, 413, 429, 500, 502, 503];

const IGNORED = 'Accepted and ignored.';

/** Sampling fields the file lists although they have no effect (OAS-19). */
const SAMPLING_FIELDS: Readonly<Record<string, JsonObject>> = {
  temperature: { type: 'number', minimum: 0, maximum: 2, description: IGNORED },
  top_p: { type: 'number', minimum: 0, maximum: 1, description: IGNORED },
  n: { type: 'integer', minimum: 1, description: IGNORED },
  presence_penalty: { type: 'number', minimum: -2, maximum: 2, description: IGNORED },
  frequency_penalty: { type: 'number', minimum: -2, maximum: 2, description: IGNORED },
};

const ABOUT = `Send a conversation, get the reply of a model.

Three things in this file differ from the service:

- It gives \`false\` as the default of \`stream\`; the service streams unless \`stream\` is \`false\`.
- It lists sampling fields that the service accepts and ignores.
- It lists only some of the error statuses that can occur.`;

/**
 * The description file without query: the live surface, which is the single operation `createChatCompletion` with its
 * known gaps (platform contract §4.10, D-OAS-1). Its form is frozen, so the gaps stay and are named in the text.
 * `baseUrl` is the public address without a trailing slash. The caller writes it as YAML.
 */
export function currentDescription(baseUrl: string): ApiDescription {
  return {
    openapi: '3.0.3',
    info: { title: 'Svc API', version: NEWEST_VERSION, description: ABOUT },
    servers: [{ url: baseUrl + VERSION_SEGMENT }],
    security: [{ PrivateKey: [] }],
    paths: { [CHAT.path.slice(VERSION_SEGMENT.length)]: { [CHAT.method.toLowerCase()]: describeChat() } },
    components: {
      schemas: describeSchemas(),
      securitySchemes: {
        PrivateKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A private key, which begins with \`${KEY_PREFIXES.private}\`.`,
        },
      },
    },
  };
}

function describeChat(): JsonObject {
  return {
    operationId: CHAT.id,
    summary: CHAT.summary,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference('ChatCompletionRequest') } },
    },
    responses: {
      '200': describeReply(),
      ...Object.fromEntries(DESCRIBED_STATUSES.map((status) => [status, describeFailure(status)])),
    },
  };
}

function describeReply(): JsonObject {
  return {
    description: 'The reply, or a stream of chunks that ends with `data: [DONE]`.',
    headers: {
      [HEADERS.svcRequestId]: header('Id of the request.'),
      [HEADERS.billingSource]: header('What pays: `subscription` or `api_credit`.'),
      [HEADERS.modelDowngraded]: header('The model that answered when the plan lacks the requested one.'),
    },
    content: {
      'application/json': { schema: reference('ChatCompletion') },
      'text/event-stream': { schema: reference('ChatCompletionChunk') },
    },
  };
}

function header(description: string): JsonObject {
  return { description, schema: { type: 'string' } };
}

function describeFailure(status: ErrorStatus): JsonObject {
  const codes = CHAT.errors.map((name) => ERRORS[name]).filter((entry) => entry.status === status);
  return {
    description: `Codes: ${codes.map((entry) => `\`${entry.code}\``).join(', ')}.`,
    content: { 'application/json': { schema: reference('Error') } },
  };
}

function reference(schema: string): JsonObject {
  return { $ref: `#/components/schemas/${schema}` };
}

/** One conversion of all four schemas, so that what they share is described once. */
function describeSchemas(): Record<string, JsonObject> {
  const all = z.object({
    request: CHAT.request!,
    reply: CHAT.response,
    chunk: CHAT.stream!,
    error: ErrorEnvelope,
  });
  // `input` also for replies: as output every object would forbid the fields that later versions add.
  const { definitions } = z.toJSONSchema(all, { target: 'openapi-3.0', io: 'input' }) as {
    definitions?: unknown;
  };
  const text = JSON.stringify(definitions).replaceAll('"#/definitions/', '"#/components/schemas/');
  const schemas = JSON.parse(text) as Record<string, JsonObject>;
  const properties = schemas['ChatCompletionRequest']!['properties'] as Record<string, JsonObject>;
  properties['stream']!['default'] = false;
  Object.assign(properties, SAMPLING_FIELDS);
  return schemas;
}
