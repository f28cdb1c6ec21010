import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { KEYS, refusal, startAdminFixture, type AdminFixture, type Reply } from './admin-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('invites on $kind', (database) => {
  let fixture: AdminFixture;
  const call: AdminFixture['call'] = (...all) => fixture.call(...all);
  const byAdministrator = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(method, path, { key: KEYS.administrator, body });

  beforeAll(async () => {
    fixture = await startAdminFixture(database);
  });
  afterAll(() => fixture?.stop());

  it('ADMIN-35 D-ADM-3 creates, lists, reads and withdraws invites; no response contains a link', async () => {
    const workspaces = [
      { workspace_id: (await call('GET', '/workspaces')).body.data[0].id, role: 'workspace_user' },
    ];
    const made = await call('POST', '/invites', {
      body: { email: 'New@acme.test', role: 'developer', workspaces },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { type: 'invite', email: 'New@acme.test', status: 'pending', workspaces },
    });
    expect(Date.parse(made.body.expires_at) - Date.parse(made.body.invited_at)).toBe(21 * 86_400_000);
    expect(Object.keys(made.body)).not.toContain('url');
    expect((await call('GET', `/invites/${made.body.id}`)).body).toEqual(made.body);
    expect((await call('GET', '/invites?status=pending')).body.data).toEqual([made.body]);
    const again = { email: 'new@ACME.test', role: 'member' };
    expect(refusal(await call('POST', '/invites', { body: again }))).toBe('409 resource_conflict');
    expect(
      refusal(await call('POST', '/invites', { body: { email: 'dora@acme.test', role: 'member' } })),
    ).toBe('409 resource_conflict');
    expect((await call('DELETE', `/invites/${made.body.id}`)).body).toEqual({
      id: made.body.id,
      type: 'invite',
      deleted: true,
    });
    expect(refusal(await call('DELETE', `/invites/${made.body.id}`))).toBe('409 resource_conflict');
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await call(method, '/invites/invite_01m80naqydyjb73qnm3gz94qyp'))).toMatch(
        /^404 invite_not_found/,
      );
    expect((await call('GET', '/invites?status=deleted')).body.data).toMatchObject([
      { id: made.body.id, status: 'deleted' },
    ]);
  });

  it('D-ADM-3 D-ADM-11 refuses invites above the own role, outside the allowed domains or to a foreign workspace', async () => {
    expect(refusal(await byAdministrator('POST', '/invites', { email: 'x@acme.test', role: 'owner' }))).toBe(
      '403 role_required',
    );
    const vendor = (await call('GET', '/workspaces', { key: KEYS.stranger })).body.data[0].id;
    const workspaces = [{ workspace_id: vendor, role: 'workspace_user' }];
    expect(
      refusal(await call('POST', '/invites', { body: { email: 'x@acme.test', role: 'member', workspaces } })),
    ).toBe('404 workspace_not_found workspaces[0].workspace_id');
    await call('PATCH', '/me', { body: { allowed_email_domains: ['Acme.test'] } });
    expect(refusal(await call('POST', '/invites', { body: { email: 'x@evil.test', role: 'member' } }))).toBe(
      '400 invalid_parameter email',
    );
    expect(refusal(await call('POST', '/invites', { body: { email: 'nobody', role: 'member' } }))).toBe(
      '400 invalid_parameter email',
    );
    // Fields are checked before roles, and roles before states (D-ERR-3).
    const above = { email: 'x@evil.test', role: 'owner' };
    expect(refusal(await byAdministrator('POST', '/invites', above))).toBe('400 invalid_parameter email');
    const primary = { email: 'x@acme.test', role: 'primary_owner' };
    expect(refusal(await byAdministrator('POST', '/invites', primary))).toBe('403 role_required');
    expect(refusal(await call('POST', '/invites', { body: primary }))).toBe('409 resource_conflict');
    expect((await call('POST', '/invites', { body: { email: 'x@acme.test', role: 'member' } })).status).toBe(
      201,
    );
  });

  it('D-ADM-3 refuses an invite that names one workspace twice, which nobody could accept', async () => {
    const [{ id }] = (await call('GET', '/workspaces')).body.data;
    const workspaces = ['workspace_user', 'workspace_admin'].map((role) => ({ workspace_id: id, role }));
    const twice = await call('POST', '/invites', {
      body: { email: 'twice@acme.test', role: 'member', workspaces },
    });
    expect(refusal(twice)).toBe('400 invalid_parameter workspaces[1].workspace_id');
  });

  it('D-ADM-3 an invite expires after 21 days and can then be created again', async () => {
    await fixture.advance(21 * 86_400);
    expect((await call('GET', '/invites?status=expired')).body.data).toMatchObject([
      { email: 'x@acme.test', status: 'expired' },
    ]);
    expect((await call('POST', '/invites', { body: { email: 'x@acme.test', role: 'member' } })).status).toBe(
      201,
    );
  });
});
