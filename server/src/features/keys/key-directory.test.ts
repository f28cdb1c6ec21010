import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMember,
  createOrganization,
  createUser,
  updateAccount,
  updateMember,
} from '#features/organization';
import { insertWorkspaceMember, insertWorkspace } from '#features/workspaces';
import { createClock, fingerprint } from '#kit';
import type { OrganizationRole } from '@svc/contract';
import { pino } from 'pino';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { AdminKeyDirectory } from './admin-key-directory.ts';
import { issueAdminKey, issueKey, type CreatedKey, type NewKey } from './issue-key.ts';
import { KeyDirectory } from './key-directory.ts';

const log = pino({ level: 'silent' });
const NOW_MS = 1_767_225_600_000;

for (const database of await testDatabases()) {
  describe(`keys on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;
    let organizationId: string;
    let workspaceId: string;
    let names = 0;

    beforeAll(async () => {
      opened = await database.open();
      organizationId = await createOrganization(opened.store.db, { name: 'Acme', plan: 'pro' }, NOW_MS);
      workspaceId = await insertWorkspace(
        opened.store.db,
        { organizationId, name: 'Research', allowedIps: ['10.0.0.0/8'] },
        NOW_MS,
      );
    });

    afterAll(async () => {
      await opened.close();
    });

    async function setUp(role: OrganizationRole, key: Partial<NewKey> = {}) {
      const { db } = opened.store;
      const createdBy = await createUser(db, { email: `p${++names}@acme.test`, name: 'P' }, NOW_MS);
      await addMember(db, { organizationId, userId: createdBy, role }, NOW_MS);
      const made = await issueKey(
        db,
        {
          organizationId,
          workspaceId,
          createdBy,
          name: `key ${names}`,
          kind: 'private',
          pinnedVersion: '2026-11-01',
          ...key,
        },
        NOW_MS,
      );
      const clock = createClock();
      return { db, made, createdBy, clock, directory: new KeyDirectory({ db, clock, log }) };
    }

    it('AUTH-40 KEY-06 KEY-07 stores only a fingerprint, the first 12 and the last 4 characters of a secret', async () => {
      const { db, made } = await setUp('owner');
      const secret = made.secret.reveal();
      expect(secret).toMatch(/^sk_live_[0-9a-f]{64}$/);
      const row = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow();
      expect([row.prefix, row.hint]).toEqual([secret.slice(0, 12), secret.slice(-4)]);
      expect(row.fingerprint.toString('base64')).toBe(fingerprint(secret));
      const audit = await db
        .selectFrom('audit_events')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .execute();
      expect(JSON.stringify([row, audit])).not.toContain(secret.slice(13, 60));
      expect(audit.map((event) => [event.event, event.resource])).toContainEqual([
        'api_key.created',
        { type: 'api_key', id: made.id },
      ]);
    });

    it('finds a key with everything the authentication step needs, and at once the second time', async () => {
      const { made, directory, createdBy } = await setUp('owner', {
        kind: 'svc_code',
        expiresAtMs: NOW_MS + 5,
        allowedOrigins: ['https://a.test'],
        allowedIps: ['203.0.113.7'],
      });
      expect(made.secret.reveal()).toMatch(/^sk_svc_/);
      const record = await directory.find(made.fingerprint);
      expect(record).toMatchObject({
        id: made.id,
        kind: 'svc_code',
        status: 'active',
        expiresAtMs: NOW_MS + 5,
        organizationId,
        workspaceId,
        workspaceName: 'Research',
        workspaceArchived: false,
        creatorId: createdBy,
        creatorActive: true,
        creatorInWorkspace: true,
        accountEnabled: true,
        pinnedVersion: '2026-11-01',
      });
      expect([record?.keyIps.allows('203.0.113.7'), record?.keyIps.allows('203.0.113.8')]).toEqual([
        true,
        false,
      ]);
      expect([record?.workspaceIps.allows('10.9.9.9'), record?.workspaceIps.allows('203.0.113.7')]).toEqual([
        true,
        false,
      ]);
      expect([
        record?.origins.allows('https://a.test', undefined),
        record?.origins.allows(undefined, undefined),
      ]).toEqual([true, false]);
      expect(directory.find(made.fingerprint)).toBe(record);
    });

    it('knows nothing of a fingerprint no key has', async () => {
      const { directory } = await setUp('owner');
      await expect(directory.find(fingerprint('sk_live_x'))).resolves.toBeUndefined();
      expect(directory.find(fingerprint('sk_live_x'))).toBeUndefined();
    });

    it('AUTH-26 D-73 a developer must be in the key’s workspace, an administrator need not', async () => {
      const administrator = await setUp('administrator');
      expect(await administrator.directory.find(administrator.made.fingerprint)).toMatchObject({
        creatorInWorkspace: true,
      });
      for (const role of ['developer', 'billing', 'member'] as const) {
        const { db, made, directory, createdBy } = await setUp(role);
        expect(await directory.find(made.fingerprint)).toMatchObject({
          creatorActive: true,
          creatorInWorkspace: false,
        });
        await insertWorkspaceMember(
          db,
          { organizationId, workspaceId, userId: createdBy, role: 'workspace_developer' },
          NOW_MS,
        );
        directory.invalidate(made.id);
        expect(await directory.find(made.fingerprint)).toMatchObject({ creatorInWorkspace: true });
      }
    });

    it('AUTH-25 AUTH-27 AUTH-23 sees a suspended creator, a disabled account and an archived workspace within a minute', async () => {
      const { db, made, directory, createdBy, clock } = await setUp('owner');
      await directory.find(made.fingerprint);
      await updateMember(db, organizationId, createdBy, { role: 'owner', status: 'suspended' });
      await updateAccount(db, createdBy, 'disabled');
      await db.updateTable('workspaces').set({ archived_at: NOW_MS }).where('id', '=', workspaceId).execute();
      await clock.advance(60_000);
      const record = await directory.find(made.fingerprint);
      await db.updateTable('workspaces').set({ archived_at: null }).where('id', '=', workspaceId).execute();
      expect(record).toMatchObject({ creatorActive: false, accountEnabled: false, workspaceArchived: true });
    });

    it('AUTH-38 answers 503 for an unknown key and goes on with a known one while the database is away', async () => {
      const unavailable = await database.open();
      try {
        const { db } = unavailable.store;
        const ids = { organizationId: await createOrganization(db, { name: 'Away', plan: 'pro' }, NOW_MS) };
        const createdBy = await createUser(db, { email: 'away@acme.test', name: 'A' }, NOW_MS);
        const inWorkspace = await insertWorkspace(db, { ...ids, name: 'Default', isDefault: true }, NOW_MS);
        const made: CreatedKey = await issueKey(
          db,
          {
            ...ids,
            workspaceId: inWorkspace,
            createdBy,
            name: 'k',
            kind: 'private',
            pinnedVersion: '2026-11-01',
          },
          NOW_MS,
        );
        const clock = createClock();
        const directory = new KeyDirectory({ db, clock, log });
        const known = await directory.find(made.fingerprint);
        await unavailable.store.close();
        await clock.advance(590_000);
        expect(await directory.find(made.fingerprint)).toBe(known);
        await expect(directory.find(fingerprint('other'))).rejects.toMatchObject({
          code: 'authorization_unavailable',
          status: 503,
        });
        await clock.advance(10_000);
        await expect(directory.find(made.fingerprint)).rejects.toMatchObject({
          code: 'authorization_unavailable',
        });
      } finally {
        await unavailable.close();
      }
    });

    it('finds an admin key with its creator’s current role, and none when they are no active member', async () => {
      const { db, createdBy, clock } = await setUp('administrator');
      const made = await issueAdminKey(
        db,
        { organizationId, createdBy, name: 'ops', allowedIps: ['203.0.113.7'] },
        NOW_MS,
      );
      expect(made.secret.reveal()).toMatch(/^sk_admin_[0-9a-f]{64}$/);
      const directory = new AdminKeyDirectory({ db, clock, log });
      const record = await directory.find(made.fingerprint);
      expect(record).toMatchObject({
        id: made.id,
        name: 'ops',
        status: 'active',
        organizationId,
        creatorId: createdBy,
        creatorRole: 'administrator',
        accountEnabled: true,
      });
      expect(record?.ips.allows('203.0.113.8')).toBe(false);
      await updateMember(db, organizationId, createdBy, { role: 'administrator', status: 'removed' });
      directory.invalidate(made.id);
      expect(await directory.find(made.fingerprint)).toMatchObject({ creatorRole: null });
    });
  });
}
