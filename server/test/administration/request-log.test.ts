import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { KEYS, startAdminFixture, type AdminFixture } from './admin-fixture.ts';

const NO_LIMITS = { limits: { admin_requests_per_minute: 1_000_000 } };

describe.each(await httpDatabases(import.meta.filename))(
  'the log of Admin API requests on $kind',
  (database) => {
    let fixture: AdminFixture;
    const call: AdminFixture['call'] = (...all) => fixture.call(...all);

    beforeAll(async () => {
      fixture = await startAdminFixture(database, NO_LIMITS);
    });
    afterAll(() => fixture?.stop());

    it('ADMIN-44 ADMIN-45 D-ADM-12 D-ADM-6 logs every request with its status and without its query, including refused ones', async () => {
      const responses = [
        await call('GET', '/me'),
        await call('PATCH', '/me', { body: { name: 'Acme' } }),
        await call('GET', '/workspaces/wrkspc_none?secret=1', { headers: { 'user-agent': 'sweep' } }),
        await call('GET', '/me', { headers: { 'svc-beta': '' } }),
        await call('GET', '/me', { key: KEYS.main }),
      ];
      const events = (await call('GET', '/audit_events?event=admin_api.request&limit=100')).body.data;
      const logged = responses.map(({ headers }) =>
        events.filter((event: { request_id: string }) => event.request_id === headers.get('x-request-id')),
      );
      const details = [
        ['GET', '/v1/organizations/me', 200],
        ['PATCH', '/v1/organizations/me', 200],
        ['GET', '/v1/organizations/workspaces/wrkspc_none', 404],
        ['GET', '/v1/organizations/me', 400],
        ['GET', '/v1/organizations/me', 403],
      ].map(([method, path, status]) => ({ method, path, status }));
      expect(logged.map((found) => found.length)).toEqual([1, 1, 1, 1, 1]);
      expect(logged.map(([event]) => event.details)).toEqual(details);
      expect(logged[2]![0]).toMatchObject({
        ip_address: '127.0.0.1',
        user_agent: 'sweep',
        actor: { type: 'admin_key', email: 'olga@acme.test' },
      });
      expect(logged[4]![0]).toMatchObject({ actor: { type: 'api_key' } });
      expect(JSON.stringify(events)).not.toContain('secret=1');
    });

    it('D-ADM-6 deletes events after 400 days', async () => {
      await fixture.advance(401 * 86_400);
      const events = (await call('GET', '/audit_events?limit=100')).body.data;
      expect(events.filter(({ event }: { event: string }) => event !== 'admin_api.request')).toEqual([]);
    });
  },
);
