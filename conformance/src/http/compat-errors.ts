import assert from 'node:assert/strict';
import type { HttpResponse } from './http-exchange.ts';

/** A refusal of OpenAI's protocol: its four fields, and nothing beside them. */
export function assertOpenAiError(response: HttpResponse): void {
  const body = response.json<{ error?: Record<string, unknown> }>();
  assert.deepEqual(Object.keys(body), ['error'], 'COMPG-02 the body is the error');
  assert.deepEqual(
    Object.keys(body.error ?? {}),
    ['message', 'type', 'param', 'code'],
    'COMPG-02 its fields',
  );
  assert.equal(typeof body.error?.['message'], 'string', 'COMPG-02 message');
}

/** A refusal of Anthropic's protocol. */
export function assertAnthropicError(response: HttpResponse): void {
  const body = response.json<{ type?: unknown; error?: Record<string, unknown>; request_id?: unknown }>();
  assert.deepEqual(Object.keys(body), ['type', 'error', 'request_id'], 'COMPG-02 the fields of the body');
  assert.equal(body.type, 'error', 'COMPG-02 type');
  assert.equal(typeof body.error?.['type'], 'string', 'COMPG-02 error.type');
  assert.equal(body.request_id, response.headers['request-id'], 'COMPG-15 request-id');
}
