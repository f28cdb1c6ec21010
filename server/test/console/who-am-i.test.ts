import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpDatabases } from '#test-kit';
import { startConsoleFixture, type ConsoleFixture, type Reply, type Someone } from './console-fixture.ts';

describe.each(await httpDatabases(import.meta.filename))('who am I on $kind', (database) => {
  let fixture: ConsoleFixture;
  beforeAll(async () => {
    fixture = await startConsoleFixture(database);
  });
  afterAll(() => fixture?.stop());

  const get = (someone: Someone, path: string): Promise<Reply> => fixture.as(someone, 'GET', path);

  describe('who am I', () => {
    it('D-CONS-3 lists for an owner all permissions, in every active workspace', async () => {
      const { body } = await get('owner', '/me');
      expect(body).toMatchObject({ type: 'me', user: { email: 'olga@acme.test', second_factor: false } });
      expect(body.organization).toMatchObject({
        name: 'Acme',
        plan: 'pro',
        role: 'owner',
        zero_data_retention: false,
      });
      expect(body.permissions).toMatchObject({
        'owners.manage': 'all',
        'billing.manage': 'all',
        'api_keys.create': 'all',
      });
      expect(body.permissions).not.toHaveProperty(['ownership.transfer']);
      expect(body.workspaces.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
        ['Default', null],
        ['Research', null],
      ]);
      expect(body.csrf_token).toMatch(/^[\w-]{43}$/);
    });

    it('WORK-36 WORK-38 lists for others what their roles allow, and where', async () => {
      const developer = (await get('developer', '/me')).body;
      expect(developer.permissions).toEqual({
        'api_keys.read': 'own',
        'api_keys.manage': 'own',
        'api_keys.create': 'workspaces',
        'usage.read': 'workspaces',
        'workspace_limits.read': 'workspaces',
        'playground.use': 'workspaces',
        'files.manage': 'workspaces',
        'batches.manage': 'workspaces',
        'webhooks.manage': 'workspaces',
        'tunnels.manage': 'workspaces',
        'prompts.manage': 'workspaces',
        'agents.read': 'workspaces',
        'agents.manage': 'workspaces',
        'agents.delete': 'own',
      });
      expect(developer.workspaces).toMatchObject([
        {
          name: 'Default',
          role: 'workspace_developer',
          permissions: {
            'api_keys.create': 'all',
            'api_keys.read': 'own',
            'files.manage': 'all',
            'batches.manage': 'all',
          },
        },
      ]);
      const member = (await get('member', '/me')).body;
      expect(member.permissions).toEqual({
        'usage.read': 'own',
        'playground.use': 'workspaces',
        'agents.read': 'workspaces',
      });
      expect(member.workspaces[0].permissions).toEqual({
        'usage.read': 'own',
        'playground.use': 'all',
        'agents.read': 'all',
      });
      const admin = (await get('workspace_admin', '/me')).body;
      expect(admin.permissions).toMatchObject({
        'workspaces.run': 'workspaces',
        'api_keys.manage': 'workspaces',
      });
      expect(admin.workspaces).toMatchObject([
        { name: 'Research', permissions: { 'workspaces.run': 'all', 'usage.read': 'all' } },
      ]);
      const billing = (await get('billing', '/me')).body;
      expect(billing.workspaces[1]).toEqual({
        id: fixture.ids['Research'],
        name: 'Research',
        is_default: false,
        role: null,
        permissions: { 'workspace_limits.read': 'all', 'usage.read': 'all' },
      });
    });
  });
});
