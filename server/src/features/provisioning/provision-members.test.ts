import { expect, it } from 'vitest';
import type { ProvisionedOrganization } from '#config';
import { findMembers, findOrganizationByName } from '#features/organization';
import { createClock } from '#kit';
import { testDatabases, withDatabase } from '#test-kit';
import { applyProvisioning } from './apply-provisioning.ts';

const ADA = { email: 'ada@left.test', role: 'primary_owner' } as const;
const DEV = { email: 'dev@left.test', role: 'administrator' } as const;
const LEFT: ProvisionedOrganization = {
  name: 'Left',
  plan: 'pro',
  members: [ADA, DEV],
  workspaces: [],
  keys: [],
  admin_keys: [],
  spend_limits: [],
  groups: [{ name: 'Interns', members: [DEV.email] }],
};

it.each(await testDatabases())(
  'a member who is removed on the $kind database leaves groups and plugins, and no open invites',
  async (database) => {
    await withDatabase(database, async ({ store: { db } }) => {
      const clock = createClock();
      const apply = (organization: ProvisionedOrganization, update: boolean) =>
        applyProvisioning(db, { organizations: [organization] }, { clock, update });
      await apply(LEFT, false);
      const id = (await findOrganizationByName(db, 'Left'))!;
      const { userId } = (await findMembers(db, id)).find(({ email }) => email === DEV.email)!;
      const nowMs = clock.nowMs();
      await db
        .insertInto('invites')
        .values({
          id: 'invite_left',
          organization_id: id,
          email: 'way.back@left.test',
          role: 'administrator',
          workspaces: '[]' as never,
          status: 'pending',
          invited_by: userId,
          invited_at: nowMs,
          expires_at: nowMs + 86_400_000,
          token_fingerprint: Buffer.alloc(32, 1),
        })
        .execute();
      const plugin = {
        id: 'plugin_left',
        organization_id: id,
        name: 'notes',
        latest_version: '1.0.0',
        policy: 'available' as const,
        workspace_ids: 'null' as never,
        blob_key: 'plugin_left/1',
        bytes: 1,
        created_at: nowMs,
        updated_at: nowMs,
      };
      await db.insertInto('plugins').values(plugin).execute();
      const installation = { plugin_id: plugin.id, user_id: userId, created_at: nowMs };
      await db.insertInto('plugin_installations').values(installation).execute();
      await apply({ ...LEFT, members: [ADA, { ...DEV, status: 'removed' }], groups: [] }, true);
      const left = await Promise.all([
        db.selectFrom('member_group_users').select('user_id').where('user_id', '=', userId).execute(),
        db.selectFrom('plugin_installations').select('user_id').execute(),
        db.selectFrom('invites').select('status').execute(),
      ]);
      expect(left).toEqual([[], [], [{ status: 'deleted' }]]);
    });
  },
);
