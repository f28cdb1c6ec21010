import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../../server/src/store/index.ts';
import { testDatabases } from '../../../server/test-kit/index.ts';
import { startServiceProcess, type ServiceProcess } from '../deployment/service-process.ts';
import { withStore } from '../deployment/store-access.ts';
import { Neighbour } from '../hostile/neighbour.ts';
import { report, require, type Proof } from '../proof.ts';
import { callDirectory, openDirectory, prepareDirectoryFolder } from './directory-service.ts';

const PEOPLE = 10_000;
const GROUPS = 300;
/** Each person is in so many of them. */
const GROUPS_EACH = 3;
/** One group in three gives a role. */
const MAPPED_EVERY = 3;
/** Entra ID sends memberships in requests of this many. */
const MEMBERS_AT_ONCE = 100;
const AT_ONCE = 8;
const MAX_SECONDS = 120;
/** Of all people at once, in one group with a role. */
const MAX_WHOLE_GROUP_MS = 5_000;
const MAX_P99_RATIO = 1.3;
const QUIET_MS = 10_000;

export const proveDirectorySync: Proof = {
  name: 'directory-sync',
  summary: `${PEOPLE} people and ${GROUPS} groups of a directory in under ${MAX_SECONDS} s while model calls run, whose p99 stays within ${MAX_P99_RATIO} of a quiet service`,
  async run({ size }) {
    const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
    if (!postgres) return console.log('  skipped: PostgreSQL not found');
    const opened = await postgres.open();
    const databaseUrl = opened.databaseUrl!;
    const folder = await prepareDirectoryFolder(databaseUrl);
    const service = await startServiceProcess(folder);
    try {
      await withStore({ dataDir: folder.directory, databaseUrl }, async (store) => {
        await openDirectory(store);
        await sync(service, store, size);
      });
    } catch (error) {
      console.log(service.output.slice(-2000));
      throw error;
    } finally {
      await service.end('SIGKILL');
      await folder.remove();
      await opened.close();
    }
  },
};

async function sync(service: ServiceProcess, store: Store, size: number): Promise<void> {
  const neighbour = new Neighbour(service);
  await delay(QUIET_MS);
  neighbour.take();
  await delay(QUIET_MS);
  const quiet = neighbour.take();
  const startedAtMs = performance.now();
  const people = await makePeople(service.url, Math.round(PEOPLE * size));
  const peopleMs = performance.now() - startedAtMs;
  await makeGroups(service.url, store, Math.max(1, Math.round(GROUPS * size)), people);
  const allMs = performance.now() - startedAtMs;
  const during = neighbour.take();
  const wholeMs = await fillOneGroup(service.url, store, people);
  await neighbour.stop();
  const ratio = during.p99 / quiet.p99;
  report('synced', {
    people: people.length,
    's for people': (peopleMs / 1000).toFixed(1),
    's for all': (allMs / 1000).toFixed(1),
    'ms for everybody in one group with a role': Math.round(wholeMs),
    'ms p99 of calls before': quiet.p99.toFixed(1),
    'ms p99 meanwhile': during.p99.toFixed(1),
    times: ratio.toFixed(2),
    'failed calls': neighbour.failed,
    'load of the machine': loadavg()[0]!.toFixed(1),
  });
  require(neighbour.failed === 0, `${neighbour.failed} calls failed`);
  require(allMs <= MAX_SECONDS * 1000 * size, `the sync took ${Math.round(allMs / 1000)} s`);
  require(wholeMs <= MAX_WHOLE_GROUP_MS, `a group of everybody took ${Math.round(wholeMs)} ms`);
  require(ratio <= MAX_P99_RATIO, `calls were ${ratio.toFixed(2)} times as slow`);
}

/** Several at once, as directories send them. Results in the order of the work. */
async function inParallel<T, Result>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function makePeople(url: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, number) => `person-${number}`);
  return inParallel(names, (name) => {
    const body = { userName: `${name}@acme.test`, externalId: name, displayName: name, active: true };
    return callDirectory(url, { method: 'POST', path: '/Users', body }, 201);
  });
}

async function makeGroups(
  url: string,
  store: Store,
  count: number,
  people: readonly string[],
): Promise<void> {
  const names = Array.from({ length: count }, (_, number) => `group-${number}`);
  const ids = await inParallel(names, (name) => makeGroup(url, name));
  await mapGroups(
    store,
    ids.filter((_, at) => at % MAPPED_EVERY === 0),
  );
  const requests = ids.flatMap((id, at) => {
    const members = people.filter((_, person) => isIn(person, at, count));
    return Array.from({ length: Math.ceil(members.length / MEMBERS_AT_ONCE) }, (_, part) => ({
      id,
      members: members.slice(part * MEMBERS_AT_ONCE, (part + 1) * MEMBERS_AT_ONCE),
    }));
  });
  await inParallel(requests, ({ id, members }) => {
    const value = members.map((member) => ({ value: member }));
    const body = { Operations: [{ op: 'Add', path: 'members', value }] };
    return callDirectory(url, { method: 'PATCH', path: `/Groups/${id}`, body }, 200);
  });
}

function isIn(person: number, group: number, groups: number): boolean {
  return (group - person + person * groups) % groups < Math.min(GROUPS_EACH, groups);
}

function makeGroup(url: string, name: string): Promise<string> {
  const body = { displayName: name, externalId: name };
  return callDirectory(url, { method: 'POST', path: '/Groups', body }, 201);
}

/** As an owner would. */
async function mapGroups({ db }: Store, ids: readonly string[]): Promise<void> {
  await db.updateTable('directory_groups').set({ role: 'developer' }).where('id', 'in', ids).execute();
}

/** Returns how long it takes to put everybody into one group with a higher role. */
async function fillOneGroup(url: string, store: Store, people: readonly string[]): Promise<number> {
  const id = await makeGroup(url, 'everybody');
  await store.db
    .updateTable('directory_groups')
    .set({ role: 'administrator' })
    .where('id', '=', id)
    .execute();
  const body = { displayName: 'everybody', members: people.map((value) => ({ value })) };
  const startedAtMs = performance.now();
  await callDirectory(url, { method: 'PUT', path: `/Groups/${id}`, body }, 200);
  return performance.now() - startedAtMs;
}
