import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiBrowser,
  oneOrganization,
  SamlProvider,
  startConsoleNode,
  startOwnRedis,
  testDatabases,
  testRedisUrl,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningConsole,
} from '#test-kit';

const BASE_URL = 'https://svc.example';
const PASSWORD = 'correct horse battery';
const FAILED = '/console/sign-in?sso_error=sso_failed';
const members = [{ email: 'ada@acme.test', name: 'Ada', role: 'primary_owner', password: PASSWORD }];
const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

describe.runIf(canRun)('sign-in by SAML on two nodes', () => {
  let opened: OpenTestDatabase;
  let redis: OwnRedis;
  let nodes: readonly [RunningConsole, RunningConsole];
  let idp: SamlProvider;
  let id: string;

  beforeAll(async () => {
    [opened, redis, idp] = await Promise.all([
      postgres!.open(),
      startOwnRedis(),
      SamlProvider.start(() => Date.now()),
    ]);
    const environment = { SVC_BASE_URL: BASE_URL, REDIS_URL: redis.url };
    const start = () => startConsoleNode(opened, { provisioning: oneOrganization({ members }), environment });
    nodes = [await start(), await start()];
    id = await connect();
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await opened.close();
    await redis.kill();
  });

  const urlOf = (node: 0 | 1) => `http://127.0.0.1:${nodes[node].port}`;

  /** An active connection. The domain and the test of it are proven elsewhere. */
  async function connect(): Promise<string> {
    const ada = new ApiBrowser(urlOf(0), BASE_URL);
    await ada.signIn('ada@acme.test', PASSWORD);
    await ada.post('/console/api/domains', { domain: 'acme.test' });
    const { db } = opened.store;
    await db.updateTable('domains').set({ status: 'verified' }).execute();
    const settings = { name: 'a', protocol: 'saml', domains: ['acme.test'], saml: idp.settings };
    const { body } = await ada.post('/console/api/sso_connections', settings);
    await db.updateTable('sso_connections').set({ status: 'active' }).execute();
    return body['id'] as string;
  }

  async function begin(node: 0 | 1) {
    const browser = new ApiBrowser(urlOf(node), BASE_URL);
    const { headers } = await browser.get(`/sso/${id}/start`);
    const request = idp.readRequest(headers.get('location') ?? '');
    const person = { nameId: 'ada', attributes: { email: ['ada@acme.test'] } };
    return { browser, request, xml: idp.respond(request, person) };
  }

  async function post(node: 0 | 1, xml: string, relayState: string): Promise<string> {
    const body = new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: relayState,
    });
    const reply = await fetch(`${urlOf(node)}/sso/${id}/acs`, { method: 'POST', body, redirect: 'manual' });
    return reply.headers.get('location') ?? String(reply.status);
  }

  async function reasons(): Promise<unknown[]> {
    const events = opened.store.db.selectFrom('audit_events').select('details');
    const rows = await events.where('event', '=', 'session.failed').execute();
    return rows.map(({ details }) => (details as { reason?: string }).reason);
  }

  it('SSO-07 D-SSO-17 begins at one node, comes back to another, and ends at the first', async () => {
    const { browser, request, xml } = await begin(0);
    const next = await post(1, xml, request.relayState);
    const { headers } = await browser.get(next);
    expect(headers.get('location')).toBe('/console/');
    const session = await browser.copy(urlOf(1)).get('/console/api/auth/session');
    expect(session.body).toMatchObject({ user: { email: 'ada@acme.test' } });
  });

  it('SSO-07 uses an assertion once over all nodes, also when it comes to both at once', async () => {
    const { browser, request, xml } = await begin(0);
    const posts = ([0, 1, 0, 1] as const).map((node) => post(node, xml, request.relayState));
    const locations = await Promise.all(posts);
    const [next, ...others] = locations.filter((location) => location !== FAILED);
    expect([next, others]).toEqual([expect.stringContaining('/callback?response='), []]);
    expect(await reasons()).toEqual(['replayed', 'replayed', 'replayed']);
    expect((await browser.copy(urlOf(1)).get(next!)).headers.get('location')).toBe('/console/');
    expect(await post(1, xml, request.relayState)).toBe(FAILED);
  });
});
