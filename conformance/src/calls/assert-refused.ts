import assert from 'node:assert/strict';
import { assertError, type ErrorObject, type ExpectedError } from '../http/assert-error.ts';
import { chat } from './chat-call.ts';
import type { Caller, Deployment } from '../deployments/deployment.ts';

/** A chat completion that must be refused before any engine hears of it, so that nothing is run and nothing billed (BILL-12). */
export async function assertChatRefused(
  deployment: Deployment,
  fields: Readonly<Record<string, unknown>>,
  expected: ExpectedError,
  caller: Caller = {},
): Promise<ErrorObject> {
  const error = assertError(await chat(deployment, fields, caller), expected);
  if (deployment.hasUpstream)
    assert.equal(deployment.upstream.requests.length, 0, 'BILL-12 no engine was asked');
  return error;
}

export const INVALID_REQUEST: ExpectedError = { status: 400, code: 'invalid_request' };
