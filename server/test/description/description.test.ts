import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { DESCRIBED_BETAS, OPERATIONS } from '@svc/contract';
import {
  DESCRIBED_CODE_KEY,
  describedDeployment,
  describedProvisioning,
  fuzzDescribed,
  readDescription,
  readReply,
  refusal,
  startRunningService,
  TextNameServer,
  type DescribedService,
  type RunningService,
} from '#test-kit';
import { ExampleCalls, type AnyBody } from './example-calls.ts';
import { ExampleLives } from './example-lives.ts';
import { lifecycles } from './lifecycles.ts';

const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS = 200;

let service: RunningService;
let described: DescribedService;
let dns: TextNameServer;
beforeAll(async () => {
  dns = await TextNameServer.start();
  service = await startRunningService({
    deployment: { ...describedDeployment(), sso: { dns_servers: [dns.address] } },
    provisioning: describedProvisioning(),
  });
  described = await readDescription(`http://127.0.0.1:${service.port}`);
});
afterAll(async () => {
  await service?.stop();
  await dns?.close();
});

describe('the description by query', () => {
  const ask = (query: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${described.baseUrl}/api/openapi${query}`, init);
  const idsOf = async (query: string): Promise<string[]> => {
    const { paths } = parse(await (await ask(query)).text()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    return Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  };
  const under = (...flags: readonly string[]): string[] =>
    OPERATIONS.filter(({ beta }) => beta === undefined || flags.includes(beta)).map(({ id }) => id);

  it('OAS-08 OAS-17 D-OAS-1 a version has what needs no flag, and flags add their operations', async () => {
    const version = await ask('?version=2026-11-01');
    expect([version.status, version.headers.get('content-type')]).toEqual([200, 'application/yaml']);
    expect(parse(await version.text())).toMatchObject({ info: { version: '2026-11-01' } });
    expect((await idsOf('?version=2026-11-01')).toSorted()).toEqual(under().toSorted());
    const [agents, webhooks] = ['agents-2026-11-01', 'webhooks-2026-11-01'] as const;
    expect((await idsOf(`?beta=${webhooks}`)).toSorted()).toEqual(under(webhooks).toSorted());
    expect((await idsOf(`?version=2026-11-01&beta=${agents},%20${webhooks},`)).toSorted()).toEqual(
      under(agents, webhooks).toSorted(),
    );
  });

  it('PBETA-05 every flag may be asked for alone, and none at all', async () => {
    for (const flag of DESCRIBED_BETAS)
      expect((await idsOf(`?beta=${flag}`)).toSorted(), flag).toEqual(under(flag).toSorted());
    expect((await idsOf('?beta=')).toSorted()).toEqual(under().toSorted());
  });

  it.each([
    ['?version=1999-01-01', 'invalid_version', 'version'],
    ['?beta=nope-2026-01-01', 'unknown_beta', 'beta'],
  ])('D-OAS-1 %s is refused in the usual envelope', async (query, code, param) => {
    const refused = await readReply(await ask(query));
    expect(refusal(refused)).toBe(`400 ${code} ${param}`);
    expect(refused.body.error.type).toBe('invalid_request_error');
  });

  it('OAS-01 OAS-02 OAS-04 OAS-05 D-OAS-2 is open to every site, may be cached for five minutes, and has an ETag of its form', async () => {
    const whole = await ask('?version=2026-11-01');
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');
    expect(whole.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = whole.headers.get('etag')!;
    const again = await ask('?version=2026-11-01', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await ask('', { headers: { 'if-none-match': etag } })).status).toBe(200);
    const head = await ask('?version=2026-11-01', { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual([
      String(Buffer.byteLength(await whole.text())),
      '',
    ]);
  });

  it('OAS-06 without a query is the frozen file of the live surface', async () => {
    expect(await idsOf('')).toEqual(['createChatCompletion']);
    expect(await idsOf('?other=1')).toEqual(['createChatCompletion']);
  });
});

/** Only directories make groups, with a token of theirs. */
async function makeDirectoryGroup(): Promise<void> {
  const { baseUrl, bearers } = described;
  const tokens = `${baseUrl}/v1/organizations/directory_tokens`;
  const send = (url: string, method: string, bearer: string, body?: object): Promise<Response> =>
    fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'svc-beta': 'admin-2026-11-01',
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const made = await send(tokens, 'POST', bearers.AdminKey, { name: 'for a group' });
  const { id, secret } = (await made.json()) as { id: string; secret: string };
  await send(`${baseUrl}/scim/v2/Groups`, 'POST', secret, { displayName: 'Engineers' });
  await send(`${tokens}/${id}`, 'DELETE', bearers.AdminKey);
}

describe('a live answer of every operation fits the whole description', () => {
  let calls: ExampleCalls;
  let lives: ExampleLives;
  const call: ExampleCalls['call'] = (...all) => calls.call(...all);
  const untilStatus = async (id: string, status: string): Promise<void> => {
    await vi.waitUntil(async () => (await call(id))['status'] === status, { timeout: 20_000 });
  };
  const isSpare = ({ name }: AnyBody): boolean => name === 'spare';
  const certified = { name: 'certified', allowed_targets: ['http://inside/mcp'], auth_mode: 'mtls' };
  beforeAll(async () => {
    await makeDirectoryGroup();
    calls = new ExampleCalls(described);
    lives = new ExampleLives(calls, {
      chosen: {
        listApiKeys: isSpare,
        listAdminKeys: isSpare,
        listUsers: ({ email }) => email === 'dora@acme.example',
      },
      changes: {
        readFileContent: [{}, { headers: { range: 'bytes=0-9' } }],
        // Activated it can only be once a person has come in by it.
        updateSsoConnection: [{ body: { name: 'Okta' } }],
      },
      before: {
        deleteFile: () => lives.live('/v1/batches'),
        async verifyDomain() {
          const { txt_name: name, txt_value: value } = (await call('listDomains'))['data'][0];
          dns.texts.set(String(name), [String(value)]);
        },
        // The life of domains has ended.
        createSsoConnection: async () => void (await call('createDomain')),
        // What is archived cannot be changed.
        archiveAgent: async () => void (await call('updateAgent')),
        // The change sets a limit of its own.
        updateWorkspace: () => lives.live('/v1/organizations/spend_limits'),
        async issueTunnelCertificate() {
          const { id: other } = (await call('listTunnels'))['data'][0];
          calls.standFor('readTunnel', (await call('createTunnel', { body: certified }))['id']);
          calls.standFor('readTunnelCertificate', (await call('issueTunnelCertificate'))['id']);
          await lives.live('/v1/tunnels/{tunnel_id}/certificates');
          calls.standFor('readTunnel', other);
        },
      },
      after: {
        createFile: () => untilStatus('readFile', 'ready'),
        async createBatch() {
          await call('cancelBatch');
          await untilStatus('readBatch', 'canceled');
        },
        createPromptTemplate: async () => void (await call('createPromptTemplate')),
      },
    });
  });

  it('OAS-14 of model calls, whole and as streams', async () => {
    for (const id of ['createChatCompletion', 'createMessage'] as const) {
      await call(id);
      const { example } = described.api.find(id).body['application/json']!;
      const stream = await calls.send(id, { body: { ...(example as object), stream: true } });
      expect(stream.headers.get('content-type'), id).toMatch('text/event-stream');
    }
    const { headers } = await calls.send('describeApi');
    await calls.send('describeApi', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of reports, which are about the calls before', async () => {
    const day = new Date().toISOString().slice(0, 10);
    for (const id of ['reportUsage', 'reportCost'])
      expect((await call(id, { query: { starting_at: `${day}T00:00:00Z` } }))['data'], id).not.toEqual([]);
    const authorization = `Bearer ${DESCRIBED_CODE_KEY}`;
    const { example } = described.api.find('reportCodeTelemetry').body['application/json']!;
    const now = JSON.stringify(example).replaceAll(/"1795082\d{12}"/g, `"${Date.now()}000000"`);
    await call('reportCodeTelemetry', { headers: { authorization }, body: JSON.parse(now) });
    const analytics = await call('reportCodeAnalytics', { query: { starting_at: day } });
    expect(analytics['data'][0].commits).toBe(2);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of objects that nothing creates', async () => {
    await lives.adopt();
    expect(calls.problems).toEqual([]);
  });

  it.each(lifecycles(OPERATIONS))('OAS-13 of $root and below', async ({ root }) => {
    await lives.live(root);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-09 and no operation was left out, nor a status of one', () => {
    const promised = described.api.operations.flatMap(({ id, responses }) =>
      Object.keys(responses)
        .filter((status) => Number(status) < 400)
        .map((status) => `${id} ${status}`),
    );
    expect([...calls.statuses].toSorted()).toEqual(promised.toSorted());
  });
});

it('D-OAS-2 answers to requests made from the schemas fit the description, and none is a failure of the service', async () => {
  const { problems, statuses } = await fuzzDescribed(described, { requests: REQUESTS, seed: SEED });
  expect(problems, `TEST_SEED=${SEED}`).toEqual([]);
  const responded = [...statuses]
    .filter(([status]) => status < 400)
    .reduce((sum, [, count]) => sum + count, 0);
  expect(responded).toBeGreaterThan(REQUESTS / 20);
});
