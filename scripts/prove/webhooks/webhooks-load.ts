import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../../server/src/kit/index.ts';
import type { Store } from '../../../server/src/store/index.ts';
import { sql, testDatabases } from '../../../server/test-kit/index.ts';
import { Neighbour } from '../hostile/neighbour.ts';
import { liveHeapBytes } from '../measure/live-heap.ts';
import { percentile, report, require, type Proof, type ProofOptions } from '../proof.ts';
import { startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { withStore } from '../deployment/store-access.ts';
import { atRate, recordChange } from './changes.ts';
import { Receivers, type Manner } from './receivers.ts';
import { createWebhook, prepareWebhookFolder, workspaceKey } from './webhook-service.ts';

const ENDPOINTS = 20;
const HANGING = 5;
const REFUSING = 5;
const CHANGES_PER_SECOND = 1000;
const SECONDS = 30;
const BACKLOG = 200_000;
const CALLS_PER_SECOND = 500;
const QUIET_MS = 10_000;
const ARRIVES_WITHIN_MS = 120_000;
const MAX_MEDIAN_MS = 1000;
const MAX_P99_RATIO = 1.3;
/** Of what is held after a collection, from the first third of the load to its end. */
const MAX_GROWN_BYTES = 30_000_000;

export const proveWebhooksLoad: Proof = {
  name: 'webhooks-load',
  summary: `${CHANGES_PER_SECOND} changes a second over ${ENDPOINTS} webhooks of which ${HANGING} hang and ${REFUSING} refuse, then a backlog of ${BACKLOG} amid ${CALLS_PER_SECOND} calls a second`,
  async run(options) {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return console.log('  skipped: PostgreSQL not found');
    const opened = await postgres.open();
    const databaseUrl = opened.databaseUrl!;
    const folder = await prepareWebhookFolder(databaseUrl, ENDPOINTS);
    const receivers = await Receivers.open();
    const service = await startServiceProcess(folder);
    try {
      const endpoints = await createEndpoints(service, receivers);
      await withStore({ dataDir: folder.directory, databaseUrl }, async (store) => {
        const { announcements } = store;
        // On a busy machine a change may take longer than a request would wait.
        await store.withoutTimeLimits((db) =>
          sendUnderLoad({ service, receivers, endpoints, store: { db, announcements } }, options),
        );
        await store.withoutTimeLimits((db) =>
          drainBacklog({ service, receivers, endpoints, store: { db, announcements } }, options),
        );
      });
    } catch (error) {
      console.log(service.output.slice(-2000));
      throw error;
    } finally {
      await service.end('SIGKILL');
      await receivers.close();
      await folder.remove();
      await opened.close();
    }
  },
};

interface Endpoint {
  readonly path: string;
  readonly manner: Manner;
  readonly webhookId: string;
  readonly workspaceId: string;
}

interface Setting {
  readonly service: ServiceProcess;
  readonly receivers: Receivers;
  readonly endpoints: readonly Endpoint[];
  readonly store: Pick<Store, 'db' | 'announcements'>;
}

async function createEndpoints(service: ServiceProcess, receivers: Receivers): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (let number = 0; number < ENDPOINTS; number++) {
    const path = `/endpoint-${number}`;
    const manner = number < HANGING ? 'hangs' : number < HANGING + REFUSING ? 'refuses' : 'healthy';
    receivers.behave(path, manner);
    const { id, workspaceId } = await createWebhook(service.url, workspaceKey(number), receivers.url(path));
    endpoints.push({ path, manner, webhookId: id, workspaceId });
  }
  return endpoints;
}

