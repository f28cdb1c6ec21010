import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OPERATIONS } from '@svc/contract';
import {
  DESCRIBED_CODE_KEY,
  describedDeployment,
  describedProvisioning,
  fuzzDescribed,
  readDescription,
  readReply,
  refusal,
  startRunningService,
  type DescribedService,
  type RunningService,
} from '#test-kit';
import { ExampleCalls } from './example-calls.ts';

const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const REQUESTS = 200;

let service: RunningService;
let described: DescribedService;
beforeAll(async () => {
  service = await startRunningService({
    deployment: describedDeployment(),
    provisioning: describedProvisioning(),
  });
  described = await readDescription(`http://127.0.0.1:${service.port}`);
});
afterAll(() => service?.stop());

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
    const webhooks = under('webhooks-2026-11-01').toSorted();
    expect((await idsOf('?beta=webhooks-2026-11-01')).toSorted()).toEqual(webhooks);
    expect(
      (await idsOf('?version=2026-11-01&beta=agents-2026-11-01,%20webhooks-2026-11-01,')).toSorted(),
    ).toEqual(webhooks);
  });

  it('PBETA-05 a flag that has no operations may be asked for, too', async () => {
    expect((await idsOf('?beta=agents-2026-11-01')).toSorted()).toEqual(under().toSorted());
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

describe('a live answer of every operation fits the whole description', () => {
  let calls: ExampleCalls;
  const call: ExampleCalls['call'] = (...all) => calls.call(...all);
  beforeAll(() => {
    calls = new ExampleCalls(described);
  });

  it('OAS-14 of model calls, whole and as streams', async () => {
    for (const id of ['createChatCompletion', 'createMessage'] as const) {
      await call(id);
      const { example } = described.api.find(id).body['application/json']!;
      const stream = await calls.send(id, { body: { ...(example as object), stream: true } });
      expect(stream.headers.get('content-type'), id).toMatch('text/event-stream');
    }
    for (const id of [
      'countChatCompletionTokens',
      'createEmbeddings',
      'listModels',
      'readModel',
      'listWebhookAddresses',
      'generatePrompt',
      'improvePrompt',
      'templatizePrompt',
    ])
      await call(id);
    const { headers } = await calls.send('describeApi');
    await calls.send('describeApi', { headers: { 'if-none-match': headers.get('etag')! } });
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of the organization, its keys, people and workspaces', async () => {
    const spare = ({ name }: { name: string }) => name === 'spare';
    await call('readOrganization');
    await call('updateOrganization');
    calls.standFor('readApiKey', (await call('listApiKeys'))['data'].find(spare).id);
    calls.standFor('readAdminKey', (await call('listAdminKeys'))['data'].find(spare).id);
    const isDora = ({ email }: { email: string }) => email === 'dora@acme.example';
    calls.standFor('readUser', (await call('listUsers'))['data'].find(isDora).id);
    calls.standFor('readWorkspace', (await call('createWorkspace'))['id']);
    for (const id of [
      'readApiKey',
      'updateApiKey',
      'readAdminKey',
      'updateAdminKey',
      'readUser',
      'updateUser',
      'readWorkspace',
      'addWorkspaceMember',
      'listWorkspaceMembers',
      'readWorkspaceMember',
      'updateWorkspaceMember',
      'removeWorkspaceMember',
      'readRateLimits',
      'setWorkspaceRateLimits',
      'readWorkspaceRateLimits',
      'clearWorkspaceRateLimits',
    ])
      await call(id);
    calls.standFor('readInvite', (await call('createInvite'))['id']);
    for (const id of ['listInvites', 'readInvite', 'deleteInvite', 'removeUser']) await call(id);
    calls.standFor('readSpendLimit', (await call('setSpendLimit'))['id']);
    for (const id of ['setSpendLimit', 'listSpendLimits', 'readSpendLimit', 'deleteSpendLimit'])
      await call(id);
    for (const id of ['updateWorkspace', 'archiveWorkspace', 'listWorkspaces', 'unarchiveWorkspace'])
      await call(id);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of reports and plugins', async () => {
    const day = new Date().toISOString().slice(0, 10);
    await call('listAuditEvents');
    for (const id of ['reportUsage', 'reportCost'])
      expect((await call(id, { query: { starting_at: `${day}T00:00:00Z` } }))['data'], id).not.toEqual([]);
    const authorization = `Bearer ${DESCRIBED_CODE_KEY}`;
    const { example } = described.api.find('reportCodeTelemetry').body['application/json']!;
    const now = JSON.stringify(example).replaceAll(/"1795082\d{12}"/g, `"${Date.now()}000000"`);
    await call('reportCodeTelemetry', { headers: { authorization }, body: JSON.parse(now) });
    const analytics = await call('reportCodeAnalytics', { query: { starting_at: day } });
    expect(analytics['data'][0].commits).toBe(2);
    calls.standFor('readPlugin', (await call('createPlugin'))['id']);
    await call('listPlugins');
    await call('readPlugin');
    await call('updatePlugin');
    expect(calls.problems).toEqual([]);
  });

  it.each([
    ['the workspace', 'Webhook', 'Webhooks'],
    ['the organization', 'OrganizationWebhook', 'OrganizationWebhooks'],
  ])('OAS-13 of webhooks of %s', async (_, one, many) => {
    calls.standFor(`read${one}`, (await call(`create${one}`))['id']);
    calls.standFor(`read${one}Delivery`, (await call(`test${one}`))['id']);
    for (const id of [
      `list${many}`,
      `read${one}`,
      `rotate${one}Secret`,
      `list${one}Deliveries`,
      `read${one}Delivery`,
      `redeliver${one}`,
      `update${one}`,
      `delete${one}`,
    ])
      await call(id);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of the inference hook', async () => {
    await call('putInferenceHook');
    for (const id of [
      'putInferenceHook',
      'readInferenceHook',
      'rotateInferenceHookSecret',
      'testInferenceHook',
      'deleteInferenceHook',
    ])
      await call(id);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of tunnels and their certificates', async () => {
    const certified = { name: 'certified', allowed_targets: ['http://inside/mcp'], auth_mode: 'mtls' };
    const byCertificate = await call('createTunnel', { body: certified });
    calls.standFor('readTunnel', byCertificate['id']);
    calls.standFor('readTunnelCertificate', (await call('issueTunnelCertificate'))['id']);
    for (const id of ['listTunnelCertificates', 'readTunnelCertificate', 'revokeTunnelCertificate'])
      await call(id);
    calls.standFor('readTunnel', (await call('createTunnel'))['id']);
    for (const id of [
      'listTunnels',
      'readTunnel',
      'updateTunnel',
      'rotateTunnelToken',
      'listTunnelConnections',
      'deleteTunnel',
    ])
      await call(id);
    expect(calls.problems).toEqual([]);
  });

  it('OAS-13 of files, batches and prompt templates', async () => {
    calls.standFor('readFile', (await call('createFile'))['id']);
    await expect.poll(async () => (await call('readFile'))['status']).toBe('ready');
    await call('listFiles');
    await call('readFileContent');
    await calls.send('readFileContent', { headers: { range: 'bytes=0-9' } });
    calls.standFor('readBatch', (await call('createBatch'))['id']);
    await call('cancelBatch');
    await call('readBatch');
    await call('listBatches');
    await expect.poll(async () => (await call('readBatch'))['status']).toBe('canceled');
    await call('deleteFile');
    await call('createPromptTemplate');
    for (const id of [
      'createPromptTemplate',
      'listPromptTemplates',
      'readPromptTemplate',
      'setPromptTemplateLabel',
    ])
      await call(id);
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
