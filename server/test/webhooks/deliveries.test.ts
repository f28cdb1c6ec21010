import { describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { useWebhooks } from './use-webhooks.ts';
import { ADMIN_KEY, DAY_S, OTHER_KEY } from './webhooks-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('deliveries on the $kind database', (database) => {
  const suite = useWebhooks(database);

  it('HOOK-27 HOOK-32 HOOK-33 HOOK-34 HOOK-35 HOOK-70 D-HOOK-10 a test is sent like any event, to this webhook only', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path, { events: ['batch.failed'] });
    const { body: bystander } = await suite.hooks.create(`${suite.path}-other`);
    const { status, body: delivery } = await suite.hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
    expect([status, delivery]).toEqual([
      202,
      {
        id: expect.stringMatching(/^whd_[0-9a-z]{26}$/),
        object: 'webhook_delivery',
        webhook_id: webhook.id,
        event_id: expect.stringMatching(/^evt_/),
        event_type: 'webhook.test',
        status: 'pending',
        redelivery_of: null,
        attempt_count: 0,
        attempts: [],
        next_attempt_at: expect.any(String),
        created_at: expect.any(String),
        completed_at: null,
      },
    ]);
    const [sent] = await suite.received();
    const { signing_secret: _secret, ...object } = webhook;
    expect(sent!.method).toBe('POST');
    expect(sent!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^svc-webhooks\//),
      'svc-webhook-id': webhook.id,
      'svc-event-id': delivery.event_id,
      'svc-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    });
    expect(sent!.event).toEqual({
      id: delivery.event_id,
      type: 'webhook.test',
      created_at: expect.stringMatching(/Z$/),
      workspace_id: webhook.workspace_id,
      data: { object },
    });
    expect(suite.hooks.receiver.at(`${suite.path}-other`)).toEqual([]);
    expect(await suite.hooks.deliveries(bystander.id)).toEqual([]);
  });

  it('D-HOOK-10 a test is sent to a disabled webhook too, and is not retried when it fails', async () => {
    suite.hooks.receiver.reply(suite.path, 500);
    const { body: webhook } = await suite.hooks.create(suite.path, { status: 'disabled' });
    expect(await suite.test(webhook.id)).toMatchObject({
      status: 'failed',
      attempt_count: 1,
      next_attempt_at: null,
      attempts: [{ number: 1, status_code: 500, succeeded: false, error: 'http_status' }],
    });
    await suite.hooks.advance(600);
    expect(suite.hooks.receiver.at(suite.path)).toHaveLength(1);
  });

  it('a test of an organization has no workspace', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path, {}, { key: ADMIN_KEY });
    await suite.hooks.call('POST', `/v1/organizations/webhooks/${webhook.id}/test`, { key: ADMIN_KEY });
    const [sent] = await suite.received();
    expect(sent!.event).toMatchObject({
      type: 'webhook.test',
      workspace_id: null,
      data: { object: { id: webhook.id } },
    });
  });

  it('HOOK-36 HOOK-37 HOOK-62 D-HOOK-3 D-HOOK-17 file.expired carries the file as it was, without its text', async () => {
    await suite.hooks.create(suite.path, { events: ['file.expired'] });
    const [id] = await suite.hooks.expireFiles();
    const [sent] = await suite.received();
    expect(sent!.event).toMatchObject({
      id: sent!.headers['svc-event-id'],
      type: 'file.expired',
      data: {
        object: { id, object: 'file', filename: 'notes.txt', purpose: 'document', status: 'ready' },
        deleted: true,
      },
    });
    expect(Object.keys(sent!.event)).toEqual(['id', 'type', 'created_at', 'workspace_id', 'data']);
    expect(sent!.body).not.toContain('SECRET-MARKER');
  });

  it('HOOK-30 are sent to webhooks of the own workspace that subscribe to the event', async () => {
    const asked = [
      await suite.hooks.create(suite.path, { events: ['file.expired', 'batch.failed'] }),
      await suite.hooks.create(suite.path, { events: ['*'] }),
    ];
    await suite.hooks.create(`${suite.path}-other-type`, { events: ['batch.failed'] });
    await suite.hooks.create(`${suite.path}-other-workspace`, {}, { key: OTHER_KEY });
    await suite.hooks.create(`${suite.path}-organization`, {}, { key: ADMIN_KEY });
    await suite.hooks.expireFiles();
    const sent = await suite.received(2);
    expect(new Set(sent.map(({ headers }) => headers['svc-webhook-id']))).toEqual(
      new Set(asked.map(({ body }) => body.id)),
    );
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    for (const other of ['other-type', 'other-workspace', 'organization'])
      expect(suite.hooks.receiver.at(`${suite.path}-${other}`)).toEqual([]);
  });

  it('HOOK-53 D-HOOK-2 every attempt has the same id and bytes, whatever happens to the object', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path);
    suite.hooks.receiver.reply(suite.path, 500);
    await suite.hooks.call('POST', `/v1/webhooks/${webhook.id}/test`);
    await suite.hooks.expireFiles();
    await suite.hooks.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { description: 'changed' } });
    await suite.hooks.advance(70);
    await suite.hooks.advance(400);
    const files = (await suite.received(4)).filter(({ event }) => event.type === 'file.expired');
    expect(files).toHaveLength(3);
    expect(new Set(files.map(({ body }) => body)).size).toBe(1);
    expect(new Set(files.map(({ headers }) => headers['svc-event-id'])).size).toBe(1);
    expect(new Set(files.map(({ headers }) => headers['svc-signature'])).size).toBe(3);
  });

  it('HOOK-50 a redirect is not followed, and is a failure with its status', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path);
    for (const status of [301, 302, 303, 307, 308]) {
      suite.hooks.receiver.reply(suite.path, (response) =>
        response.writeHead(status, { location: suite.hooks.receiver.url(`${suite.path}-second`) }).end(),
      );
      expect((await suite.test(webhook.id)).attempts).toMatchObject([
        { status_code: status, succeeded: false, error: 'redirect' },
      ]);
    }
    expect(suite.hooks.receiver.at(`${suite.path}-second`)).toEqual([]);
  });

  it('D-HOOK-6 the response of a receiver is discarded, whatever its size', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path);
    suite.hooks.receiver.reply(suite.path, (response) => {
      response.writeHead(200, { 'content-length': String(50_000_000) });
      response.write(Buffer.alloc(1_000_000));
    });
    expect(await suite.test(webhook.id)).toMatchObject({ status: 'succeeded' });
    suite.hooks.receiver.reply(
      suite.path,
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    expect(await suite.test(webhook.id)).toMatchObject({ status: 'succeeded' });
  });

  it('HOOK-24 a deleted webhook gets nothing more, and its log is deleted', async () => {
    suite.hooks.receiver.reply(suite.path, 500);
    const { body: webhook } = await suite.hooks.create(suite.path);
    await suite.hooks.expireFiles();
    await suite.received();
    expect((await suite.hooks.call('DELETE', `/v1/webhooks/${webhook.id}`)).status).toBe(200);
    await suite.hooks.advance(70);
    expect(suite.hooks.receiver.at(suite.path)).toHaveLength(1);
  });

  it('HOOK-10 are free', async () => {
    const cost = async () =>
      (
        await suite.hooks.call('GET', '/v1/organizations/cost_report?starting_at=2020-01-01T00:00:00Z', {
          key: ADMIN_KEY,
        })
      ).body.data as { results: unknown[] }[];
    const { body: webhook } = await suite.hooks.create(suite.path);
    await suite.test(webhook.id);
    expect((await cost()).flatMap(({ results }) => results)).toEqual([]);
  });

  it('D-WORK-4 of an archived workspace: pending deliveries continue, and no new ones are created', async () => {
    const { body: webhook } = await suite.hooks.create(suite.path, {}, { key: OTHER_KEY });
    suite.hooks.receiver.reply(suite.path, 500);
    await suite.hooks.expireFiles(1, { key: OTHER_KEY });
    const form = new FormData();
    form.append('purpose', 'document');
    form.append('expires_after_days', '1');
    form.append('file', new File(['hello'], 'late.txt'));
    await fetch(`http://127.0.0.1:${suite.hooks.service.port}/v1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OTHER_KEY}` },
      body: form,
    });
    const workspace = `/v1/organizations/workspaces/${webhook.workspace_id}`;
    expect((await suite.hooks.call('POST', `${workspace}/archive`, { key: ADMIN_KEY })).status).toBe(200);
    suite.hooks.receiver.reply(suite.path, 204);
    await suite.hooks.advance(70);
    expect(suite.hooks.receiver.at(suite.path)).toHaveLength(2);
    await suite.hooks.advance(DAY_S);
    expect(suite.hooks.receiver.at(suite.path)).toHaveLength(2);
    await suite.hooks.call('POST', `${workspace}/unarchive`, { key: ADMIN_KEY });
    const log = await suite.hooks.deliveries(webhook.id, '', { key: OTHER_KEY });
    expect(log.map(({ status }) => status)).toEqual(['succeeded']);
    await suite.hooks.call('DELETE', `/v1/webhooks/${webhook.id}`, { key: OTHER_KEY });
  });
});
