import { expect, it } from 'vitest';
import { ApiError } from '@svc/sdk';
import { errorSentence, fieldError, inPlainWords, mayPass, pauseMs } from './failure.ts';

it('takes the names of the API out of what a field says', () => {
  expect(inPlainWords('allowed_ips[1] is not a valid entry of allowed_ips.', 'allowed_ips[1]')).toBe(
    'Line 2 is not a valid entry.',
  );
  expect(inPlainWords('limit_usd must be US dollars.', 'limit_usd')).toBe('Must be US dollars.');
  expect(inPlainWords('Choose a password.', 'password')).toBe('Choose a password.');
  expect(inPlainWords('names are unique.', 'name')).toBe('names are unique.');
});

const refusal = (param: string, rest: string) =>
  new ApiError({
    status: 400,
    type: 'invalid_request_error',
    code: 'invalid_parameter',
    message: `${param} ${rest}.`,
    param,
    requestId: undefined,
    retryAfterSeconds: undefined,
    fields: {},
  });

it('words what the schema library says, beside its field, and a field may have better words for nothing', () => {
  const none = refusal('allowed_targets', 'must have at least 1 item');
  expect(fieldError(none, 'allowed_targets')).toBe('Add at least one entry.');
  expect(fieldError(none, 'allowed_targets', 'Add at least one target.')).toBe('Add at least one target.');
  const long = refusal('allowed_targets[1]', 'must have at most 20 characters');
  expect(fieldError(long, 'allowed_targets', 'Add at least one target.')).toBe(
    'Line 2: Use at most 20 characters.',
  );
  expect(fieldError(refusal('name', 'must be odd'), 'name', 'Name it.')).toBe('Must be odd.');
});

it('names what no field shows without the names of the API', () => {
  expect(errorSentence(refusal('scope.group_id', 'is required'))).toBe('Group id: This field is required.');
  expect(errorSentence(refusal('amount_usd', 'must be US dollars'))).toBe('Amount usd: Must be US dollars.');
});

it('says within two seconds that the service does not respond', () => {
  let waitedMs = 0;
  for (let failures = 0; mayPass(failures, new Error('not reached')); failures++)
    waitedMs += pauseMs(failures);
  expect(waitedMs).toBeGreaterThan(1000);
  expect(waitedMs).toBeLessThan(2000);
});
