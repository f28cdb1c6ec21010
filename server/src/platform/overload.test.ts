import { ApiError, INFERENCE_OPERATIONS, type InferenceOperationId } from '@svc/contract';
import type { Exchange } from '#exchange';
import { expect, it } from 'vitest';
import { Overload } from './overload.ts';

const on = (id: InferenceOperationId): Exchange =>
  ({ operation: INFERENCE_OPERATIONS.find((operation) => operation.id === id) }) as unknown as Exchange;
const full = new ApiError('temporarily_unavailable');

it('MSG-65 D-17 tells callers of messages to stay away from 5 up to 30 s, the longer the more were sent away lately', () => {
  const overload = new Overload(() => 30);
  const seconds = (nowMs: number): number | undefined =>
    overload.rename(full, on('createMessage'), nowMs).options.retryAfterSeconds;
  expect(overload.rename(full, on('createMessage'), 0).catalogName).toBe('overloaded');
  expect(seconds(0)).toBe(5);
  for (let i = 0; i < 38; i++) seconds(0);
  expect(seconds(0)).toBe(10);
  for (let i = 0; i < 1000; i++) seconds(0);
  expect(seconds(0)).toBe(30);
  // A minute later it is forgotten, but for a rest.
  expect(seconds(120_000)).toBe(5);
});

it('D-78 leaves every other error and every other operation alone', () => {
  const overload = new Overload(() => 30);
  expect(overload.rename(full, on('createChatCompletion'), 0)).toBe(full);
  const unavailable = new ApiError('temporarily_unavailable', { cause: new Error('the database is away') });
  expect(overload.rename(unavailable, on('createMessage'), 0)).toBe(unavailable);
  const busy = new ApiError('model_busy');
  expect(overload.rename(busy, on('createMessage'), 0)).toBe(busy);
});
