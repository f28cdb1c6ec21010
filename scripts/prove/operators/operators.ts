import type { Store } from '../../../server/src/store/index.ts';
import { oneModel, oneOrganization } from '../../../server/test-kit/index.ts';
import { seedManyKeys } from '../admin-lists/key-lists.ts';
import { measureNowPage } from './now-cost.ts';
import { operatorReads } from './reads.ts';
import { seedOperations } from './seed-operations.ts';
import { timeReads } from './time-reads.ts';
import { require, type Proof, type ProofOptions } from '../proof.ts';
import { makeDatabase, onLargeServer, type Progress } from '../scale/large-server.ts';
import { seed } from '../scale/seed.ts';
import type { Amounts } from '../scale/seeded.ts';
import { createOperatorKey, prepareFolder, startServiceProcess } from '../deployment/service-process.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

/** A key makes some calls in a row: no operator reads sums by key, which would take most of the room. */
const FULL: Amounts = { organizations: 10_000, keys: 1_000_000, records: 20_000_000, callsInARow: 16 };
const BYTES_A_RECORD = 1200;
const BYTES_OF_THE_REST = 6e9;
const LIMITS = { console_requests_per_minute: 1_000_000 };

export const proveOperators: Proof = {
  name: 'operators',
  summary:
    'every read of operators in 300 ms over a million keys and twenty million usage records, and who watches them takes 1 % of calls',
  async run({ size, rounds }: ProofOptions) {
    const amounts = { ...FULL, records: Math.ceil(FULL.records * size) };
    const bytes = amounts.records * BYTES_A_RECORD + BYTES_OF_THE_REST;
    await onLargeServer({ name: 'operators', bytes }, async ({ cluster, directory }) => {
      const { store, databaseUrl } = await makeDatabase(
        cluster,
        { name: 'operators', dataDir: directory },
        (filled, progress) => fill(filled, amounts, { size, progress }),
      );
      await store.close();
      await readAll(directory, databaseUrl, rounds);
    });
  },
};

async function fill(
  store: Store,
  amounts: Amounts,
  { size, progress }: { readonly size: number; readonly progress: Progress },
): Promise<void> {
  await seed(store, amounts, progress);
  // As many again, of one organization.
  await seedManyKeys(store, amounts.keys);
  await seedOperations(store, size, progress);
}

/** Asks a service over a filled database, with a key, for all that operators read, and what a page that asks again and again takes. */
async function readAll(directory: string, databaseUrl: string, rounds: number): Promise<void> {
  const plans = [{ id: 'pro', paid: true, monthly_tokens: 1_000_000_000_000, models: ['Svc Standard'] }];
  const deployment = oneModel({ type: 'sandbox', max_concurrency: 2048 }, { plans, limits: LIMITS });
  const folder = prepareFolder(directory, deployment, oneOrganization(), {
    DATABASE_URL: databaseUrl,
    SVC_DATA_KEY: DATA_KEY,
  });
  const service = await startServiceProcess(folder);
  try {
    const secret = await createOperatorKey(folder);
    const slow = await timeReads(service.url, secret, operatorReads(await knownCalls(service.url, secret)));
    await measureNowPage(service, secret, rounds);
    require(slow.length === 0, slow.join('; '));
  } finally {
    await service.end('SIGKILL');
  }
}

async function knownCalls(url: string, secret: string) {
  const response = await fetch(`${url}/operator/v1/requests?limit=100`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
  return { recent: data.at(-1)!.id, usage: `req_${'1000000'.padStart(26, '0')}` };
}
