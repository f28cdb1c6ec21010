import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, httpDatabases } from '#test-kit';
import {
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

const RANDOM_KEY = 'apikey_01m80naqydyjb73qnm3gz94qyp';

describe.each(await httpDatabases(import.meta.filename))(
  'inference keys in the Console on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
    });
    afterAll(() => fixture?.stop());

    const create = (someone: Someone, more: object = {}, workspace = 'Default'): Promise<Reply> =>
      fixture.as(someone, 'POST', '/api_keys', {
        name: 'made here',
        workspace_id: fixture.ids[workspace],
        ...more,
      });
    const namesSeenBy = async (someone: Someone): Promise<string[]> =>
      (await fixture.as(someone, 'GET', '/api_keys?status=all&limit=100')).body.data.map(
        (key: { name: string }) => key.name,
      );
    const chat = async (secret: string): Promise<number> => {
      const messages = [{ role: 'user', content: 'hello' }];
      const response = await fixture.service.post('/v1/chat/completions', secret, {
        messages,
        stream: false,
        max_tokens: 5,
      });
      await response.text();
      return response.status;
    };

    it('CONS-01 CONS-08 CONS-10 CONS-19 D-CONS-10 shows the secret once; the key works and appears in the Console and the Admin API', async () => {
      const made = await create('developer', { name: 'once', allowed_ips: ['10.0.0.7/8', '127.0.0.1'] });
      expect(made.status).toBe(201);
      expect(made.headers.get('cache-control')).toBe('no-store');
      const { secret, ...key } = made.body;
      expect(secret).toMatch(/^sk_live_[0-9a-f]{64}$/);
      expect(key).toMatchObject({
        type: 'api_key',
        name: 'once',
        kind: 'private',
        status: 'active',
        expires_at: null,
        use_count: 0,
      });
      expect(key).toMatchObject({
        allowed_ips: ['10.0.0.0/8', '127.0.0.1'],
        created_by: { email: 'dora@acme.test' },
      });
      expect([key.prefix, key.hint]).toEqual([secret.slice(0, 12), secret.slice(-4)]);
      expect((await fixture.as('developer', 'GET', `/api_keys/${key.id}`)).body).toEqual(key);
      expect((await fixture.admin('GET', `/api_keys/${key.id}`)).body).toEqual(key);
      expect(await chat(secret)).toBe(200);
      expect(
        refusal(await fixture.admin('POST', '/api_keys', { name: 'x', workspace_id: key.workspace_id })),
      ).toMatch(/^405 /);
    });

    it('CONS-07 CONS-16 refuses a key without a name, and invalid lists as PATCH does', async () => {
      expect(refusal(await create('owner', { name: undefined }))).toBe('400 invalid_parameter name');
      expect(refusal(await create('owner', { name: '' }))).toBe('400 invalid_parameter name');
      expect(refusal(await create('owner', { name: 'x'.repeat(101) }))).toBe('400 invalid_parameter name');
      expect(refusal(await create('owner', { allowed_origins: ['https://a.test', 'what is this'] }))).toBe(
        '400 invalid_parameter allowed_origins[1]',
      );
      expect(refusal(await create('owner', { allowed_ips: ['1.0.0.0/7'] }))).toBe(
        '400 invalid_parameter allowed_ips[0]',
      );
      expect(refusal(await create('owner', { expires_at: '2020-01-01T00:00:00Z' }))).toBe(
        '400 invalid_parameter expires_at',
      );
      expect(refusal(await create('owner', { secret: 'sk_live_mine' }))).toBe('400 read_only_field secret');
      expect(refusal(await create('owner', { kind: 'admin' }))).toBe('400 invalid_parameter kind');
      const { body } = await create('owner', {
        kind: 'public',
        allowed_origins: ['https://App.Example:443/page?x', 'app.example'],
      });
      expect(body).toMatchObject({ kind: 'public', allowed_origins: ['https://app.example'] });
      expect(body.secret).toMatch(/^pk_live_/);
    });

    it('KEY-05 the kind determines the prefix of the secret', async () => {
      for (const [kind, start] of [
        ['private', 'sk_live_'],
        ['public', 'pk_live_'],
        ['svc_code', 'sk_svc_'],
      ])
        expect((await create('developer', { kind })).body.secret).toMatch(
          new RegExp(`^${start}[0-9a-f]{64}$`),
        );
    });

    it('CONS-10 WORK-36 WORK-37 D-CONS-3 creates keys only where the role in the workspace allows it', async () => {
      expect((await create('second_developer')).status).toBe(201);
      expect(refusal(await create('second_developer', {}, 'Research'))).toBe('404 workspace_not_found');
      expect(refusal(await create('member'))).toBe('403 role_required');
      expect(refusal(await create('billing'))).toBe('403 role_required');
      expect((await create('workspace_admin', { name: 'of walt' }, 'Research')).status).toBe(201);
      expect(refusal(await create('workspace_admin'))).toBe('404 workspace_not_found');
      expect((await create('administrator', {}, 'Research')).status).toBe(201);
      expect(refusal(await create('owner', {}, 'Closed'))).toBe('409 resource_conflict');
      const member = `/workspaces/${fixture.ids['Default']}/members/${fixture.ids['second_developer']}`;
      await fixture.as('owner', 'PATCH', member, { role: 'workspace_user' });
      expect(refusal(await create('second_developer'))).toBe('403 role_required');
      await fixture.as('owner', 'PATCH', member, { role: 'workspace_developer' });
    });

    it('CONS-11 CONS-12 WORK-38 users see the keys that their roles cover', async () => {
      await create('developer', { name: 'of dora, too' });
      await create('second_developer', { name: 'of dirk' });
      expect(await namesSeenBy('developer')).toEqual(expect.arrayContaining(['of dora', 'of dora, too']));
      expect(await namesSeenBy('developer')).not.toEqual(expect.arrayContaining(['of pia']));
      expect(await namesSeenBy('developer')).not.toContain('of dirk');
      expect(await namesSeenBy('second_developer')).toContain('of dirk');
      expect(await namesSeenBy('workspace_admin')).toEqual(
        expect.arrayContaining(['in research', 'of walt']),
      );
      expect(await namesSeenBy('workspace_admin')).not.toContain('of pia');
      for (const officer of ['primary_owner', 'owner', 'administrator'] as const)
        expect(await namesSeenBy(officer)).toEqual(
          expect.arrayContaining(['of pia', 'of dora', 'of dirk', 'in research', 'of walt']),
        );
    });

    it('CONS-13 WORK-37 D-CONS-4 a key of another user is unknown to a developer, byte for byte', async () => {
      const { body: other } = await create('owner', { name: 'not yours' });
      const { body: vendor } = await fixture.as('stranger', 'GET', '/api_keys');
      const refusals = new Set<string>();
      for (const id of [other.id, vendor.data[0].id, RANDOM_KEY]) {
        for (const [method, path, body] of [
          ['POST', `/api_keys/${id}/revoke`],
          ['POST', `/api_keys/${id}/rotate`, {}],
          ['PATCH', `/api_keys/${id}`, { name: 'mine now' }],
          ['GET', `/api_keys/${id}`],
        ] as const) {
          const reply = await fixture.as('developer', method, path, body);
          refusals.add(
            JSON.stringify([
              reply.status,
              { ...reply.body.error, request_id: '' },
              [...reply.headers.keys()],
            ]),
          );
        }
      }
      // The responses to a read and to a change do not differ in any header either.
      expect([...refusals]).toEqual([expect.stringMatching(/^\[404,.*"api_key_not_found"/)]);
      expect((await fixture.as('owner', 'GET', `/api_keys/${other.id}`)).body).toMatchObject({
        name: 'not yours',
        status: 'active',
      });
    });

    it('CONS-02 CONS-11 CONS-12 KEY-43 revokes permanently and immediately, and a repetition returns the same', async () => {
      const { body: made } = await create('developer', { name: 'short-lived' });
      expect(await chat(made.secret)).toBe(200);
      const revoke = (someone: Someone): Promise<Reply> =>
        fixture.as(someone, 'POST', `/api_keys/${made.id}/revoke`);
      const [first, second] = await Promise.all([revoke('developer'), revoke('administrator')]);
      expect([first.body.status, second.body.status]).toEqual(['revoked', 'revoked']);
      expect(await chat(made.secret)).toBe(401);
      expect(
        refusal(await fixture.as('developer', 'PATCH', `/api_keys/${made.id}`, { status: 'active' })),
      ).toBe('409 key_revoked');
      expect(refusal(await fixture.as('developer', 'POST', `/api_keys/${made.id}/rotate`, {}))).toBe(
        '409 key_revoked',
      );
      const { data } = (await fixture.as('owner', 'GET', `/audit_events?resource_id=${made.id}`)).body;
      expect(data.map((event: { event: string }) => event.event)).toEqual([
        'api_key.revoked',
        'api_key.created',
      ]);
      expect(data[1]).toMatchObject({
        actor: { type: 'user', id: fixture.ids['developer'], email: 'dora@acme.test', role: 'developer' },
        workspace_id: made.workspace_id,
        ip_address: '127.0.0.1',
        user_agent: 'Test browser',
      });
      expect(JSON.stringify(data)).not.toContain(made.secret);
    });

    it('CONS-14 the successor of a key has its settings; both work until the old one is revoked', async () => {
      const lists = { allowed_origins: ['https://app.example'], allowed_ips: ['127.0.0.0/8'] };
      const { body: old } = await create('developer', {
        name: 'rotating',
        kind: 'svc_code',
        expires_at: '2036-01-01T00:00:00Z',
        ...lists,
      });
      const rotated = await fixture.as('developer', 'POST', `/api_keys/${old.id}/rotate`, {});
      expect(rotated.status).toBe(201);
      const { body: next } = rotated;
      expect(next).toMatchObject({
        name: 'rotating',
        kind: 'svc_code',
        workspace_id: old.workspace_id,
        status: 'active',
        ...lists,
      });
      expect(Date.parse(next.expires_at) - Date.parse(next.created_at)).toBe(
        Date.parse(old.expires_at) - Date.parse(old.created_at),
      );
      expect(next.secret).not.toBe(old.secret);
      const renamed = await fixture.as('developer', 'POST', `/api_keys/${old.id}/rotate`, {
        name: 'rotated',
        expires_at: null,
      });
      expect(renamed.body).toMatchObject({ name: 'rotated', expires_at: null });
      const events = await fixture.as('owner', 'GET', `/audit_events?resource_id=${next.id}`);
      expect(events.body.data[0].changes).toEqual({ replaces: { from: null, to: old.id } });
      expect((await fixture.as('developer', 'GET', `/api_keys/${old.id}`)).body).toMatchObject({
        status: 'active',
      });
    });

    it('D-IDEM-2 a repeated creation returns the same key to the same user, and the secret to nobody else', async () => {
      const again = { 'idempotency-key': 'create-once' };
      const body = { name: 'repeated', workspace_id: fixture.ids['Default'] };
      const ask = (someone: Someone): Promise<Reply> => fixture.as(someone, 'POST', '/api_keys', body, again);
      const first = await ask('developer');
      const second = await ask('developer');
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      const other = await ask('second_developer');
      expect(other.headers.get('idempotent-replayed')).toBeNull();
      expect(other.body.secret).not.toBe(first.body.secret);
    });

    it('CONS-18 KEY-65 only owners and administrators set the addresses of a workspace; its admins set the rest', async () => {
      const research = `/workspaces/${fixture.ids['Research']}`;
      expect(
        refusal(await fixture.as('workspace_admin', 'PATCH', research, { allowed_ips: ['127.0.0.1'] })),
      ).toBe('403 role_required allowed_ips');
      expect(
        (await fixture.as('workspace_admin', 'PATCH', research, { description: 'Run by Walt' })).body
          .description,
      ).toBe('Run by Walt');
      expect(
        (await fixture.as('administrator', 'PATCH', research, { allowed_ips: ['127.0.0.1'] })).body
          .allowed_ips,
      ).toEqual(['127.0.0.1']);
      expect(refusal(await fixture.as('developer', 'PATCH', research, { allowed_ips: [] }))).toBe(
        '403 role_required',
      );
      const { body: own } = await create('developer');
      expect(
        (await fixture.as('developer', 'PATCH', `/api_keys/${own.id}`, { allowed_ips: ['10.0.0.1'] })).body
          .allowed_ips,
      ).toEqual(['10.0.0.1']);
    });

    it('CONS-09 no database table contains a secret', async () => {
      const { body } = await fixture.as(
        'owner',
        'POST',
        '/api_keys',
        { name: 'dumped', workspace_id: fixture.ids['Default'] },
        { 'idempotency-key': 'dumped' },
      );
      const tables = await fixture.service.drainAndRead(async (db) => {
        const { rows } = await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
        const all = await Promise.all(
          rows.map(({ name }) =>
            sql<{ text: string }>`select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(db),
          ),
        );
        return all.flatMap((table) => table.rows.map(({ text }) => text)).join('\n');
      });
      expect(tables).toContain(body.id);
      expect(tables).toContain(body.prefix);
      for (const secret of [body.secret, fixture.secrets.pia]) {
        const [, hex = ''] = /_([0-9a-f]{64})$/.exec(secret)!;
        expect(tables).not.toContain(hex);
        // As a bytea column would show it.
        expect(tables).not.toContain(Buffer.from(hex).toString('hex'));
      }
    });
  },
);
