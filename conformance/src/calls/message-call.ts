import assert from 'node:assert/strict';
import { Message } from '@svc/contract';
import { assertError, type ErrorObject, type ExpectedError } from '../http/assert-error.ts';
import { defaultModel } from '../checks/models/offered.ts';
import type { Caller, Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';
import { readMessageStream, type ReadStream } from '../deployments/upstream.ts';

export const MESSAGES = '/v1/messages';

type Fields = Readonly<Record<string, unknown>>;

/** A message as it comes: "Hi" to the default model, unless `fields` say otherwise. A field that is undefined is left out. */
export async function message(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<HttpResponse> {
  const messages = [{ role: 'user', content: 'Hi' }];
  const { id: model } = await defaultModel(deployment);
  return deployment.post(MESSAGES, { model, messages, max_tokens: 256, ...fields }, caller);
}

/** A message that must succeed as one JSON object, with everything MSG-40 to MSG-51 say of every one. */
export async function wholeMessage(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<Message> {
  return assertMessage(await message(deployment, fields, caller));
}

export function assertMessage(response: HttpResponse): Message {
  assert.equal(
    response.status,
    200,
    `status; the answer is ${response.status} ${response.text.slice(0, 300)}`,
  );
  assert.equal(response.headers['content-type'], 'application/json', 'D-15 content-type');
  assert.equal(response.headers['cache-control'], 'no-store', 'D-15 cache-control');
  assertMessageHeaders(response);
  const parsed = Message.safeParse(response.json());
  assert.ok(parsed.success, `MSG-40 to MSG-50: ${parsed.error?.message} in ${response.text.slice(0, 500)}`);
  const { usage, request_id: requestId, stop_reason: reason, stop_sequence: sequence } = parsed.data;
  assert.equal(requestId, response.headers['x-svc-request-id'], 'MSG-45 request_id');
  assert.ok(usage.cached_input_tokens <= usage.input_tokens, 'MSG-47 cached input is part of the input');
  assert.ok(usage.reasoning_tokens <= usage.output_tokens, 'MSG-49 reasoning is part of the output');
  if (sequence !== null)
    assert.equal(reason, 'stop_sequence', 'MSG-44 a stop sequence only where one was met');
  return parsed.data;
}

/** MSG-51, D-92. */
function assertMessageHeaders({ headers }: HttpResponse): void {
  assert.match(
    String(headers['x-svc-billing-source']),
    /^(subscription|api_credit)$/,
    'MSG-51 x-svc-billing-source',
  );
  assert.equal(headers['x-svc-model-downgraded'], undefined, 'MSG-03 there is no fallback');
  assert.match(String(headers['svc-version']), /^\d{4}-\d\d-\d\d$/, 'D-92 svc-version');
}

/** A message that must succeed as a stream: its head, and its events in the grammar of MSG-52 to MSG-63. */
export async function streamedMessage(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<Message> {
  const { message: read } = assertMessageStream(
    await message(deployment, { stream: true, ...fields }, caller),
  );
  assert.ok(read, 'MSG-58 the stream ends with message_stop');
  return read;
}

/** A streamed message, complete or ended by an error event. */
export function assertMessageStream(response: HttpResponse): ReadStream {
  assert.equal(response.status, 200, `status; the answer is ${response.text.slice(0, 300)}`);
  assert.equal(response.headers['content-type'], 'text/event-stream', 'D-15 content-type');
  assert.equal(response.headers['cache-control'], 'no-store, no-transform', 'D-15 cache-control');
  assert.equal(response.headers['x-accel-buffering'], 'no', 'D-15 x-accel-buffering');
  assertMessageHeaders(response);
  return readMessageStream(response.text);
}

/** A message that must be refused before any engine hears of it, with the id beside the error too (D-20, BILL-12). */
export async function assertMessageRefused(
  deployment: Deployment,
  fields: Fields,
  expected: ExpectedError,
  caller: Caller = {},
): Promise<ErrorObject> {
  const response = await message(deployment, fields, caller);
  const error = assertError(response, expected);
  assert.equal(
    response.json()['request_id'],
    response.headers['x-request-id'],
    'D-20 request_id beside error',
  );
  if (deployment.hasUpstream)
    assert.equal(deployment.upstream.requests.length, 0, 'BILL-12 no engine was asked');
  return error;
}
