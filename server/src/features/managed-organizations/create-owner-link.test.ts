import { describe, expect, it } from 'vitest';
import type { OperatorChange } from '#features/module';
import { addMember, createOrganization, createUser } from '#features/organization';
import { testDatabases, withDatabase } from '#test-kit';
import { createOwnerLink } from './create-owner-link.ts';

const NOW_MS = Date.UTC(2026, 10, 25);

describe.each(await testDatabases())('the link of an owner on $kind', (database) => {
  it.each(['suspended account', 'disabled account'])('is not made for a %s', async (kind) => {
    await withDatabase(database, async ({ store: { db } }) => {
      const organizationId = await createOrganization(db, { name: 'Acme', plan: 'pro' }, NOW_MS);
      const account = kind.startsWith('disabled') ? 'disabled' : 'enabled';
      const userId = await createUser(db, { email: 'pia@acme.test', name: 'Pia', account }, NOW_MS);
      const status = account === 'enabled' ? 'suspended' : 'active';
      await addMember(db, { organizationId, userId, role: 'primary_owner', status }, NOW_MS);
      const change: OperatorChange = {
        db,
        operator: { kind: 'operator', id: 'oper_1', name: 'o@svc.test', role: 'operator', sessionId: '' },
        requestId: 'req_1',
        nowMs: NOW_MS,
        epochs: [],
        whenCommitted: [],
        note: () => Promise.resolve(),
      };
      await expect(createOwnerLink(change, organizationId, {}, 'http://svc.test')).rejects.toMatchObject({
        catalogName: 'resource_conflict',
      });
    });
  });
});
