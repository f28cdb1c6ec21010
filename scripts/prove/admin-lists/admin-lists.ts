import { readKeyLists, seedManyKeys } from './key-lists.ts';
import { readUsageReports } from './usage-reports.ts';
import { require, type Proof, type ProofOptions } from '../proof.ts';
import { makeDatabase, onLargeServer } from '../scale/large-server.ts';
import { seed } from '../scale/seed.ts';
import type { Amounts } from '../scale/seeded.ts';

const ORGANIZATIONS = 10_000;
const RECORDS = 20_000_000;
/** Of one organization. It takes a minute, so it is never less. */
const KEYS = 1_000_000;
const BYTES_A_RECORD = 1200;
const BYTES_OF_KEYS = 2e9;

export const proveAdminLists: Proof = {
  name: 'admin-lists',
  summary:
    'an organization with a million keys, and twenty million usage records: every list of keys in 20 ms, every usage report in 300 ms',
  async run({ size }: ProofOptions) {
    const amounts: Amounts = {
      organizations: ORGANIZATIONS,
      keys: 100 * ORGANIZATIONS,
      records: Math.ceil(RECORDS * size),
    };
    const bytes = amounts.records * BYTES_A_RECORD + BYTES_OF_KEYS;
    await onLargeServer({ name: 'admin-lists', bytes }, async ({ cluster, directory }) => {
      const { store } = await makeDatabase(
        cluster,
        { name: 'lists', dataDir: directory },
        async (filled, progress) => {
          await seed(filled, amounts, progress);
          await seedManyKeys(filled, KEYS);
        },
      );
      try {
        const slow = [...(await readKeyLists(store.db)), ...(await readUsageReports(store))];
        require(slow.length === 0, slow.join('; '));
      } finally {
        await store.close();
      }
    });
  },
};
