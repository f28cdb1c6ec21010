import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiBrowser, httpDatabases } from '#test-kit';
import { provisioning, refusal, startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const PASSWORD = 'correct horse battery';

describe.each(await httpDatabases(import.meta.filename))(
  'deliveries in the Console on the $kind database',
  (database) => {
    let hooks: WebhooksFixture;
    /** Signs in now: a session does not outlast the days that pass here. */
    const signedIn = async (): Promise<ApiBrowser> => {
      const ada = new ApiBrowser(hooks.service.baseUrl);
      await ada.signIn('ada@acme.test', PASSWORD);
      return ada;
    };

    beforeAll(async () => {
      const members = [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: PASSWORD }];
      hooks = await startWebhooksFixture(database, { provisioning: provisioning({ members }) });
    });
    afterAll(() => hooks.stop());

    it('D-CONS-5 shows the exact bytes of a delivery', async () => {
      const { body: webhook } = await hooks.create('/payload');
      await hooks.expireFiles();
      const [delivery] = await hooks.deliveries(webhook.id);
      const root = `/console/api/workspaces/${webhook.workspace_id}/webhooks/${webhook.id}/deliveries`;
      const ada = await signedIn();
      const { status, body } = await ada.get(`${root}/${delivery.id}/payload`);
      expect([status, body]).toEqual([
        200,
        { type: 'webhook_payload', body: hooks.receiver.at('/payload')[0]!.body },
      ]);
      const none = await ada.get(`${root}/whd_00000000000000000000000000/payload`);
      expect(refusal(none as never)).toBe('404 delivery_not_found delivery_id');
      await hooks.call('DELETE', `/v1/webhooks/${webhook.id}`);
    });

    it('D-HOOK-9 resends everything that failed or was missed since a time, once', async () => {
      hooks.receiver.reply('/again', 500);
      const { body: webhook } = await hooks.create('/again');
      const root = `/console/api/workspaces/${webhook.workspace_id}/webhooks/${webhook.id}`;
      await hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
      await hooks.expireFiles(2);
      // Waiting deliveries fail now, and later events are missed.
      await hooks.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'disabled' } });
      await hooks.expireFiles(1);
      const ada = await signedIn();
      const redeliver = (since: number) =>
        ada.post(`${root}/redeliver_failed`, { since: new Date(since).toISOString() });
      const before = await hooks.deliveries(webhook.id);
      expect(before.map(({ status }) => status as string)).toEqual([
        'missed',
        ...Array.from({ length: 3 }, () => 'failed'),
      ]);
      expect(refusal((await redeliver(0)) as never)).toBe('409 resource_conflict');
      await hooks.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { status: 'enabled' } });
      hooks.receiver.reply('/again', 204);
      const sent = hooks.receiver.at('/again').length;
      const missedAt = Date.parse(before[0]!.created_at as string);
      expect((await redeliver(missedAt)).body).toEqual({
        type: 'failed_redelivery',
        redelivered: 1,
        has_more: false,
      });
      expect((await redeliver(0)).body).toMatchObject({ redelivered: 2 });
      expect((await redeliver(0)).body).toMatchObject({ redelivered: 0 });
      await expect.poll(() => hooks.receiver.at('/again').length, { timeout: 5000 }).toBe(sent + 3);
      // The outcome is written after the receiver has responded.
      const succeeded = () => hooks.deliveries(webhook.id, 'status=succeeded');
      await expect.poll(async () => (await succeeded()).length, { timeout: 5000 }).toBe(3);
      const again = await succeeded();
      expect(new Set(again.map(({ redelivery_of: id }) => id))).toEqual(
        new Set(before.filter(({ event_type: type }) => type === 'file.expired').map(({ id }) => id)),
      );
    });
  },
);
