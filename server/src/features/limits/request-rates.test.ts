import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { RequestRates } from './request-rates.ts';

it('LIMIT-12 a node that must count alone begins with what it had accepted before', async () => {
  const clock = createClock();
  const rates = new RequestRates(clock, { inference: 5, models: 5, token_counting: 600, admin_api: 300, console: 600, oauth: 600 });
  for (let i = 0; i < 3; i++) rates.takeShared('inference', 'key', 'api_key', 0);
  expect(() => rates.takeShared('inference', 'key', 'api_key', 1500)).toThrow('Too many requests');
  for (let i = 0; i < 2; i++) rates.take('inference', 'key', 'api_key');
  expect(() => rates.take('inference', 'key', 'api_key')).toThrow('Too many requests');
  await clock.advance(60_000);
  expect(() => rates.take('inference', 'key', 'api_key')).not.toThrow();
  rates.close();
});
