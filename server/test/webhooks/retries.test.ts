import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMailSink, httpDatabases, type MailSink } from '#test-kit';
import { ADMIN_KEY, DAY_S, refusal, startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
/** The contract's pauses (D-HOOK-6). */
const PAUSES_S = [1, 5, 30, 120, 360, 720, 720, 720, 720, 720].map((minutes) => minutes * MINUTE_S);

interface Attempt {
  readonly number: number;
  readonly at: string;
}

const secondsOf = ({ at }: Attempt): number => Date.parse(at) / 1000;

describe.each(await httpDatabases(import.meta.filename))(
  'a failing receiver, on the $kind database',
  (database) => {
    let hooks: WebhooksFixture;
    let mail: MailSink;

    beforeAll(async () => {
      mail = await openMailSink();
      hooks = await startWebhooksFixture(database, { environment: { SMTP_URL: mail.url } });
    });
    afterAll(async () => {
      await hooks.stop();
      await mail.close();
    });

    it(
      'HOOK-51 HOOK-52 HOOK-54 HOOK-58 HOOK-59 HOOK-60 D-HOOK-6 D-HOOK-7 D-HOOK-8 is retried for 72 hours, then disabled, and can catch up',
      { timeout: 120_000 },
      async () => {
        const path = '/failing';
        hooks.receiver.reply(path, 500);
        const { body: webhook } = await hooks.create(path);
        const root = `/v1/webhooks/${webhook.id}`;
        await hooks.expireFiles();
        const [{ id }] = (await hooks.deliveries(webhook.id)) as [{ id: string }];
        const read = async () => (await hooks.call('GET', `${root}/deliveries/${id}`)).body;

        // Just before each attempt nothing arrives, and it arrives exactly when the log predicted.
        for (const [index, pauseS] of PAUSES_S.entries()) {
          const { attempts, next_attempt_at: next } = await read();
          expect(attempts).toHaveLength(index + 1);
          const waitS = Date.parse(next) / 1000 - secondsOf(attempts.at(-1));
          // The end of the 72 hours may shorten the last pause.
          if (index < 9) expect(waitS).toBeGreaterThanOrEqual(Math.floor(pauseS * 0.9) - 1);
          expect(waitS).toBeLessThanOrEqual(Math.ceil(pauseS * 1.1) + 1);
          await hooks.advance(waitS - 20);
          expect((await read()).attempt_count).toBe(index + 1);
          await hooks.advance(21);
          const { attempts: now } = await read();
          expect(now).toHaveLength(index + 2);
          expect(secondsOf(now.at(-1)) - Date.parse(next) / 1000).toBeLessThan(20);
        }
        const last = await read();
        expect(last).toMatchObject({ status: 'failed', attempt_count: 11, next_attempt_at: null });
        const courseS = secondsOf(last.attempts.at(-1)) - secondsOf(last.attempts[0]);
        expect(courseS).toBeLessThan(72 * HOUR_S);
        const status = async () => (await hooks.call('GET', root)).body.status;

        // Meanwhile another event fails, and waits when the webhook is disabled.
        await hooks.call('POST', `${root}/deliveries/${id}/redeliver`);
        await expect.poll(async () => (await hooks.deliveries(webhook.id))[0]!.attempt_count).toBe(1);
        expect(await status()).toBe('enabled');
        const sent = hooks.receiver.at(path).length;
        await hooks.advance(72 * HOUR_S - courseS + 10 * MINUTE_S);
        await expect.poll(status).toBe('disabled');
        await expect
          .poll(async () => (await hooks.deliveries(webhook.id))[0])
          .toMatchObject({ status: 'failed', next_attempt_at: null });
        expect(refusal(await hooks.call('POST', `${root}/deliveries/${id}/redeliver`))).toBe(
          '409 resource_conflict',
        );

        const mails = mail.mails.filter(({ subject }) => subject?.includes('webhook'));
        expect(new Set(mails.map(({ envelope }) => envelope.to[0]))).toEqual(
          new Set(['ada@acme.test', 'olga@acme.test']),
        );
        expect(mails).toHaveLength(2);
        expect(mails[0]!.text).toContain(webhook.id);
        const { body: audit } = await hooks.call(
          'GET',
          `/v1/organizations/audit_events?event=webhook.disabled&resource_id=${webhook.id}`,
          { key: ADMIN_KEY },
        );
        expect(audit.data).toMatchObject([
          {
            actor: { type: 'system' },
            workspace_id: webhook.workspace_id,
            resource: { type: 'webhook', id: webhook.id },
          },
        ]);

        await hooks.expireFiles(2);
        const missed = await hooks.deliveries(webhook.id, 'status=missed');
        expect(missed).toHaveLength(2);
        hooks.receiver.reply(path, 204);
        const sentSince = hooks.receiver.at(path).length - sent;
        expect(sentSince).toBeLessThanOrEqual(1);
        expect((await hooks.call('PATCH', root, { body: { status: 'enabled' } })).body.status).toBe(
          'enabled',
        );
        await hooks.advance(10 * MINUTE_S);
        expect(await status()).toBe('enabled');
        for (const one of missed)
          expect((await hooks.call('POST', `${root}/deliveries/${one['id']}/redeliver`)).status).toBe(202);
        await expect.poll(() => hooks.receiver.at(path).length).toBe(sent + sentSince + 2);
        await hooks.call('DELETE', root);
      },
    );

    it('D-HOOK-7 is not disabled when one delivery succeeds, nor by a failed test', async () => {
      const path = '/moody';
      hooks.receiver.reply(path, 500);
      const { body: webhook } = await hooks.create(path);
      const { body: tested } = await hooks.create('/tested');
      hooks.receiver.reply('/tested', 500);
      await hooks.call('POST', `/v1/webhooks/${tested.id}/test`);
      await hooks.expireFiles();
      hooks.receiver.reply('/tested', 204);
      await hooks.advance(2 * DAY_S);
      hooks.receiver.reply(path, 204);
      await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
      await expect
        .poll(async () => (await hooks.deliveries(webhook.id, 'status=succeeded')).length)
        .toBeGreaterThan(0);
      hooks.receiver.reply(path, 500);
      await hooks.expireFiles();
      await hooks.advance(1.5 * DAY_S);
      for (const { id } of [webhook, tested]) {
        expect((await hooks.call('GET', `/v1/webhooks/${id}`)).body.status).toBe('enabled');
        await hooks.call('DELETE', `/v1/webhooks/${id}`);
      }
    });

    it('HOOK-56 D-HOOK-9 has a log of 30 days', async () => {
      const { body: webhook } = await hooks.create('/log');
      const root = `/v1/webhooks/${webhook.id}/deliveries`;
      await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
      const [{ id }] = (await hooks.deliveries(webhook.id)) as [{ id: string }];
      await hooks.advance(29 * DAY_S);
      expect((await hooks.call('GET', `${root}/${id}`)).status).toBe(200);
      const repeat = await hooks.call('POST', `${root}/${id}/redeliver`);
      expect(repeat.status).toBe(202);
      await hooks.advance(2 * DAY_S);
      expect(refusal(await hooks.call('GET', `${root}/${id}`))).toBe('404 delivery_not_found delivery_id');
      expect(refusal(await hooks.call('POST', `${root}/${id}/redeliver`))).toBe(
        '404 delivery_not_found delivery_id',
      );
      expect((await hooks.deliveries(webhook.id)).map((one) => one['id'])).toEqual([repeat.body.id]);
      // Its event is kept as long as a delivery of it.
      await hooks.advance(26 * DAY_S);
      expect((await hooks.call('POST', `${root}/${repeat.body.id}/redeliver`)).status).toBe(202);
      await expect.poll(() => hooks.receiver.at('/log').length).toBe(3);
      expect(new Set(hooks.receiver.at('/log').map(({ body }) => body)).size).toBe(1);
    });
  },
);
