import { expect, it } from 'vitest';
import { testDatabases, withDatabase } from '#test-kit';
import { claimEmail, createUser } from './accounts.ts';

const NOW_MS = Date.UTC(2026, 10, 25);

// The embedded database runs one transaction at a time.
it.runIf((await testDatabases()).some(({ kind }) => kind === 'postgres'))(
  'an address goes to the first of those who want it at the same time',
  async () => {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres')!;
    await withDatabase(postgres, async ({ store: { db } }) => {
      const claim = (email: string) =>
        db.transaction().execute(async (trx) => {
          const holder = await claimEmail(trx, email);
          return holder?.id ?? (await createUser(trx, { email, name: 'New' }, NOW_MS));
        });
      for (let round = 0; round < 5; round++) {
        const ids = await Promise.all(
          [`new${round}@acme.test`, `New${round}@Acme.test`, `NEW${round}@acme.test`].map(claim),
        );
        expect(new Set(ids).size).toBe(1);
      }
    });
  },
);
