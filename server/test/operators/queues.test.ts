import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMailSink, readReply, httpDatabases, type HttpReply, type MailSink } from '#test-kit';
import { refusal, startWebhooksFixture, type WebhooksFixture } from '../webhooks/webhooks-fixture.ts';

const HOUR_S = 3600;
const SECRET_PATH = '/hook/secret-in-the-path?token=secret';
const LATER = { at: 'recipient', code: 451, text: 'later' } as const;
const NEVER = { at: 'recipient', code: 550, text: 'never' } as const;

describe.each(await httpDatabases(import.meta.filename))(
  'queues as operators see them, on $kind',
  (database) => {
    let hooks: WebhooksFixture;
    let mail: MailSink;
    let keys: Record<'operator' | 'operator_viewer', string>;

    const api = async (
      method: string,
      path: string,
      { key = keys.operator, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
    ): Promise<HttpReply> =>
      readReply(
        await fetch(`http://127.0.0.1:${hooks.service.port}/operator/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${key}`, ...headers },
        }),
      );
    const queues = async () => (await api('GET', '/queues')).body;
    const list = async (name: string, state: string) =>
      (await api('GET', `/${name}?state=${state}`)).body.data as HttpReply['body'][];
    const retried = async (event: string) => {
      const found: HttpReply['body'][] = [];
      for (let after = '', hasMore = true; hasMore;) {
        const { body } = await api('GET', `/events?limit=100${after && `&after_id=${after}`}`);
        found.push(...body.data.filter((one: HttpReply['body']) => one.event === event));
        [after, hasMore] = [body.last_id, body.has_more];
      }
      return found;
    };
    const makeKey = async (role: 'operator' | 'operator_viewer') =>
      (await hooks.service.operator.createOperatorKey({ name: role, role, allowed_ips: [] })).secret;

    beforeAll(async () => {
      mail = await openMailSink();
      mail.reply = LATER;
      hooks = await startWebhooksFixture(database, {
        environment: { SMTP_URL: mail.url },
        limits: { console_requests_per_minute: 100_000 },
      });
      keys = { operator: await makeKey('operator'), operator_viewer: await makeKey('operator_viewer') };
    });
    afterAll(async () => {
      await hooks?.stop();
      await mail?.close();
    });

    it('count mails that a mail server puts off, and send one at once when it is retried', async () => {
      await hooks.advance(1);
      const failing = await list('mails', 'failing');
      expect(failing.length).toBeGreaterThan(1);
      expect(failing[0]).toEqual({
        id: expect.stringMatching(/^mail_/),
        type: 'mail',
        kind: 'admin_key_created',
        state: 'failing',
        organization_id: expect.stringMatching(/^org_/),
        recipient_domain: expect.stringMatching(/^(acme|globex)\.test$/),
        failure: 'deferred',
        attempts: 1,
        created_at: expect.any(String),
      });
      expect(await queues()).toMatchObject({
        mails: { waiting: failing.length, failing: failing.length, failed: 0, has_mail_server: true },
        jobs: expect.arrayContaining([
          { kind: 'mail.send', waiting: failing.length, failing: 0, failed: 0, waiting_since: null },
        ]),
      });
      mail.reply = undefined;
      mail.mails.length = 0;
      const { id } = failing[0];
      expect((await api('POST', `/mails/${id}/retry`)).status).toBe(200);
      await expect.poll(() => mail.mails.length).toBe(1);
      await expect.poll(async () => (await queues()).mails.waiting).toBe(failing.length - 1);
      expect(refusal(await api('POST', `/mails/${id}/retry`))).toBe('409 resource_conflict');
      expect(await retried('mail.retried')).toMatchObject([
        { resource: { type: 'mail', id }, organization_id: failing[0].organization_id },
      ]);
    });

    it('show mails that were refused, which are sent when the recipient exists after all, and not when their time is over', async () => {
      mail.reply = NEVER;
      await hooks.advance(HOUR_S);
      const failed = await list('mails', 'failed');
      expect(failed.length).toBeGreaterThan(0);
      expect(failed[0]).toMatchObject({ state: 'failed', failure: 'refused' });
      mail.reply = undefined;
      mail.mails.length = 0;
      const { body } = await api('POST', `/mails/${failed[0].id}/retry`);
      expect(body).toMatchObject({ id: failed[0].id, state: 'failing' });
      await expect.poll(() => mail.mails.length).toBe(1);
      await expect
        .poll(async () => (await list('mails', 'failed')).map(({ id }) => id))
        .toEqual(failed.slice(1).map(({ id }) => id));
      await hooks.advance(80 * HOUR_S);
      if (failed[1])
        expect(refusal(await api('POST', `/mails/${failed[1].id}/retry`))).toBe('409 resource_conflict');
    });

    it('show deliveries that a receiver does not take, and attempt one at once when it is retried', async () => {
      hooks.receiver.reply(SECRET_PATH, 503);
      const { body: webhook } = await hooks.create(SECRET_PATH);
      await hooks.expireFiles();
      await expect.poll(() => list('webhook_deliveries', 'failing')).toHaveLength(1);
      const [delivery] = (await list('webhook_deliveries', 'failing')) as [HttpReply['body']];
      expect(delivery).toEqual({
        id: expect.stringMatching(/^whd_/),
        type: 'webhook_delivery',
        state: 'failing',
        organization_id: expect.stringMatching(/^org_/),
        webhook_id: webhook.id,
        webhook_host: `127.0.0.1:${hooks.receiver.port}`,
        event_type: 'file.expired',
        attempts: 1,
        status_code: 503,
        failure: 'http_status',
        created_at: expect.any(String),
        next_attempt_at: expect.any(String),
        redelivered_as: null,
      });
      expect((await queues()).webhook_deliveries).toEqual({
        waiting: 1,
        failing: 1,
        failed: 0,
        waiting_since: null,
      });
      const before = hooks.receiver.received.length;
      expect((await api('POST', `/webhook_deliveries/${delivery.id}/retry`)).body.id).toBe(delivery.id);
      await expect.poll(() => hooks.receiver.received.length).toBe(before + 1);
      await expect.poll(async () => (await list('webhook_deliveries', 'failing'))[0].attempts).toBe(2);
    });

    it('repeat a delivery that was given up once, whatever is asked again', async () => {
      const [{ id, webhook_id: webhookId }] = (await list('webhook_deliveries', 'failing')) as [
        HttpReply['body'],
      ];
      await hooks.call('PATCH', `/v1/webhooks/${webhookId}`, { body: { status: 'disabled' } });
      const path = `/webhook_deliveries/${id}/retry`;
      expect((await list('webhook_deliveries', 'failed')).map((one) => one.id)).toEqual([id]);
      expect(refusal(await api('POST', path))).toBe('409 resource_conflict');
      await hooks.call('PATCH', `/v1/webhooks/${webhookId}`, { body: { status: 'enabled' } });
      hooks.receiver.reply(SECRET_PATH, 204);
      const headers = { 'idempotency-key': 'once' };
      const first = await api('POST', path, { headers });
      expect(first.body).toMatchObject({ type: 'webhook_delivery', webhook_id: webhookId, attempts: 0 });
      expect(first.body.id).not.toBe(id);
      expect((await api('POST', path, { headers })).body).toEqual(first.body);
      expect(refusal(await api('POST', path))).toBe('409 resource_conflict');
      const [failed] = (await list('webhook_deliveries', 'failed')) as [HttpReply['body']];
      expect(failed.redelivered_as).toBe(first.body.id);
      expect((await retried('webhook_delivery.retried')).map(({ resource }) => resource.id)).toEqual([
        id,
        id,
      ]);
    });

    it('tell of nothing that belongs to an organization, and let viewers only look', async () => {
      for (const path of ['jobs', 'mails', 'webhook_deliveries', 'queues']) {
        for (const state of ['failing', 'failed']) {
          const { status, body } = await api(
            'GET',
            path === 'queues' ? '/queues' : `/${path}?state=${state}`,
            {
              key: keys.operator_viewer,
            },
          );
          expect(status).toBe(200);
          const text = JSON.stringify(body);
          for (const secret of ['secret', 'ada@', 'olga@', 'gus@']) expect(text).not.toContain(secret);
        }
      }
      for (const path of ['jobs/x', 'mails/x', 'webhook_deliveries/x'])
        expect(refusal(await api('POST', `/${path}/retry`, { key: keys.operator_viewer }))).toBe(
          '403 role_required',
        );
      expect(refusal(await api('POST', '/jobs/job_x/retry'))).toBe('404 job_not_found job_id');
      expect(refusal(await api('POST', '/mails/mail_x/retry'))).toBe('404 mail_not_found mail_id');
      expect(refusal(await api('POST', '/webhook_deliveries/whd_x/retry'))).toBe(
        '404 delivery_not_found delivery_id',
      );
      expect(refusal(await api('GET', '/jobs?state=running'))).toBe('400 invalid_parameter state');
    });
  },
);
