import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { testDatabases, withDatabase } from '../../../test-kit/databases/databases.ts';
import { OrganizationDirectory } from './organization-directory.ts';
import { createUser, findUserByEmail } from './store/accounts.ts';
import { addMember } from './store/members.ts';
import { createOrganization, updateOrganizationRow } from './store/organizations.ts';

const log = pino({ level: 'silent' });
const NOW_MS = 1_767_225_600_000;

for (const database of await testDatabases()) {
  describe(`organizations on the ${database.kind} database`, () => {
    it('are found with their settings, again after a change, and answer 503 when unknown and the database is away', async () => {
      await withDatabase(database, async ({ store }) => {
        const clock = createClock();
        const directory = new OrganizationDirectory({ db: store.db, clock, log });
        const id = await createOrganization(
          store.db,
          { name: 'Acme', plan: 'pro', creditsEnabled: true, subscribedAtMs: NOW_MS - 5 },
          NOW_MS,
        );
        const record = await directory.find(id);
        expect(record).toEqual({
          id,
          name: 'Acme',
          status: 'active',
          plan: 'pro',
          billing: 'active',
          zeroDataRetention: false,
          creditsEnabled: true,
          mcpPolicy: { mode: 'all', tunnel_ids: [], urls: [] },
          codeTelemetry: true,
          inferenceHook: null,
          subscribedAtMs: NOW_MS - 5,
          ownRates: { tier: null, models: new Map() },
        });
        expect(directory.find(id)).toBe(record);
        expect(await directory.find('org_none')).toBeUndefined();

        expect(await updateOrganizationRow(store.db, id, { plan: 'pro' })).toBe(false);
        expect(
          await updateOrganizationRow(store.db, id, { billing: 'inactive', status: 'unavailable' }),
        ).toBe(true);
        directory.invalidateOrganization(id);
        expect(await directory.find(id)).toEqual({ ...record, billing: 'inactive', status: 'unavailable' });

        await store.close();
        await clock.advance(599_000);
        expect(await directory.find(id)).toMatchObject({ id });
        await expect(directory.find('org_other')).rejects.toMatchObject({
          code: 'plan_check_unavailable',
          status: 503,
        });
      });
    });

    it('D-ADM-1 have one primary owner at most, and people have one account whatever the case of their email', async () => {
      await withDatabase(database, async ({ store }) => {
        const organizationId = await createOrganization(store.db, { name: 'Acme', plan: 'pro' }, NOW_MS);
        const ada = await createUser(store.db, { email: 'ada@acme.test', name: 'Ada' }, NOW_MS);
        const bob = await createUser(store.db, { email: 'bob@acme.test', name: 'Bob' }, NOW_MS);
        await addMember(store.db, { organizationId, userId: ada, role: 'primary_owner' }, NOW_MS);
        await expect(
          addMember(store.db, { organizationId, userId: bob, role: 'primary_owner' }, NOW_MS),
        ).rejects.toThrow();
        expect(await findUserByEmail(store.db, 'ADA@Acme.test')).toMatchObject({ id: ada });
        await expect(
          createUser(store.db, { email: 'ADA@acme.test', name: 'Other' }, NOW_MS),
        ).rejects.toThrow();
      });
    });
  });
}
