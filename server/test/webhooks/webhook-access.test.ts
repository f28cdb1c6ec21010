import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import {
  ADMIN_KEY,
  OTHER_ORGANIZATION_ADMIN_KEY,
  OTHER_ORGANIZATION_KEY,
  OTHER_KEY,
  PUBLIC_KEY,
  refusal,
  startWebhooksFixture,
  type WebhooksFixture,
} from './webhooks-fixture.ts';

const PUBLIC_URL = 'https://93.184.215.14/hook';

describe.each(await httpDatabases(import.meta.filename))(
  'access to webhooks on the $kind database',
  (database) => {
    let hooks: WebhooksFixture;

    beforeAll(async () => {
      hooks = await startWebhooksFixture(database, {
        deployment: { webhooks: { egress_ips: ['203.0.113.10', '2001:db8::/48'] } },
      });
    });
    afterAll(() => hooks.stop());

    it('HOOK-01 ADMIN-20 those of a workspace require a private key', async () => {
      expect(refusal(await hooks.call('GET', '/v1/webhooks', { key: ADMIN_KEY }))).toBe(
        '403 inference_not_allowed',
      );
      const origin = { origin: 'https://page.test' };
      expect(refusal(await hooks.call('GET', '/v1/webhooks', { key: PUBLIC_KEY, headers: origin }))).toBe(
        '403 public_key_rejected',
      );
      expect(refusal(await hooks.call('GET', '/v1/organizations/webhooks'))).toBe('403 admin_key_required');
    });

    it('HOOK-02 PBETA-02 PBETA-04 VER-06 D-BETA-1 require their flag, before the body is checked', async () => {
      const flags = (beta: string | undefined) => ({ headers: { 'svc-beta': beta } });
      const unflagged = await hooks.call('GET', '/v1/webhooks', flags(undefined));
      expect(refusal(unflagged)).toBe('400 beta_required svc-beta');
      expect(unflagged.body.error.message).toContain('svc-beta header: webhooks-2026-11-01.');
      expect(
        refusal(await hooks.call('POST', '/v1/webhooks', { body: {}, ...flags('admin-2026-11-01') })),
      ).toBe('400 beta_required svc-beta');
      expect((await hooks.call('GET', '/v1/webhooks', flags('webhooks-2026-11-01'))).status).toBe(200);
      const path = '/v1/organizations/webhooks';
      const admin = (beta: string) => hooks.call('GET', path, { key: ADMIN_KEY, ...flags(beta) });
      expect((await admin('admin-2026-11-01')).status).toBe(200);
      expect((await admin('admin-2026-11-01,webhooks-2026-11-01')).status).toBe(200);
      const other = await admin('webhooks-2026-11-01');
      expect(refusal(other)).toBe('400 beta_required svc-beta');
      expect(other.body.error.message).toContain('svc-beta header: admin-2026-11-01.');
    });

    it('HOOK-25 KEY-50 WORK-13 webhooks of others are unknown to every operation', async () => {
      const own = await hooks.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, events: ['*'] } });
      const ofAll = await hooks.call('POST', '/v1/organizations/webhooks', {
        key: ADMIN_KEY,
        body: { url: PUBLIC_URL, events: ['*'] },
      });
      const strangers = [
        ['/v1/webhooks', own.body.id, OTHER_KEY],
        ['/v1/webhooks', own.body.id, OTHER_ORGANIZATION_KEY],
        ['/v1/organizations/webhooks', own.body.id, ADMIN_KEY],
        ['/v1/organizations/webhooks', own.body.id, OTHER_ORGANIZATION_ADMIN_KEY],
        ['/v1/organizations/webhooks', ofAll.body.id, OTHER_ORGANIZATION_ADMIN_KEY],
        ['/v1/webhooks', ofAll.body.id, undefined],
      ] as const;
      for (const [root, id, key] of strangers) {
        const options = key === undefined ? {} : { key };
        for (const [method, path, body] of [
          ['GET', ''],
          ['PATCH', '', { description: 'mine' }],
          ['DELETE', ''],
          ['POST', '/rotate_secret'],
          ['POST', '/test'],
          ['GET', '/deliveries'],
          ['GET', '/deliveries/whd_00000000000000000000000000'],
          ['POST', '/deliveries/whd_00000000000000000000000000/redeliver'],
        ] as const) {
          const reply = await hooks.call(method, `${root}/${id}${path}`, {
            ...options,
            ...(body === undefined ? {} : { body }),
          });
          expect(refusal(reply), `${method} ${path}`).toBe('404 webhook_not_found webhook_id');
        }
        const { body: list } = await hooks.call('GET', root, options);
        expect(list.data.map((one: { id: string }) => one.id)).not.toContain(id);
      }
    });

    it('D-HOOK-12 those of an organization accept its own events only', async () => {
      const post = (events: string[]) =>
        hooks.call('POST', '/v1/organizations/webhooks', {
          key: ADMIN_KEY,
          body: { url: PUBLIC_URL, events },
        });
      expect(refusal(await post(['file.expired']))).toBe('400 unknown_event_type events[0]');
      const all = [
        'spend.threshold_reached',
        'credits.low_balance',
        'inference_hook.failing',
        'encryption_key.unavailable',
        'webhook.test',
      ];
      expect((await post(all)).body.events).toEqual(all);
    });

    it('HOOK-61 HOOK-63 HOOK-64 HOOK-65 HOOK-68 HOOK-69 D-HOOK-14 accept every event type of the catalog, sent or not', async () => {
      const events = [
        'batch.completed',
        'batch.failed',
        'batch.expired',
        'batch.canceled',
        'file.expired',
        'session.idle',
        'session.requires_action',
        'session.error',
        'deployment.run.failed',
        'deployment.paused',
        'environment.build.succeeded',
        'environment.build.failed',
        'spend.threshold_reached',
        'credits.low_balance',
        'inference_hook.failing',
        'encryption_key.unavailable',
        'webhook.test',
      ];
      const { status, body } = await hooks.call('POST', '/v1/webhooks', {
        body: { url: PUBLIC_URL, events },
      });
      expect([status, body.events]).toEqual([201, events]);
    });

    it('HOOK-57 D-HOOK-15 tells anybody where deliveries come from', async () => {
      const response = await fetch(`http://127.0.0.1:${hooks.service.port}/api/ip-ranges`);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        webhooks: ['203.0.113.10/32', '2001:db8::/48'],
        updated_at: expect.stringMatching(/Z$/),
      });
    });

    it('D-ADM-7 changes are audited without secrets', async () => {
      const { body } = await hooks.call('POST', '/v1/webhooks', {
        body: { url: `${PUBLIC_URL}?token=of-the-receiver`, events: ['*'], description: 'audited' },
      });
      await hooks.call('PATCH', `/v1/webhooks/${body.id}`, { body: { status: 'disabled' } });
      await hooks.call('POST', `/v1/webhooks/${body.id}/rotate_secret`);
      await hooks.call('DELETE', `/v1/webhooks/${body.id}`);
      const { body: log } = await hooks.call('GET', `/v1/organizations/audit_events?resource_id=${body.id}`, {
        key: ADMIN_KEY,
      });
      expect(log.data.map((one: { event: string }) => one.event)).toEqual([
        'webhook.deleted',
        'webhook.secret_rotated',
        'webhook.updated',
        'webhook.created',
      ]);
      expect(log.data[2]).toMatchObject({
        actor: { type: 'api_key' },
        resource: { type: 'webhook', id: body.id },
        workspace_id: body.workspace_id,
        changes: { status: { from: 'enabled', to: 'disabled' } },
      });
      expect(log.data[3].changes.url).toEqual({ from: null, to: PUBLIC_URL });
      expect(JSON.stringify(log)).not.toContain('of-the-receiver');
      expect(JSON.stringify(log)).not.toContain('whsec_');
      expect(hooks.service.logLines.join()).not.toContain('whsec_');
    });
  },
);
