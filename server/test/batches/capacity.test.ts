import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import { chat, chats, startBatches, type BatchesFixture } from './batches-fixture.ts';

const SLOTS = 4;

let batches: BatchesFixture;
beforeAll(async () => {
  batches = await startBatches(undefined, {
    engine: { max_concurrency: SLOTS, timeouts: { first_output_s: 30, silence_s: 30, total_s: 30 } },
    // Eight requests a minute are all that live calls may make.
    deployment: {
      rate_tiers: {
        start: {
          requests_per_minute: 8,
          input_tokens_per_minute: 1_000_000,
          output_tokens_per_minute: 1_000_000,
        },
      },
    },
  });
});
afterAll(() => batches[Symbol.asyncDispose]());

const live = (text: string): Promise<Response> =>
  batches.service.post('/v1/chat/completions', MAIN_KEY, {
    messages: [{ role: 'user', content: text }],
    stream: false,
  });

describe('lines of a batch beside live calls', () => {
  it('D-BATCH-8 D-78 give their slots to live calls at once, and are run again without a try or a charge', async () => {
    const { id } = await batches.create(
      Array.from({ length: SLOTS }, (_, i) => chat(`line ${i}`, `hold line ${i}`)),
    );
    await expect.poll(() => batches.engine.holding, { timeout: 20_000 }).toBe(SLOTS);
    // As many live calls as there are slots: none waits, none is refused.
    const responses = Array.from({ length: SLOTS }, (_, i) => live(`hold live ${i}`));
    await expect
      .poll(() => [...batches.engine.asked.keys()].filter((text) => text.startsWith('hold live')).length)
      .toBe(SLOTS);
    await expect.poll(() => batches.engine.aborted).toBe(SLOTS);
    expect((await batches.read(id)).request_counts).toMatchObject({ processing: SLOTS });
    batches.engine.release();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(
      Array.from({ length: SLOTS }, () => 200),
    );
    await expect
      .poll(
        async () => {
          batches.engine.release();
          return (await batches.read(id)).status;
        },
        { timeout: 30_000 },
      )
      .toBe('completed');
    const ended = await batches.read(id);
    expect(ended).toMatchObject({
      request_counts: { succeeded: SLOTS },
      usage: { output_tokens: SLOTS * 20 },
    });
  });

  it('D-BATCH-8 D-77 count against no limit per minute, so live calls have all of it', async () => {
    const ended = await batches.until((await batches.create(chats(30))).id);
    expect(ended.request_counts).toMatchObject({ succeeded: 30, errored: 0 });
    // Four of the eight went before.
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => (await live(`after ${i}`)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect((await live('one more')).status).toBe(429);
  });
});
