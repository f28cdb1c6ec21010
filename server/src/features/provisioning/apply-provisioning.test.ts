import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProvisionedOrganization } from '#config';
import { findMembers, updateMember } from '#features/organization';
import { revokeKey } from '#features/keys';
import { Secret, createClock, fingerprint } from '#kit';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { applyProvisioning } from './apply-provisioning.ts';
import { ensureFirstOrganization } from './first-organization.ts';
import { ProvisioningError } from './provisioning-error.ts';

const SUBSCRIBED_MS = 1_793_491_200_000;

function organization(name: string, changes: Partial<ProvisionedOrganization> = {}): ProvisionedOrganization {
  const email = (who: string) => `${who}@${name.toLowerCase()}.test`;
  return {
    name,
    plan: 'pro',
    subscribed_at: SUBSCRIBED_MS,
    credits: { enabled: true, balance_usd: '100' },
    members: [
      { email: email('ada'), name: 'Ada', role: 'primary_owner', password: new Secret('hunter2') },
      { email: email('dev'), role: 'developer' },
    ],
    workspaces: [{ name: 'Research', allowed_ips: ['10.1.2.3/8'], spend_limit_usd: '12.5', models: ['b'] }],
    keys: [
      {
        name: 'main',
        kind: 'private',
        workspace: 'Default',
        created_by: email('ada'),
        secret: new Secret(`sk_live_${name}`),
        expires_at: SUBSCRIBED_MS,
      },
      {
        name: 'dev',
        kind: 'svc_code',
        workspace: 'Research',
        created_by: email('dev'),
        allowed_origins: ['A.test'],
        allowed_ips: ['::ffff:10.0.0.1'],
      },
      { name: 'dead', kind: 'private', workspace: 'Default', created_by: email('ada'), status: 'revoked' },
    ],
    admin_keys: [{ name: 'ops', created_by: email('ada'), allowed_ips: ['203.0.113.0/24'] }],
    spend_limits: [
      { scope: 'organization', limit_usd: '500' },
      { scope: 'member', member: email('dev'), limit_usd: '0' },
      { scope: 'group', group: 'Interns', limit_usd: '1.000000001' },
    ],
    groups: [{ name: 'Interns', members: [email('dev')] }],
    models: ['a', 'b'],
    ...changes,
  };
}

