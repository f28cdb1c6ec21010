import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createOrganization, createUser } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { Secret } from '#kit';
import { testDatabases, type OpenTestDatabase } from '../../../test-kit/databases/databases.ts';
import { issueAdminKey, issueKey } from './issue-key.ts';
import { AmbiguousKeyError, UnknownKeyError, revokeKey } from './revoke-key.ts';
import { findKeys } from './store/stored-keys.ts';
import { applyKeySettings } from './apply-key-settings.ts';

const NOW_MS = 1_767_225_600_000;

for (const database of await testDatabases()) {
  describe(`revokeKey on the ${database.kind} database`, () => {
    let opened: OpenTestDatabase;
    let owner: { organizationId: string; createdBy: string };
    let workspaceId: string;

    beforeAll(async () => {
      opened = await database.open();
      const { db } = opened.store;
      const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, NOW_MS);
      const createdBy = await createUser(db, { email: 'ada@acme.test', name: 'Ada' }, NOW_MS);
      await addMember(db, { organizationId, userId: createdBy, role: 'owner' }, NOW_MS);
      workspaceId = await insertWorkspace(db, { organizationId, name: 'Default', isDefault: true }, NOW_MS);
      owner = { organizationId, createdBy };
    });

    afterAll(async () => {
      await opened.close();
    });

    const make = (name: string, secret?: Secret) =>
      issueKey(
        opened.store.db,
        { ...owner, workspaceId, name, kind: 'private', pinnedVersion: '2026-11-01', secret },
        NOW_MS,
      );
    const statusOf = (id: string) =>
      opened.store.db
        .selectFrom('api_keys')
        .select(['status', 'revoked_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const eventsOf = async (id: string) => {
      const events = await opened.store.db
        .selectFrom('audit_events')
        .selectAll()
        .orderBy('created_at')
        .execute();
      return events
        .filter((event) => (event.resource as { id: string }).id === id)
        .map((event) => event.event);
    };

    it('KEY-43 revokes by id, name, prefix and secret, audited as done by the system', async () => {
      const { db } = opened.store;
      for (const by of ['id', 'name', 'prefix', 'secret'] as const) {
        // No made secret begins like this one, so its prefix is unique.
        const made = await make(
          `by ${by}`,
          by === 'prefix' ? new Secret(`sk_live_zzzz${'0'.repeat(60)}`) : undefined,
        );
        const secret = made.secret.reveal();
        const target = { id: made.id, name: `by ${by}`, prefix: secret.slice(0, 12), secret }[by];
        const revoked = await revokeKey(db, target, NOW_MS + 1);
        expect(revoked).toMatchObject({
          id: made.id,
          name: `by ${by}`,
          kind: 'private',
          fingerprint: made.fingerprint,
          alreadyRevoked: false,
        });
        expect(await statusOf(made.id)).toEqual({ status: 'revoked', revoked_at: NOW_MS + 1 });
        expect(await eventsOf(made.id)).toEqual(['api_key.created', 'api_key.revoked']);
      }
    });

    it('says so when the key was revoked before, and changes and audits nothing', async () => {
      const made = await make('twice');
      await revokeKey(opened.store.db, made.id, NOW_MS + 1);
      expect(await revokeKey(opened.store.db, 'twice', NOW_MS + 2)).toMatchObject({
        id: made.id,
        alreadyRevoked: true,
      });
      expect(await statusOf(made.id)).toEqual({ status: 'revoked', revoked_at: NOW_MS + 1 });
      expect(await eventsOf(made.id)).toEqual(['api_key.created', 'api_key.revoked']);
    });

    it('lists the candidates of an ambiguous name and revokes none, but passes over revoked ones', async () => {
      const [first, second] = [await make('same'), await make('same')];
      const refusal = await revokeKey(opened.store.db, 'same', NOW_MS).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AmbiguousKeyError);
      expect((refusal as AmbiguousKeyError).candidates.map((key) => key.id).toSorted()).toEqual(
        [first.id, second.id].toSorted(),
      );
      expect((refusal as Error).message).toContain(second.id);
      expect((refusal as Error).message).not.toContain(second.secret.reveal());
      expect((await statusOf(first.id)).status).toBe('active');
      await revokeKey(opened.store.db, first.id, NOW_MS);
      expect(await revokeKey(opened.store.db, 'same', NOW_MS)).toMatchObject({
        id: second.id,
        alreadyRevoked: false,
      });
    });

    it('refuses what fits no key', async () => {
      await expect(revokeKey(opened.store.db, 'nothing', NOW_MS)).rejects.toThrow(UnknownKeyError);
      await expect(revokeKey(opened.store.db, '', NOW_MS)).rejects.toThrow(UnknownKeyError);
    });

    it('revokes admin keys too', async () => {
      const made = await issueAdminKey(opened.store.db, { ...owner, name: 'ops' }, NOW_MS);
      expect(await revokeKey(opened.store.db, 'ops', NOW_MS + 1)).toMatchObject({
        id: made.id,
        kind: 'admin',
        alreadyRevoked: false,
      });
      expect(await eventsOf(made.id)).toEqual(['admin_key.created', 'admin_key.revoked']);
    });

    it('KEY-44 no later update brings a revoked key back', async () => {
      const made = await make('gone');
      await revokeKey(opened.store.db, made.id, NOW_MS);
      const [stored] = await findKeys(opened.store.db, {
        organizationId: owner.organizationId,
        name: 'gone',
      });
      expect(
        await applyKeySettings(opened.store.db, stored!, { status: 'active', name: 'back' }, NOW_MS),
      ).toBe(false);
      expect(
        await applyKeySettings(
          opened.store.db,
          { ...stored!, status: 'inactive' },
          { status: 'active' },
          NOW_MS,
        ),
      ).toBe(true);
      expect((await statusOf(made.id)).status).toBe('revoked');
    });

    it('KEY-40 audits an update with the fields it changed, and an update without effect not at all', async () => {
      const made = await make('changing');
      const find = async () =>
        (
          await findKeys(opened.store.db, {
            organizationId: owner.organizationId,
            name: '',
            fingerprint: made.fingerprint,
          })
        )[0]!;
      expect(
        await applyKeySettings(
          opened.store.db,
          await find(),
          { status: 'inactive', allowedIps: ['10.0.0.0/8'], expiresAtMs: NOW_MS },
          NOW_MS,
        ),
      ).toBe(true);
      expect(await find()).toMatchObject({
        status: 'inactive',
        allowedIps: ['10.0.0.0/8'],
        expiresAtMs: NOW_MS,
        name: 'changing',
      });
      expect(
        await applyKeySettings(
          opened.store.db,
          await find(),
          { status: 'inactive', expiresAtMs: NOW_MS },
          NOW_MS,
        ),
      ).toBe(false);
      const events = await opened.store.db
        .selectFrom('audit_events')
        .selectAll()
        .where('event', '=', 'api_key.updated')
        .execute();
      const own = events.filter((event) => (event.resource as { id: string }).id === made.id);
      expect(own.map((event) => event.changes)).toEqual([
        {
          status: { from: 'active', to: 'inactive' },
          expires_at: { from: null, to: NOW_MS },
          allowed_ips: { from: [], to: ['10.0.0.0/8'] },
        },
      ]);
    });
  });
}