/** Each change is of one workspace, by turns, and so for one endpoint. */
async function sendUnderLoad(
  { service, receivers, endpoints, store }: Setting,
  { size }: ProofOptions,
): Promise<void> {
  const { organization_id: organizationId } = await store.db
    .selectFrom('webhooks')
    .select('organization_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const committedAtMs = new Map<string, number>();
  const latencies: number[] = [];
  receivers.onFirst = (_path, body) => {
    const { id } = (JSON.parse(body) as { data: { object: { id: string } } }).data.object;
    // One that arrives before its writer knows of the commit took no time.
    latencies.push(performance.now() - (committedAtMs.get(id) ?? performance.now()));
  };
  let [expected, mostBytes] = [0, 0];
  const rate = CHANGES_PER_SECOND * size;
  const early = delay((SECONDS / 3) * 1000).then(() => liveHeapBytes(service));
  const made = await atRate(rate, SECONDS, async (number) => {
    const { workspaceId, manner } = endpoints[number % ENDPOINTS]!;
    const id = `file_${number}`;
    if (manner === 'healthy') expected++;
    await recordChange(store, { organizationId, workspaceId }, id);
    committedAtMs.set(id, performance.now());
    if (number % Math.ceil(rate) === 0) mostBytes = Math.max(mostBytes, service.rssBytes());
  });
  const late = await liveHeapBytes(service);
  const until = performance.now() + ARRIVES_WITHIN_MS;
  const endedAtMs = performance.now();
  while (latencies.length < expected && performance.now() < until) await delay(50);
  report('load', {
    'changes a second': Math.round(made / SECONDS),
    'for healthy endpoints': expected,
    'of them arrived': latencies.length,
    'ms after the last change': Math.round(performance.now() - endedAtMs),
    'ms p50 from commit': percentile(latencies, 0.5),
    'ms p99': percentile(latencies, 0.99),
    'MB held after a third': Math.round((await early) / 1e6),
    'MB held at the end': Math.round(late / 1e6),
    'MB resident at the most': Math.round(mostBytes / 1e6),
  });
  require(latencies.length === expected, `${expected - latencies.length} deliveries are missing`);
  require(percentile(latencies, 0.5) < MAX_MEDIAN_MS, 'the median is too high');
  require(late - (await early) < MAX_GROWN_BYTES, 'memory grew');
}

/** Everything is due at once, at the healthy endpoints. */
async function drainBacklog(
  { service, receivers, endpoints, store }: Setting,
  { size }: ProofOptions,
): Promise<void> {
  const count = Math.ceil(BACKLOG * size);
  const healthy = endpoints.filter(({ manner }) => manner === 'healthy');
  const neighbour = new Neighbour(service, CALLS_PER_SECOND * size);
  const arrived = { count: 0 };
  receivers.onFirst = () => arrived.count++;
  try {
    await delay(QUIET_MS);
    const quiet = neighbour.take();
    await insertBacklog(store.db, healthy, count);
    neighbour.take();
    const startedAtMs = performance.now();
    while (arrived.count < count) {
      await delay(1000);
      require(performance.now() - startedAtMs < 30 * ARRIVES_WITHIN_MS, 'the backlog does not drain');
    }
    const meanwhile = neighbour.take();
    const seconds = (performance.now() - startedAtMs) / 1000;
    report('backlog', {
      deliveries: count,
      'seconds to drain': Math.round(seconds),
      'a second': Math.round(count / seconds),
      'ms p99 of calls when quiet': quiet.p99,
      'ms p99 meanwhile': meanwhile.p99,
      'ms p50 when quiet': quiet.p50,
      'ms p50 meanwhile': meanwhile.p50,
      'calls failed': neighbour.failed,
    });
    require(neighbour.failed === 0, `${neighbour.failed} calls failed`);
    require(meanwhile.p99 <= quiet.p99 * MAX_P99_RATIO, 'calls were slowed down');
  } finally {
    await neighbour.stop();
  }
}

async function insertBacklog(db: Store['db'], endpoints: readonly Endpoint[], count: number): Promise<void> {
  const [eventPrefix, deliveryPrefix] = [newId('evt_', Date.now()), newId('whd_', Date.now())].map((id) =>
    id.slice(0, -8),
  );
  const ids = endpoints.map(({ webhookId }) => webhookId);
  await sql`
    insert into outbox_events (id, organization_id, type, body, created_at, position)
    select ${eventPrefix} || lpad(n::text, 8, '0'), 'org_backlog', 'batch.completed',
      json_build_object('id', ${eventPrefix} || lpad(n::text, 8, '0'), 'type', 'batch.completed', 'data', '{}')::text,
      now(), nextval('outbox_positions')
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, due_at, created_at)
    select ${deliveryPrefix} || lpad(n::text, 8, '0'), ${ids}::jsonb ->> (n % ${ids.length}::integer),
      ${eventPrefix} || lpad(n::text, 8, '0'), 'batch.completed', 'pending', now(), now()
    from generate_series(1, ${count}::integer) n`.execute(db);
  await sql`update webhooks set due_at = now() where id in (select jsonb_array_elements_text(${ids}::jsonb))`.execute(
    db,
  );
}