for (const database of await testDatabases()) {
  describe(`provisioning on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;
    const clock = createClock();
    const apply = (declared: ProvisionedOrganization, update = false) =>
      applyProvisioning(opened.store.db, { organizations: [declared] }, { update, clock });
    const idOf = async (name: string) =>
      (
        await opened.store.db
          .selectFrom('organizations')
          .select('id')
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
      ).id;
    const rows = async (name: string) => {
      const { db } = opened.store;
      const id = await idOf(name);
      const [keys, adminKeys, workspaces, limits, lists, inWorkspaces] = await Promise.all([
        db.selectFrom('api_keys').selectAll().where('organization_id', '=', id).orderBy('name').execute(),
        db.selectFrom('admin_keys').selectAll().where('organization_id', '=', id).execute(),
        db.selectFrom('workspaces').selectAll().where('organization_id', '=', id).orderBy('name').execute(),
        db
          .selectFrom('spend_limits')
          .selectAll()
          .where('organization_id', '=', id)
          .orderBy('limit_nanos')
          .execute(),
        db.selectFrom('model_allowlists').selectAll().where('organization_id', '=', id).execute(),
        db.selectFrom('workspace_members').selectAll().where('organization_id', '=', id).execute(),
      ]);
      return { keys, adminKeys, workspaces, limits, lists, inWorkspaces, members: await findMembers(db, id) };
    };

    beforeAll(async () => {
      opened = await database.open();
    });

    afterAll(async () => {
      await opened.close();
    });

    it('gives an empty database its first organization once, though two processes start at once', async () => {
      const responses = await Promise.all([
        ensureFirstOrganization(opened.store.db, clock),
        ensureFirstOrganization(opened.store.db, clock),
      ]);
      const first = responses.find((response) => response !== undefined);
      expect(responses.filter((response) => response === undefined)).toHaveLength(1);
      expect(first?.organization).toBe('Default');
      expect(first?.secret.reveal()).toMatch(/^sk_live_[0-9a-f]{64}$/);
      const { keys, members, workspaces } = await rows('Default');
      expect(keys).toMatchObject([
        {
          id: first?.keyId,
          name: 'First key',
          kind: 'private',
          status: 'active',
          workspace_id: workspaces[0]?.id,
        },
      ]);
      expect(members).toMatchObject([{ email: 'owner@localhost', role: 'primary_owner', status: 'active' }]);
      expect(workspaces).toMatchObject([{ name: 'Default', is_default: true }]);
      expect(await ensureFirstOrganization(opened.store.db, clock)).toBeUndefined();
    });

    it('makes everything the file declares, and hands back the secrets it made', async () => {
      const result = await apply(organization('Acme'));
      expect(result.keys.map(({ name, kind, given }) => [name, kind, given])).toEqual([
        ['main', 'private', true],
        ['dev', 'svc_code', false],
        ['dead', 'private', false],
        ['ops', 'admin', false],
      ]);
      expect(JSON.stringify(result)).not.toMatch(/sk_[a-z]+_[0-9a-f]{20}|hunter2/);

      const stored = await rows('Acme');
      const research = stored.workspaces.find((workspace) => workspace.name === 'Research')!;
      expect(stored.workspaces).toMatchObject([
        { name: 'Default', is_default: true, allowed_ips: [] },
        { name: 'Research', allowed_ips: ['10.0.0.0/8'] },
      ]);
      const [dead, dev, main] = stored.keys;
      expect(main).toMatchObject({
        name: 'main',
        expires_at: SUBSCRIBED_MS,
        pinned_version: '2026-11-01',
        status: 'active',
      });
      expect(main?.fingerprint.toString('base64')).toBe(fingerprint('sk_live_Acme'));
      expect(dev).toMatchObject({
        workspace_id: research.id,
        allowed_origins: ['https://a.test'],
        allowed_ips: ['10.0.0.1'],
      });
      expect(dead?.status).toBe('revoked');
      expect(dead?.revoked_at).not.toBeNull();
      const devId = stored.members.find((member) => member.role === 'developer')?.userId;
      expect(stored.inWorkspaces).toMatchObject([
        { workspace_id: research.id, user_id: devId, role: 'workspace_developer' },
      ]);
      expect(stored.limits.map((limit) => [limit.scope, limit.limit_nanos])).toEqual([
        ['member', 0],
        ['group', 1_000_000_001],
        ['workspace', 12_500_000_000],
        ['organization', 500_000_000_000],
      ]);
      expect(stored.lists.map((list) => list.models)).toEqual(expect.arrayContaining([['a', 'b'], ['b']]));
      expect(stored.adminKeys).toMatchObject([
        { name: 'ops', allowed_ips: ['203.0.113.0/24'], prefix: expect.stringMatching(/^sk_admin_/) },
      ]);
    });

    it('changes nothing at the next start, whatever the file or an administrator changed since', async () => {
      const { db } = opened.store;
      await apply(organization('Again'));
      const id = await idOf('Again');
      await revokeKey(db, 'sk_live_Again', clock.nowMs());
      const dev = (await findMembers(db, id)).find((member) => member.role === 'developer')!;
      await updateMember(db, id, dev.userId, { role: 'developer', status: 'removed' });
      await db.deleteFrom('workspace_members').where('user_id', '=', dev.userId).execute();
      const before = await rows('Again');
      const changed = organization('Again', { billing: 'inactive', plan: 'free', models: ['z'] });
      const result = await apply({
        ...changed,
        members: changed.members.map((member) => ({ ...member, status: 'active' as const })),
      });
      expect(result).toMatchObject({ created: [], updated: [], keys: [] });
      expect(await rows('Again')).toEqual(before);
    });

    it('`--update` brings plain settings to the file’s values, and leaves alone what the file leaves out', async () => {
      const { db } = opened.store;
      await apply(organization('Moved'));
      const declared = organization('Moved');
      const [ada, dev] = declared.members;
      const [main, second] = declared.keys;
      const update = organization('Moved', {
        plan: 'free',
        billing: 'inactive',
        members: [
          { ...dev!, role: 'primary_owner', account: 'disabled' },
          { ...ada!, role: 'owner', status: 'suspended' },
        ],
        workspaces: [{ name: 'research', allowed_ips: [], spend_limit_usd: null }],
        keys: [
          { ...main!, status: 'inactive', expires_at: null },
          { ...second!, status: 'revoked' },
        ],
        spend_limits: [{ scope: 'organization', limit_usd: '1' }],
        models: ['a'],
      });
      const result = await apply(update, true);
      expect(result.created).toEqual([]);
      const stored = await rows('Moved');
      expect(
        await db.selectFrom('organizations').selectAll().where('name', '=', 'Moved').executeTakeFirst(),
      ).toMatchObject({
        plan: 'free',
        billing: 'inactive',
        status: 'active',
        subscribed_at: SUBSCRIBED_MS,
      });
      expect(new Set(stored.members.map(({ role, status }) => `${role} ${status}`))).toEqual(
        new Set(['owner suspended', 'primary_owner active']),
      );
      expect(stored.workspaces.map((workspace) => workspace.allowed_ips)).toEqual([[], []]);
      expect(stored.keys.map((key) => [key.name, key.status])).toEqual([
        ['dead', 'revoked'],
        ['dev', 'revoked'],
        ['main', 'inactive'],
      ]);
      expect(stored.keys[1]?.revoked_at).not.toBeNull();
      expect(stored.keys[2]?.expires_at).toBeNull();
      expect(stored.limits.map((limit) => limit.scope)).toEqual(['member', 'organization', 'group']);
      expect(stored.lists.map((list) => list.models)).toEqual(expect.arrayContaining([['a'], ['b']]));
      expect((await apply(update, true)).updated).toEqual([]);
    });

    it('KEY-44 `--update` never brings a revoked key back', async () => {
      await apply(organization('Revoked'));
      await revokeKey(opened.store.db, 'sk_live_Revoked', clock.nowMs());
      const declared = organization('Revoked');
      const result = await apply(
        { ...declared, keys: declared.keys.map((key) => ({ ...key, status: 'active' as const })) },
        true,
      );
      expect(result.updated).toEqual([]);
      expect((await rows('Revoked')).keys.map((key) => [key.name, key.status])).toEqual([
        ['dead', 'revoked'],
        ['dev', 'active'],
        ['main', 'revoked'],
      ]);
    });

    it('makes one of everything when two processes apply the same file at once', async () => {
      const results = await Promise.all([
        apply(organization('Twice')),
        apply(organization('Twice')),
        apply(organization('Twice')),
      ]);
      expect(results.filter((result) => result.created.length > 0)).toHaveLength(1);
      const stored = await rows('Twice');
      expect([
        stored.keys.length,
        stored.members.length,
        stored.workspaces.length,
        stored.limits.length,
      ]).toEqual([3, 2, 2, 4]);
    });

    it('shares a person between organizations', async () => {
      const shared = organization('Home');
      await apply(shared);
      const result = await apply({
        ...organization('Away'),
        members: shared.members,
        keys: [],
        admin_keys: [],
        groups: [],
        spend_limits: [],
      });
      expect(result.created).not.toContain('account ada@home.test');
      const [home, unavailable] = [await rows('Home'), await rows('Away')];
      expect(unavailable.members.map((member) => member.userId).toSorted()).toEqual(
        home.members.map((member) => member.userId).toSorted(),
      );
    });

    it('refuses, in words and without a trace in that organization, what cannot be', async () => {
      const base = organization('Wrong');
      const [key] = base.keys;
      const refusals: [Partial<ProvisionedOrganization>, RegExp][] = [
        [{ keys: [{ ...key!, created_by: 'nobody@wrong.test' }] }, /nobody@wrong.test, who is not a member/],
        [{ keys: [{ ...key!, workspace: 'Nowhere' }] }, /"Nowhere", which does not exist/],
        [{ keys: [{ ...key!, allowed_ips: ['10.0.0.1', '10.0.0.0/7'] }] }, /key "main": allowed_ips\[1\]/],
        [{ keys: [{ ...key!, allowed_origins: ['http://'] }] }, /key "main": allowed_origins\[0\]/],
        [{ keys: [{ ...key!, secret: new Secret('sk_live_Acme') }] }, /belongs to another organization/],
      ];
      for (const [change, message] of refusals) {
        const refused = apply({ ...base, ...change });
        await expect(refused).rejects.toThrow(ProvisioningError);
        await expect(refused).rejects.toThrow(message);
      }
      expect(
        await opened.store.db.selectFrom('organizations').select('id').where('name', '=', 'Wrong').execute(),
      ).toEqual([]);
    });
  });
}
