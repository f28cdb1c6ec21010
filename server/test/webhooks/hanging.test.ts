import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const TIMEOUT_S = 2;

describe.each(await httpDatabases(import.meta.filename))(
  'slow receivers, on the $kind database',
  (database) => {
    let hooks: WebhooksFixture;

    beforeAll(async () => {
      hooks = await startWebhooksFixture(database, { limits: { webhook_timeout_s: TIMEOUT_S } });
    });
    afterAll(() => hooks.stop());

    it('HOOK-47 HOOK-49 have until the limit to start their response', { timeout: 30_000 }, async () => {
      hooks.receiver.reply('/late', (response) => {
        setTimeout(() => response.writeHead(202).end(), (TIMEOUT_S * 1000) / 2);
      });
      hooks.receiver.reply('/silent', () => undefined);
      const attempted = async (path: string) => {
        const { body: webhook } = await hooks.create(path);
        const { body } = await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
        const read = () => hooks.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${body.id}`);
        await expect.poll(async () => (await read()).body.attempt_count, { timeout: 10_000 }).toBe(1);
        return (await read()).body;
      };
      const [late, silent] = await Promise.all([attempted('/late'), attempted('/silent')]);
      expect(late).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 202, error: null }] });
      expect(late.attempts[0].duration_ms).toBeGreaterThanOrEqual((TIMEOUT_S * 1000) / 2);
      expect(silent).toMatchObject({ status: 'failed', attempts: [{ status_code: null, error: 'timeout' }] });
      expect(silent.attempts[0].duration_ms).toBeGreaterThanOrEqual(TIMEOUT_S * 1000 - 20);
    });

    it('delay neither other deliveries nor moves of the test clock', { timeout: 30_000 }, async () => {
      hooks.receiver.reply('/hangs', () => undefined);
      const hanging = await hooks.create('/hangs');
      await hooks.create('/healthy');
      const startedMs = performance.now();
      await hooks.expireFiles(20);
      const tookMs = performance.now() - startedMs;
      await expect.poll(() => hooks.receiver.at('/healthy').length, { timeout: 2000 }).toBe(20);
      expect(tookMs).toBeLessThan(20_000);
      await delay(500);
      // Two at first, then one after the other.
      const timeouts = Math.ceil((performance.now() - startedMs) / (TIMEOUT_S * 1000));
      expect(hooks.receiver.at('/hangs').length).toBeLessThanOrEqual(2 + timeouts);
      expect((await hooks.deliveries(hanging.body.id, 'status=pending')).length).toBe(20);
    });
  },
);
