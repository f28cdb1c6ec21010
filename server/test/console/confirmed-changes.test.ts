import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, httpDatabases } from '#test-kit';
import {
  PASSWORD,
  refusal,
  startConsoleFixture,
  type ConsoleFixture,
  type Reply,
  type Someone,
} from './console-fixture.ts';

const CHANGES = ['admin_key.created', 'admin_key.revoked', 'member.change_role'];
const REJECTED = '403 second_factor_rejected totp';

describe.each(await httpDatabases(import.meta.filename))(
  'changes that require a second factor on $kind',
  (database) => {
    let fixture: ConsoleFixture;
    const apps = new Map<Someone, Authenticator>();

    /** Sets up an authenticator app for a user; their next code is of a later time step. */
    const enroll = async (someone: Someone): Promise<void> => {
      const setUp = await fixture.as(someone, 'POST', '/auth/authenticator', { password: PASSWORD });
      apps.set(someone, new Authenticator(setUp.body.uri));
      const confirmed = await fixture.as(someone, 'POST', '/auth/authenticator/confirm', {
        code: codeOf(someone),
      });
      expect(confirmed.status).toBe(200);
      (await fixture.browserOf(someone)).adopt(confirmed);
    };
    const codeOf = (someone: Someone): string => apps.get(someone)!.code(fixture.service.nowMs());
    /** A code that was not used before: each is valid for half a minute. */
    const freshCode = async (someone: Someone): Promise<string> => {
      await fixture.service.advance(30);
      return codeOf(someone);
    };
    const create = (someone: Someone, totp: string, more: object = {}): Promise<Reply> =>
      fixture.as(someone, 'POST', '/admin_keys', { name: 'made here', totp, ...more });
    const responseTo = async (secret: string): Promise<number> => {
      const headers = { authorization: `Bearer ${secret}`, 'svc-beta': 'admin-2026-11-01' };
      const response = await fetch(`http://127.0.0.1:${fixture.service.port}/v1/organizations/me`, {
        headers,
      });
      await response.text();
      return response.status;
    };
    const eventsOf = async (id: string): Promise<{ event: string; actor: object }[]> =>
      (await fixture.as('owner', 'GET', `/audit_events?event=${CHANGES.join('&event=')}&resource_id=${id}`))
        .body.data;

    beforeAll(async () => {
      fixture = await startConsoleFixture(database);
      for (const someone of ['primary_owner', 'owner', 'administrator'] as const) await enroll(someone);
    });
    afterAll(() => fixture?.stop());

    it('CONS-03 CONS-05 CONS-06 ADMIN-06 ADMIN-07 ADMIN-48 creating an admin key requires a code; the secret is shown once, and the change is audited', async () => {
      const made = await create('administrator', await freshCode('administrator'), {
        allowed_ips: ['127.0.0.1', '10.1.2.3/8'],
      });
      expect(made.status).toBe(201);
      expect(made.headers.get('cache-control')).toBe('no-store');
      const { secret, ...key } = made.body;
      expect(secret).toMatch(/^sk_admin_[0-9a-f]{64}$/);
      expect(key).toMatchObject({
        type: 'admin_key',
        status: 'active',
        allowed_ips: ['127.0.0.1', '10.0.0.0/8'],
        prefix: secret.slice(0, 12),
      });
      expect((await fixture.admin('GET', `/admin_keys/${key.id}`)).body).toEqual(key);
      expect((await fixture.as('owner', 'GET', `/admin_keys/${key.id}`)).body).toEqual(key);
      expect(await responseTo(secret)).toBe(200);
      const [event, ...others] = await eventsOf(key.id);
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        event: 'admin_key.created',
        actor: { type: 'user', id: fixture.ids['administrator'], role: 'administrator' },
      });
      expect(refusal(await fixture.admin('POST', '/admin_keys', { name: 'x' }))).toMatch(/^405 /);
    });

    it('CONS-05 D-CONS-2 creates no key without a code or with a wrong or used one', async () => {
      const keys = async (): Promise<number> =>
        (await fixture.as('owner', 'GET', '/admin_keys?limit=100')).body.data.length;
      const before = await keys();
      const code = await freshCode('owner');
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      expect(refusal(await fixture.as('owner', 'POST', '/admin_keys', { name: 'x' }))).toBe(
        '400 invalid_parameter totp',
      );
      expect(refusal(await create('owner', '12345'))).toBe('400 invalid_parameter totp');
      expect(refusal(await create('owner', wrong))).toBe(REJECTED);
      expect(refusal(await create('owner', apps.get('administrator')!.code(fixture.service.nowMs())))).toBe(
        REJECTED,
      );
      expect(await keys()).toBe(before);
      const rushed = await Promise.all(Array.from({ length: 5 }, () => create('owner', code)));
      expect(rushed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403, 403, 403, 403]);
      expect(refusal(await create('owner', code))).toBe(REJECTED);
      expect(await keys()).toBe(before + 1);
    });

    it('repeating a request with its idempotency key, and so with its code, returns the key that was made', async () => {
      const body = { name: 'made once', totp: await freshCode('owner') };
      const headers = { 'idempotency-key': 'admin key' };
      const createOnce = () => fixture.as('owner', 'POST', '/admin_keys', body, headers);
      const [first, second] = [await createOnce(), await createOnce()];
      expect(first.status).toBe(201);
      expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(second.body).toEqual(first.body);
      expect(refusal(await fixture.as('owner', 'POST', '/admin_keys', body))).toBe(REJECTED);
    });

    it('D-CONS-2 a user without permission is not asked for a code, and a user without an app is told to set one up', async () => {
      expect(refusal(await create('developer', '000000'))).toBe('403 role_required');
      const { email } = (await fixture.as('owner', 'GET', `/users/${fixture.ids['second_developer']}`)).body;
      expect(email).toBe('dirk@acme.test');
      await fixture.as('owner', 'PATCH', `/users/${fixture.ids['second_developer']}`, {
        role: 'administrator',
      });
      expect(refusal(await create('second_developer', '000000'))).toBe('403 second_factor_required');
      await fixture.as('owner', 'PATCH', `/users/${fixture.ids['second_developer']}`, { role: 'developer' });
    });

    it('CONS-04 D-CONS-2 ADMIN-48 revoking an admin key requires a code too; the key is refused immediately and no longer listed', async () => {
      const { body: key } = await create('owner', await freshCode('owner'));
      const revoke = (totp: string, id = key.id): Promise<Reply> =>
        fixture.as('administrator', 'POST', `/admin_keys/${id}/revoke`, { totp });
      expect(refusal(await revoke('000000'))).toBe(REJECTED);
      expect(await responseTo(key.secret)).toBe(200);
      expect((await revoke(await freshCode('administrator'))).body).toEqual({
        id: key.id,
        type: 'admin_key',
        deleted: true,
      });
      expect(await responseTo(key.secret)).toBe(401);
      expect(refusal(await fixture.as('owner', 'GET', `/admin_keys/${key.id}`))).toBe(
        '404 admin_key_not_found',
      );
      expect(refusal(await revoke(await freshCode('administrator')))).toBe('404 admin_key_not_found');
      expect((await eventsOf(key.id)).map(({ event }) => event)).toEqual([
        'admin_key.revoked',
        'admin_key.created',
      ]);
      const kinds = (await fixture.as('owner', 'GET', '/outbox?limit=100')).body.data.map(
        ({ kind }: { kind: string }) => kind,
      );
      expect(kinds).toEqual(expect.arrayContaining(['admin_key_created', 'admin_key_revoked']));
    });

    it('D-CONS-3 the primary owner can transfer the role once, to an active member', async () => {
      const transfer = async (someone: Someone, to: string, totp?: string): Promise<Reply> =>
        fixture.as(someone, 'POST', '/organization/transfer', {
          user_id: to,
          totp: totp ?? (await freshCode(someone)),
        });
      const [pia, olga] = [fixture.ids['primary_owner']!, fixture.ids['owner']!];
      const primaryOwners = async (): Promise<string[]> =>
        (await fixture.as('owner', 'GET', '/users?role=primary_owner')).body.data.map(
          ({ id }: { id: string }) => id,
        );
      expect(refusal(await transfer('owner', olga))).toBe('403 role_required');
      expect(refusal(await transfer('primary_owner', pia))).toBe('409 resource_conflict');
      expect(refusal(await transfer('primary_owner', fixture.ids['stranger']!))).toBe('404 user_not_found');
      expect(refusal(await transfer('primary_owner', fixture.ids['suspended']!))).toBe(
        '409 resource_conflict',
      );
      expect(refusal(await transfer('primary_owner', fixture.ids['disabled']!))).toBe(
        '409 resource_conflict',
      );
      expect(refusal(await transfer('primary_owner', olga, '000000'))).toBe(REJECTED);
      // One code confirms one change, so of two concurrent ones at most one succeeds.
      const code = await freshCode('primary_owner');
      const rushed = await Promise.all([
        transfer('primary_owner', olga, code),
        transfer('primary_owner', fixture.ids['administrator']!, code),
      ]);
      expect(rushed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const [holder, ...others] = await primaryOwners();
      expect(others).toEqual([]);
      expect(rushed.find(({ status }) => status === 200)?.body).toMatchObject({
        type: 'organization',
        primary_owner_id: holder,
      });
      expect((await fixture.as('owner', 'GET', `/users/${pia}`)).body.role).toBe('owner');
      expect(refusal(await transfer('primary_owner', pia))).toBe('403 role_required');
      const back = (['owner', 'administrator'] as const).find((someone) => fixture.ids[someone] === holder)!;
      expect((await transfer(back, pia)).status).toBe(200);
      expect(await primaryOwners()).toEqual([pia]);
      expect((await eventsOf(pia)).map(({ event }) => event)).toEqual([
        'member.change_role',
        'member.change_role',
      ]);
    });
  },
);
