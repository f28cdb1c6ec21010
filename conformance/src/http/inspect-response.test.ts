import { expect, it } from 'vitest';
import type { HttpResponse } from './http-exchange.ts';
import { inspectResponse } from './inspect-response.ts';

const IDS = { 'x-request-id': 'req_1', 'x-svc-request-id': 'req_1' };
const REFUSAL = {
  type: 'rate_limit_error',
  code: 'model_busy',
  message: 'The model is busy.',
  param: null,
  request_id: 'req_1',
  retry_after: 5,
};
const REFUSAL_HEADERS = {
  ...IDS,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'retry-after': '5',
};

function response(status: number, headers: Record<string, string>, text: string): HttpResponse {
  return {
    status,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    bytes: Buffer.from(text),
    text,
    complete: true,
    json: <T>() => JSON.parse(text) as T,
  };
}

const refusal = (changes: object = {}, headers: Record<string, string> = {}, status = 429): HttpResponse =>
  response(status, { ...REFUSAL_HEADERS, ...headers }, JSON.stringify({ error: { ...REFUSAL, ...changes } }));

it('accepts a valid success and a valid error response', () => {
  expect(() => inspectResponse(response(200, IDS, '{}'), ['127.0.0.1:9'])).not.toThrow();
  expect(() => inspectResponse(refusal(), [])).not.toThrow();
});

it.each([
  ['a marker in the body', response(200, IDS, 'from VENDORMARKER')],
  ['a marker in a header', response(200, { ...IDS, via: 'engine-host.marker.internal' }, '')],
  ['an engine’s model name', response(200, IDS, 'upstream-code')],
  ['the engine’s address', response(200, IDS, 'at 127.0.0.1:9')],
  ['no request id', response(200, {}, '')],
  ['two request ids', response(200, { ...IDS, 'x-svc-request-id': 'req_2' }, '')],
  ['rate headers elsewhere', response(200, { ...IDS, 'x-ratelimit-limit': '600' }, '')],
  ['a refusal without the envelope', response(400, REFUSAL_HEADERS, '{"error":"bad"}')],
  ['a refusal that may be cached', refusal({}, { 'cache-control': 'private' })],
  ['a type of another status', refusal({ type: 'api_error' })],
  ['a status that is not listed', refusal({}, {}, 418)],
  ['a code that is no code', refusal({ code: 'Model Busy' })],
  ['no message', refusal({ message: '' })],
  ['no param', refusal({ param: undefined })],
  ['the id of another request', refusal({ request_id: 'req_2' })],
  ['retry_after that differs', refusal({ retry_after: 6 })],
  ['no Retry-After', refusal({}, { 'retry-after': '' })],
  ['Retry-After as a date', refusal({}, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' })],
])('refuses %s', (_, bad) => {
  expect(() => inspectResponse(bad, ['127.0.0.1:9'])).toThrow();
});

it('requires the flat error format from OAuth endpoints only', () => {
  const flat = '{"error":"invalid_grant","error_description":"It is used up."}';
  const refused = (text: string): HttpResponse => response(400, REFUSAL_HEADERS, text);
  expect(() => inspectResponse(refused(flat), [], 'oauth')).not.toThrow();
  expect(() => inspectResponse(refused(flat), [])).toThrow();
  for (const bad of [
    '{"error":"invalid_grant"}',
    '{"error":{"code":"x"},"error_description":"It is."}',
    flat.replace('{', '{"more":1,'),
  ])
    expect(() => inspectResponse(refused(bad), [], 'oauth')).toThrow();
});
