import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { useWebhooks } from './use-webhooks.ts';
import { refusal } from './webhooks-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))(
  'the log of a webhook on the $kind database',
  (database) => {
    const suite = useWebhooks(database);

    it('HOOK-28 HOOK-07 HOOK-47 HOOK-48 D-HOOK-1 are logged with each attempt, without the response of the receiver', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      suite.hooks.receiver.reply(suite.path, 500);
      await suite.hooks.expireFiles();
      const [failed] = await suite.hooks.deliveries(webhook.id);
      expect(failed).toMatchObject({
        status: 'pending',
        event_type: 'file.expired',
        attempt_count: 1,
        attempts: [
          {
            number: 1,
            at: expect.stringMatching(/Z$/),
            status_code: 500,
            duration_ms: expect.any(Number),
            succeeded: false,
            error: 'http_status',
          },
        ],
        next_attempt_at: expect.stringMatching(/Z$/),
        completed_at: null,
      });
      const read = async () =>
        (await suite.hooks.call('GET', `/v1/webhooks/${webhook.id}`)).body.last_delivery;
      expect(await read()).toEqual({ at: expect.any(String), status_code: 500, succeeded: false });
      suite.hooks.receiver.reply(suite.path, 299);
      await suite.hooks.advance(70);
      const [succeeded] = await suite.hooks.deliveries(webhook.id);
      expect(succeeded).toMatchObject({
        id: failed.id,
        status: 'succeeded',
        attempt_count: 2,
        attempts: [{ number: 1 }, { number: 2, status_code: 299, succeeded: true, error: null }],
        next_attempt_at: null,
        completed_at: expect.any(String),
      });
      expect(await read()).toEqual({ at: expect.any(String), status_code: 299, succeeded: true });
      expect(JSON.stringify(succeeded)).not.toContain('secret');
      const one = await suite.hooks.call('GET', `/v1/webhooks/${webhook.id}/deliveries/${failed.id}`);
      expect([one.status, one.body]).toEqual([200, succeeded]);
    });

    it('D-HOOK-1 can be filtered by status, type and event, with pages', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      suite.hooks.receiver.reply(suite.path, (response, { event }) =>
        response.writeHead(event.type === 'webhook.test' ? 500 : 204).end(),
      );
      const failed = await suite.test(webhook.id);
      await suite.hooks.expireFiles(3);
      await suite.received(4);
      await expect
        .poll(async () => (await suite.hooks.deliveries(webhook.id, 'status=succeeded')).length)
        .toBe(3);
      const ids = async (query: string) =>
        (await suite.hooks.deliveries(webhook.id, query)).map(({ id }) => id as string);
      const all = await ids('');
      expect(all).toHaveLength(4);
      expect(all.at(-1)).toBe(failed.id);
      expect(await ids('status=failed')).toEqual([failed.id]);
      expect(await ids('event_type=webhook.test')).toEqual([failed.id]);
      expect(await ids(`event_id=${failed.event_id}`)).toEqual([failed.id]);
      expect(await ids('event_id=evt_none')).toEqual([]);
      expect(await ids(`after_id=${all[1]}`)).toEqual(all.slice(2));
      const list = `/v1/webhooks/${webhook.id}/deliveries`;
      expect(refusal(await suite.hooks.call('GET', `${list}?status=lost`))).toBe(
        '400 invalid_parameter status',
      );
      expect(refusal(await suite.hooks.call('GET', `${list}?event_type=nope`))).toBe(
        '400 invalid_parameter event_type',
      );
      expect(refusal(await suite.hooks.call('GET', `${list}?after_id=whd_1`))).toBe(
        '400 invalid_parameter after_id',
      );
      expect(refusal(await suite.hooks.call('GET', `${list}/whd_00000000000000000000000000`))).toBe(
        '404 delivery_not_found delivery_id',
      );
    });

    it('HOOK-29 D-HOOK-9 can be resent as new deliveries of the same event, by an enabled webhook', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path);
      await suite.hooks.expireFiles();
      await suite.received();
      const [first] = await suite.hooks.deliveries(webhook.id);
      const root = `/v1/webhooks/${webhook.id}`;
      const redeliver = () => suite.hooks.call('POST', `${root}/deliveries/${first.id}/redeliver`);
      await suite.hooks.call('PATCH', root, { body: { status: 'disabled' } });
      expect(refusal(await redeliver())).toBe('409 resource_conflict');
      await suite.hooks.call('PATCH', root, { body: { status: 'enabled' } });
      suite.hooks.receiver.reply(suite.path, 500);
      const { status, body: again } = await redeliver();
      expect([status, again]).toMatchObject([
        202,
        { redelivery_of: first.id, event_id: first.event_id, event_type: 'file.expired', status: 'pending' },
      ]);
      expect(again.id).not.toBe(first.id);
      await suite.received(2);
      suite.hooks.receiver.reply(suite.path, 204);
      await expect.poll(async () => (await suite.attempted(webhook.id, again.id)).attempt_count).toBe(1);
      await suite.hooks.advance(70);
      const [original, ...repeats] = await suite.received(3);
      for (const repeat of repeats) {
        expect(repeat.body).toBe(original!.body);
        expect(repeat.headers['svc-event-id']).toBe(original!.headers['svc-event-id']);
      }
      expect(await suite.attempted(webhook.id, again.id)).toMatchObject({
        status: 'succeeded',
        attempt_count: 2,
      });
      const none = await suite.hooks.call(
        'POST',
        `${root}/deliveries/whd_00000000000000000000000000/redeliver`,
      );
      expect(refusal(none)).toBe('404 delivery_not_found delivery_id');
    });

    it('HOOK-60 D-HOOK-8 missed by a disabled webhook are logged, and can be sent once it is enabled', async () => {
      const { body: webhook } = await suite.hooks.create(suite.path, { status: 'disabled' });
      await suite.hooks.expireFiles();
      const [missed] = await suite.hooks.deliveries(webhook.id);
      expect(missed).toMatchObject({
        status: 'missed',
        attempt_count: 0,
        attempts: [],
        next_attempt_at: null,
      });
      expect(suite.hooks.receiver.at(suite.path)).toEqual([]);
      await suite.hooks.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'enabled' } });
      await suite.hooks.call('POST', `/v1/webhooks/${webhook.id}/deliveries/${missed.id}/redeliver`);
      const [sent] = await suite.received();
      expect(sent!.headers['svc-event-id']).toBe(missed.event_id);
    });
  },
);
