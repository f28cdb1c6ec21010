import { z } from 'zod';
import { HEADERS } from '../names.ts';
import type { Operation, SuccessStatus } from '../operations/operation.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { REQUEST_ID } from '../reference/objects/ids.ts';
import { Page } from '../schemas/administration/page.ts';
import { referTo, type JsonObject } from './api-description.ts';
import type { SchemaComponents } from './schema-components.ts';

const EVENT_STREAM = 'text/event-stream';

const MEANINGS: Readonly<Record<SuccessStatus, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted. The rest happens in the background.',
  204: 'Done; there is nothing to say.',
  206: 'The range of bytes that was asked for.',
  304: 'What was asked for has not changed since the `ETag` that the request named.',
};
const STREAMED =
  'The whole answer as JSON. Or, where `stream` asks for it, events as they come: the schema is that of the `data` of one event.';
const OUTSIDE = 'The `Range` begins behind the end of the file, whose size is in `Content-Range`.';

const OUTSIDE_CONTENT = {
  'application/json': {
    schema: referTo('schemas', 'Error'),
    examples: {
      range: {
        summary: OUTSIDE,
        value: {
          error: {
            type: 'invalid_request_error',
            code: 'invalid_request',
            message: 'The range begins behind the end of the file. Send one that begins before it.',
            param: 'range',
            request_id: REQUEST_ID,
          },
        },
      },
    },
  },
};

/** Responses that are no errors, by status. */
export function describeResponses(
  operation: Operation,
  reference: OperationReference,
  schemas: SchemaComponents,
): Record<string, JsonObject> {
  const { successStatuses = [200], stream } = operation;
  const content = {
    ...describeWhole(operation, reference, schemas),
    ...(stream ? { [EVENT_STREAM]: { schema: schemas.add(stream), example: reference.event } } : {}),
  };
  const headers = describeHeaders(operation);
  const describe = (status: SuccessStatus): JsonObject => ({
    description: stream ? STREAMED : MEANINGS[status],
    headers,
    ...(status === 304 ? {} : { content }),
  });
  return {
    ...Object.fromEntries(successStatuses.map((status) => [String(status), describe(status)])),
    ...(successStatuses.includes(206)
      ? { 416: { description: OUTSIDE, headers, content: OUTSIDE_CONTENT } }
      : {}),
  };
}

function describeWhole(
  operation: Operation,
  { response: describe }: OperationReference,
  schemas: SchemaComponents,
): JsonObject {
  const { response, responseType } = operation;
  return responseType === undefined
    ? { 'application/json': { schema: describeBody(operation, schemas), example: describe } }
    : { [responseType]: { schema: schemas.add(response), example: describe } };
}

function describeBody({ id, response }: Operation, schemas: SchemaComponents): JsonObject {
  const name = id[0]!.toUpperCase() + id.slice(1);
  if (!(response instanceof z.ZodObject) || !isPage(response)) return schemas.add(response, `${name}Answer`);
  const { data } = response.shape;
  const page = schemas.add(Page);
  const itemsOfPage = schemas.add(z.object({ data: data as z.ZodType }));
  return schemas.put(`${name.replace(/^List/, '')}Page`, { allOf: [page, itemsOfPage] });
}

/** Whether it is a page of a list: the envelope of `Page` around `data`. */
function isPage({ shape }: z.ZodObject): boolean {
  return Object.keys(Page.shape).every((name) => name in shape);
}

function describeHeaders({ responseHeaders: answerHeaders = [], errors }: Operation): JsonObject {
  const names = [HEADERS.requestId, HEADERS.svcRequestId, ...answerHeaders];
  if (errors.includes('idempotency_key_reused')) names.push(HEADERS.idempotentReplayed);
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name)]));
}
