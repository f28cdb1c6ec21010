import { expect, it } from 'vitest';
import { ejectionReason } from './ejection.ts';
import { EngineFault } from './events.ts';
import { readRefusal } from './upstreams/http/refusals/read-refusal.ts';

const schemaWith = (name: string): object => ({
  error: {
    message: `Invalid schema for function 'f': In context=('properties', '${name}').`,
    type: 'invalid_request_error',
    param: 'tools[0].function.parameters',
    code: 'invalid_function_parameters',
  },
});
const keyInvalid = { error: { code: 400, message: 'Not valid.', details: [{ reason: 'API_KEY_INVALID' }] } };

it.each([
  ['a caller’s words about a key', 400, schemaWith('invalid api key'), 'errors'],
  ['a caller’s words about a balance', 400, schemaWith('payment required'), 'errors'],
  ['a caller’s words about a rate', 422, schemaWith('rate limit'), 'errors'],
  [
    'xAI, which says only in words that a key is wrong',
    400,
    { error: 'Incorrect API key provided.' },
    'errors',
  ],
  ['a code for a wrong key', 400, keyInvalid, 'unauthorized'],
  ['a status for a wrong key', 401, { error: 'Incorrect API key provided.' }, 'unauthorized'],
  ['a code for too many requests', 400, { __type: 'ThrottlingException', message: 'Too many.' }, 'throttled'],
  ['a request that is too long', 400, { error: { message: 'prompt is too long' } }, undefined],
])('a route is left alone for what its engine says: %s', (_name, status, body, reason) => {
  const { refusal } = readRefusal(JSON.stringify(body), status);
  expect(ejectionReason(new EngineFault('status', { status, refusal }))).toBe(reason);
});
