import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createOrganization } from '#features/organization';
import { insertWorkspace } from '#features/workspaces';
import { createClock } from '#kit';
import { testDatabases, withDatabase } from '../../../test-kit/databases/databases.ts';
import { ModelAccess } from './model-access.ts';
import { setModelAllowlist } from './store.ts';

const log = pino({ level: 'silent' });
const NOW_MS = 1_767_225_600_000;

for (const database of await testDatabases()) {
  describe(`model access on the ${database.kind} database`, () => {
    it('needs both the organization’s and the workspace’s list to allow a model', async () => {
      await withDatabase(database, async ({ store }) => {
        const { db } = store;
        const clock = createClock();
        const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, NOW_MS);
        const [narrow, wide] = [
          await insertWorkspace(db, { organizationId, name: 'Narrow' }, NOW_MS),
          await insertWorkspace(db, { organizationId, name: 'Wide' }, NOW_MS),
        ];
        const access = new ModelAccess({ db, clock, log });
        expect(await access.find(organizationId, narrow)).toBeNull();
        expect(access.find(organizationId, null)).toBeNull();

        expect(await setModelAllowlist(db, { organizationId, workspaceId: narrow, models: ['b', 'c'] })).toBe(
          true,
        );
        access.invalidateOrganization(organizationId);
        expect(await access.find(organizationId, narrow)).toEqual(new Set(['b', 'c']));
        expect(await access.find(organizationId, wide)).toBeNull();

        expect(await setModelAllowlist(db, { organizationId, workspaceId: null, models: ['x'] })).toBe(true);
        expect(await setModelAllowlist(db, { organizationId, workspaceId: null, models: ['a', 'b'] })).toBe(
          true,
        );
        expect(await setModelAllowlist(db, { organizationId, workspaceId: null, models: ['a', 'b'] })).toBe(
          false,
        );
        await clock.advance(60_000);
        expect(await access.find(organizationId, narrow)).toEqual(new Set(['b']));
        expect(access.find(organizationId, wide)).toEqual(new Set(['a', 'b']));
        expect(access.find(organizationId, null)).toEqual(new Set(['a', 'b']));

        await store.close();
        await clock.advance(300_000);
        expect(await access.find(organizationId, narrow)).toEqual(new Set(['b']));
        // MODEL-33
        const refusal = { code: 'models_unavailable', status: 503 };
        await expect(access.find('org_other', null)).rejects.toMatchObject(refusal);
      });
    });
  });
}
