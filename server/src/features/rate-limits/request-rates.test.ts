import { expect, it } from 'vitest';
import { createClock } from '#kit';
import { RequestRates } from './request-rates.ts';

const LIMITS = {
  inference: 5,
  refused_embeddings: 2,
  models: 5,
  token_counting: 600,
  workspace_resources: 1000,
  code_telemetry: 60,
  admin_api: 300,
  console: 600,
  operator: 600,
  directory: 600,
  unauthenticated: 600,
  oauth: 600,
};

it('LIMIT-12 a node that must count alone begins with what it had accepted before', async () => {
  const clock = createClock();
  const rates = new RequestRates(clock, LIMITS);
  for (let i = 0; i < 3; i++) rates.takeShared('inference', 'key', 'api_key', 0);
  expect(() => rates.takeShared('inference', 'key', 'api_key', 1500)).toThrow('Too many requests');
  for (let i = 0; i < 2; i++) rates.take('inference', 'key', 'api_key');
  expect(() => rates.take('inference', 'key', 'api_key')).toThrow('Too many requests');
  await clock.advance(60_000);
  expect(() => rates.take('inference', 'key', 'api_key')).not.toThrow();
});

it('D-63 what is noted fills a group in which nothing is taken, for its caller and for a minute', async () => {
  const clock = createClock();
  const rates = new RequestRates(clock, LIMITS);
  const ask = (caller: string) => rates.requireRoom('refused_embeddings', caller, 'api_key');
  for (let i = 0; i < 5; i++) ask('key');
  for (let i = 0; i < 2; i++) rates.note('refused_embeddings', 'key');
  expect(() => ask('key')).toThrow('Too many requests');
  expect(() => ask('other')).not.toThrow();
  await clock.advance(60_000);
  expect(() => ask('key')).not.toThrow();
});
