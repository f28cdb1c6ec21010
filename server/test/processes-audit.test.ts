import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { MAIN_KEY, oneOrganization, testDatabases, type TestDatabase } from '#test-kit';
import { installNodeHooks, canRunNodes, withNodes } from './processes/nodes.ts';
import {
  installProcessHooks,
  SECOND_KEY,
  start,
  writeServiceFiles,
  writeProvisioning,
  type Started,
} from './processes/service-process.ts';
import { fresh, installWorkerHooks, pidsOf, runsWorkers, withWorkers } from './processes/worker-service.ts';

const ADMIN_KEY = `sk_admin_${'a'.repeat(64)}`;
const HEADERS = { authorization: `Bearer ${ADMIN_KEY}`, 'svc-beta': 'admin-2026-11-01' };
const LOG = '/audit_events?limit=100';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const provisioning = () => {
  const key = (name: string, secret: string) => ({
    name,
    kind: 'private',
    workspace: 'Default',
    created_by: 'ada@acme.test',
    secret,
  });
  return oneOrganization({
    keys: [key('main', MAIN_KEY), { ...key('second', SECOND_KEY), allowed_ips: ['198.51.100.0/24'] }],
    admin_keys: [{ name: 'admin', created_by: 'ada@acme.test', secret: ADMIN_KEY }],
  });
};

interface Event {
  readonly event: string;
  readonly request_id: string;
  readonly details: { readonly status?: number };
}

/** On a new connection, so that it may reach any of several workers. */
const get = (service: Started, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fresh(service, `/v1/organizations${path}`, { ...HEADERS, ...headers });

const readLog = async (service: Started): Promise<readonly Event[]> => {
  const response = await get(service, LOG);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Event[] }).data;
};

/** Every way in which a request can change nothing. */
const REQUESTS: readonly (readonly [name: string, path: string, headers?: Record<string, string>])[] = [
  ['a read', '/me'],
  ['an unknown object', '/workspaces/wrkspc_none'],
  ['no flag', '/me', { 'svc-beta': '' }],
  ['a key of another kind', '/me', { authorization: `Bearer ${MAIN_KEY}` }],
  ['an address that is not allowed', '/me', { authorization: `Bearer ${SECOND_KEY}` }],
];

async function withEnvironment(
  database: TestDatabase,
  use: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const files = writeServiceFiles();
  writeProvisioning(provisioning());
  if (database.kind === 'embedded') return use(files);
  const opened = await database.open({ migrated: false });
  try {
    await use({
      ...files,
      DATABASE_URL: opened.databaseUrl!,
      SVC_DATA_KEY: randomBytes(32).toString('base64'),
    });
  } finally {
    await opened.close();
  }
}

describe.each(await testDatabases())('audit events of a service on $kind', (database) => {
  it('ADMIN-44 ADMIN-45 AUTH-22 exist exactly once after kill -9 right after the response, however often it is restarted', () =>
    withEnvironment(database, async (env) => {
      const killed = await start(env);
      const responses = await Promise.all(REQUESTS.map(([, path, headers]) => get(killed, path, headers)));
      await killed.end('SIGKILL');
      const responded = responses.map(({ headers, status }) => `${headers.get('x-request-id')} ${status}`);
      for (let starts = 0; starts < 2; starts++) {
        const service = await start(env);
        const events = await readLog(service);
        const of = (name: string): string[] =>
          events
            .filter(({ event }) => event === name)
            .map(({ request_id: id, details }) => `${id} ${details.status}`);
        for (const [index, [name]] of REQUESTS.entries())
          expect([name, of('admin_api.request').filter((one) => one === responded[index])]).toEqual([
            name,
            [responded[index]],
          ]);
        expect(of('api_key.ip_denied')).toEqual([responded.at(-1)]);
        await service.end('SIGKILL');
      }
    }));
});

describe.runIf(canRunNodes)('audit events of several nodes', () => {
  installNodeHooks();

  it('ADMIN-39 ADMIN-44 are listed by any node, whichever node answered the request', () =>
    withNodes({ provisioning: provisioning() }, async (nodes) => {
      for (let round = 0; round < 12; round++) {
        const responses = await Promise.all(
          nodes.map((node) => get(node, round % 2 === 0 ? '/me' : '/workspaces/wrkspc_none')),
        );
        const ids = responses.map(({ headers }) => headers.get('x-request-id')!);
        const listed = new Set((await readLog(nodes[round % nodes.length]!)).map(({ request_id: id }) => id));
        expect(ids.filter((id) => !listed.has(id))).toEqual([]);
      }
    }));

  it('ADMIN-39 a suspended node delays the list for a moment, and is reported', () =>
    withNodes({ provisioning: provisioning() }, async ([asked, other, silent]) => {
      silent!.child.kill('SIGSTOP');
      try {
        const response = await get(other!, '/me');
        expect((await readLog(asked!)).map(({ request_id: id }) => id)).toContain(
          response.headers.get('x-request-id'),
        );
        await expect
          .poll(() => asked!.output())
          .toContain('audit list may be incomplete: a node did not respond');
      } finally {
        silent!.child.kill('SIGCONT');
      }
    }));
});

describe.runIf(runsWorkers)('audit events of several workers', () => {
  installWorkerHooks();

  it('ADMIN-39 ADMIN-44 are listed by the next worker asked, even by fewer workers after kill -9 of all', () =>
    withWorkers({ provisioning: provisioning() }, async (service, env) => {
      for (let round = 0; round < 20; round++) {
        const id = (await get(service, '/me')).headers.get('x-request-id');
        expect((await readLog(service)).map(({ request_id }) => request_id)).toContain(id);
      }
      const last = await Promise.all(Array.from({ length: 6 }, () => get(service, '/me')));
      for (const pid of pidsOf(service)) process.kill(pid, 'SIGKILL');
      await service.end('SIGKILL');
      const alone = await start({ ...env, SVC_WORKERS: '1' });
      const listed = (await readLog(alone)).map(({ request_id: id }) => id);
      for (const { headers } of last)
        expect(listed.filter((id) => id === headers.get('x-request-id'))).toHaveLength(1);
      expect(await alone.end('SIGTERM')).toEqual([0, null]);
    }));
});
