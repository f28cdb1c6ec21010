import { expect, it } from 'vitest';
import { inPlainWords, mayPass, pauseMs } from './failure.ts';

it('takes the names of the API out of what a field says', () => {
  expect(inPlainWords('allowed_ips[1] is not a valid entry of allowed_ips.', 'allowed_ips[1]')).toBe(
    'Line 2 is not a valid entry.',
  );
  expect(inPlainWords('limit_usd must be US dollars.', 'limit_usd')).toBe('Must be US dollars.');
  expect(inPlainWords('Choose a password.', 'password')).toBe('Choose a password.');
  expect(inPlainWords('names are unique.', 'name')).toBe('names are unique.');
});

it('says within two seconds that the service does not respond', () => {
  let waitedMs = 0;
  for (let failures = 0; mayPass(failures, new Error('not reached')); failures++)
    waitedMs += pauseMs(failures);
  expect(waitedMs).toBeGreaterThan(1000);
  expect(waitedMs).toBeLessThan(2000);
});
