import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { TestDatabase } from '#test-kit';
import type { ReceivedDelivery } from './receiver.ts';
import {
  ADMIN_KEY,
  startWebhooksFixture,
  type FixtureOptions,
  type Reply,
  type WebhooksFixture,
} from './webhooks-fixture.ts';

export interface WebhookTests {
  readonly hooks: WebhooksFixture;
  /** At the receiver: different for each test. */
  readonly path: string;
  /** The deliveries to that path, once there are this many. */
  received(count?: number): Promise<ReceivedDelivery[]>;
  /** Sends a test event to a webhook of the workspace, and returns its log record once it was attempted. */
  test(webhookId: string): Promise<Reply['body']>;
  attempted(webhookId: string, deliveryId: string): Promise<Reply['body']>;
}

/** Call once per suite: one service for its tests, each of which starts without webhooks. */
export function useWebhooks(database: TestDatabase, options: FixtureOptions = {}): WebhookTests {
  let hooks: WebhooksFixture;
  let tests = 0;
  beforeAll(async () => {
    hooks = await startWebhooksFixture(database, options);
  });
  afterAll(() => hooks.stop());
  beforeEach(() => {
    tests++;
    return () => deleteAll(hooks);
  });
  const attempted: WebhookTests['attempted'] = async (id, deliveryId) => {
    const read = () => hooks.call('GET', `/v1/webhooks/${id}/deliveries/${deliveryId}`);
    await expect.poll(async () => (await read()).body.attempt_count, { timeout: 10_000 }).toBeGreaterThan(0);
    return (await read()).body;
  };
  const at = () => hooks.receiver.at(`/hook-${tests}`);
  return {
    get hooks() {
      return hooks;
    },
    get path() {
      return `/hook-${tests}`;
    },
    async received(count = 1) {
      await expect.poll(() => at().length, { timeout: 10_000 }).toBe(count);
      return at();
    },
    async test(id) {
      const { status, body } = await hooks.call('POST', `/v1/webhooks/${id}/test`);
      expect(status).toBe(202);
      return attempted(id, body.id as string);
    },
    attempted,
  };
}

async function deleteAll(hooks: WebhooksFixture): Promise<void> {
  for (const [root, options] of [
    ['/v1/webhooks', {}],
    ['/v1/organizations/webhooks', { key: ADMIN_KEY }],
  ] as const) {
    const { body } = await hooks.call('GET', `${root}?limit=100`, options);
    for (const { id } of body.data as { id: string }[]) await hooks.call('DELETE', `${root}/${id}`, options);
  }
}
