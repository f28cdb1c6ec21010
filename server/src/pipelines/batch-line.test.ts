import { expect, it } from 'vitest';
import { INFERENCE_OPERATIONS } from '@svc/contract';
import { LineExchange, NoSlot, ServiceAway } from '#features/batches';
import { batchLines, type BatchLineDeps } from './batch-line.ts';

it.each([
  ['no slot', new NoSlot('model'), NoSlot],
  ['a dependency that is away', new Error('away'), ServiceAway],
])('D-BATCH-7 remembers nothing of a line that was not run for %s', async (_, refusal, type) => {
  const deps = {
    chatEnabled: () => {
      throw refusal;
    },
    deployment: () => ({ limits: {}, compat: { openai: { aliases: {} }, anthropic: { aliases: {} } } }),
    tunnels: {},
  } as unknown as BatchLineDeps;
  const lines = batchLines(deps, (cause) => !(cause instanceof NoSlot));
  const exchange = new LineExchange({
    requestId: 'req_1',
    operation: INFERENCE_OPERATIONS[0],
    receivedAtMs: 0,
    credential: {} as never,
    betas: [],
    version: undefined,
    body: Buffer.from('{}'),
  });
  await expect(lines.call('/v1/chat/completions', exchange)).rejects.toBeInstanceOf(type);
  // All that was told to listen for its end has heard of it.
  let closed = false;
  exchange.onClose(() => (closed = true));
  expect(closed).toBe(true);
});
