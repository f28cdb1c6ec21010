import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { ADMIN_KEY, refusal, startWebhooksFixture, type WebhooksFixture } from './webhooks-fixture.ts';

const PUBLIC_URL = 'https://93.184.215.14/hook';
const FIELDS = [
  'created_at',
  'description',
  'events',
  'id',
  'last_delivery',
  'object',
  'status',
  'updated_at',
  'url',
  'workspace_id',
];

const ROOTS = [
  ['a workspace', '/v1/webhooks', undefined],
  ['an organization', '/v1/organizations/webhooks', ADMIN_KEY],
] as const;

describe.each(await httpDatabases(import.meta.filename))('webhooks on the $kind database', (database) => {
  let hooks: WebhooksFixture;

  beforeAll(async () => {
    hooks = await startWebhooksFixture(database, {
      deployment: { webhooks: { allow_http: false } },
    });
  });
  afterAll(() => hooks.stop());

  describe.each(ROOTS)('of %s', (_owner, root, key) => {
    const options = key === undefined ? {} : { key };
    const post = (body: object) => hooks.call('POST', root, { ...options, body });
    const patch = (id: string, body: object) => hooks.call('PATCH', `${root}/${id}`, { ...options, body });
    const created = async (more: object = {}): Promise<Record<string, string>> => {
      const { status, body } = await post({ url: PUBLIC_URL, events: ['*'], ...more });
      expect(status).toBe(201);
      return body as never;
    };
    const removed = async ({ id }: { id?: string }) => hooks.call('DELETE', `${root}/${id}`, options);

    it('HOOK-03 HOOK-04 HOOK-05 HOOK-08 HOOK-16 ADMIN-41 D-HOOK-12 are created, with the secret in this response only', async () => {
      const webhook = await created();
      expect(Object.keys(webhook).toSorted()).toEqual([...FIELDS, 'signing_secret'].toSorted());
      expect(webhook).toMatchObject({
        id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
        object: 'webhook',
        url: PUBLIC_URL,
        events: ['*'],
        description: null,
        status: 'enabled',
        workspace_id: key === undefined ? expect.stringMatching(/^wrkspc_/) : null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_delivery: null,
        signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      });
      const disabled = await created({ status: 'disabled', description: 'x'.repeat(200) });
      expect(disabled).toMatchObject({ status: 'disabled', description: 'x'.repeat(200) });
      for (const one of [webhook, disabled]) await removed(one);
    });

    it('HOOK-09 HOOK-18 HOOK-19 are read and listed, newest first, without the secret', async () => {
      const [first, second] = [await created(), await created()];
      const read = await hooks.call('GET', `${root}/${first['id']}`, options);
      const { signing_secret: _secret, ...shown } = first;
      expect(read).toMatchObject({ status: 200, body: shown });
      const list = await hooks.call('GET', `${root}?limit=1`, options);
      expect(list.body).toMatchObject({
        object: 'list',
        data: [{ id: second['id'] }],
        has_more: true,
        first_id: second['id'],
      });
      const rest = await hooks.call('GET', `${root}?after_id=${second['id']}`, options);
      expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual([first['id']]);
      const patched = await patch(first['id']!, { description: 'new' });
      for (const { body } of [read, list, rest, patched]) {
        expect(JSON.stringify(body)).not.toContain('whsec_');
        expect(JSON.stringify(body)).not.toContain('signing_secret');
      }
      for (const one of [first, second]) await removed(one);
    });

    it('HOOK-11 HOOK-12 HOOK-13 HOOK-14 HOOK-15 D-HOOK-11 D-HOOK-14 refuse missing or invalid fields, and name them', async () => {
      const good = { url: PUBLIC_URL, events: ['*'] };
      const cases: readonly (readonly [object, string])[] = [
        [{ events: ['*'] }, '400 invalid_parameter url'],
        [{ url: PUBLIC_URL }, '400 invalid_parameter events'],
        [{ ...good, url: 7 }, '400 invalid_parameter url'],
        [{ ...good, url: 'http://93.184.215.14/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://10.0.0.1/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://169.254.169.254/latest' }, '400 invalid_url url'],
        [{ ...good, url: 'https://[::1]/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://[::ffff:10.0.0.1]/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://0x7f000002/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://127.0.0.2/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://printer.local/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://metadata.google.internal/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://user:secret@93.184.215.14/' }, '400 invalid_url url'],
        [{ ...good, url: 'ftp://93.184.215.14/' }, '400 invalid_url url'],
        [{ ...good, url: 'https://' }, '400 invalid_url url'],
        [{ ...good, url: 'https:93.184.215.14' }, '400 invalid_url url'],
        [{ ...good, url: 'https://93.184.215.14/\u0000' }, '400 invalid_url url'],
        [{ ...good, url: `${PUBLIC_URL}?${'x'.repeat(2048)}` }, '400 invalid_url url'],
        [{ ...good, events: [] }, '400 invalid_parameter events'],
        [{ ...good, events: ['nope'] }, '400 unknown_event_type events[0]'],
        [{ ...good, events: ['webhook.test', 'nope'] }, '400 unknown_event_type events[1]'],
        [{ ...good, events: ['*', 'webhook.test'] }, '400 invalid_parameter events'],
        [{ ...good, events: 'webhook.test' }, '400 invalid_parameter events'],
        [{ ...good, description: 'x'.repeat(201) }, '400 invalid_parameter description'],
        [{ ...good, status: 'paused' }, '400 invalid_parameter status'],
        [{ ...good, workspace_id: 'wrkspc_1' }, '400 read_only_field workspace_id'],
        [{ ...good, signing_secret: 'whsec_mine' }, '400 read_only_field signing_secret'],
        [{ ...good, secret: 'mine' }, '400 unknown_parameter secret'],
      ];
      for (const [body, refused] of cases)
        expect(refusal(await post(body)), JSON.stringify(body)).toBe(refused);
      const longest = `${PUBLIC_URL}?${'x'.repeat(2048 - PUBLIC_URL.length - 1)}`;
      const webhook = await created({ url: longest, events: ['webhook.test', 'webhook.test'] });
      expect(webhook).toMatchObject({ url: longest, events: ['webhook.test'] });
      await removed(webhook);
    });

    it('HOOK-06 HOOK-20 HOOK-21 HOOK-22 HOOK-23 can be changed field by field', async () => {
      const webhook = await created({ description: 'first' });
      const id = webhook['id']!;
      const { signing_secret: _secret, updated_at: _updated, ...shown } = webhook;
      const expected: Record<string, unknown> = { ...shown };
      for (const change of [
        { url: 'https://93.184.215.15/other' },
        { events: ['spend.threshold_reached', 'credits.low_balance'] },
        { description: 'second' },
        { description: null },
        { status: 'disabled' },
        { status: 'disabled' },
        { status: 'enabled' },
        {},
      ]) {
        Object.assign(expected, change);
        const { status, body } = await patch(id, change);
        expect([status, body]).toEqual([200, { ...expected, updated_at: body.updated_at }]);
      }
      for (const [body, refused] of [
        [{ status: 'off' }, '400 invalid_parameter status'],
        [{ events: ['nope'] }, '400 unknown_event_type events[0]'],
        [{ events: [] }, '400 invalid_parameter events'],
        [{ url: 'https://10.0.0.1/' }, '400 invalid_url url'],
        [{ url: null }, '400 invalid_parameter url'],
        [{ description: 'x'.repeat(201) }, '400 invalid_parameter description'],
        [{ created_at: 'now' }, '400 read_only_field created_at'],
      ] as const)
        expect(refusal(await patch(id, body))).toBe(refused);
      await removed(webhook);
    });

    it('HOOK-24 HOOK-25 can be deleted once', async () => {
      const webhook = await created();
      expect(await removed(webhook)).toMatchObject({
        status: 200,
        body: { id: webhook['id'], object: 'webhook', deleted: true },
      });
      const none = '404 webhook_not_found webhook_id';
      expect(refusal(await removed(webhook))).toBe(none);
      expect(refusal(await hooks.call('GET', `${root}/${webhook['id']}`, options))).toBe(none);
      expect(refusal(await patch(webhook['id']!, { description: null }))).toBe(none);
    });

    it('HOOK-17 D-HOOK-12 are limited to twenty', async () => {
      const webhooks = [];
      for (let number = 0; number < 20; number++) webhooks.push(await created());
      expect(refusal(await post({ url: PUBLIC_URL, events: ['*'] }))).toBe('409 webhook_limit_reached');
      await removed(webhooks.pop()!);
      webhooks.push(await created());
      for (const one of webhooks) await removed(one);
    });

    it('IDEM-03 IDEM-04 are created once per Idempotency-Key, with one secret', async () => {
      const named = (body: object) =>
        hooks.call('POST', root, { ...options, body, headers: { 'idempotency-key': `once ${root}` } });
      const body = { url: PUBLIC_URL, events: ['*'] };
      const [first, second] = [await named(body), await named(body)];
      expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(refusal(await named({ ...body, description: 'other' }))).toBe(
        '409 idempotency_key_reused Idempotency-Key',
      );
      await removed(first.body);
    });
  });
});
