import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  httpSite,
  mcpSite,
  onDatabase,
  oneOrganization,
  openaiEngine,
  oneModel,
  startOwnRedis,
  startRunningService,
  testDatabases,
  testRedisUrl,
  type McpSite,
  type OpenTestDatabase,
  type OwnRedis,
  type RunningService,
  type TestSite,
} from '#test-kit';
import { MESSAGES } from './messages/ask.ts';
import {
  costOfRounds,
  ECHO,
  roundsReply,
  roundsRequest,
  SEARCH,
  SEARCH_NANOS,
  TOKEN,
  toolsDeployment,
} from './money/tool-rounds.ts';
import { installMoneyHooks, upstream } from './money/with-money.ts';

const postgres = (await testDatabases()).find(({ kind }) => kind === 'postgres');
const canRun = postgres !== undefined && (await testRedisUrl()) !== undefined;

const CALLS = 24;
/** Covers the worst case of some of the calls only, so that nodes lend each other what is left. */
const BALANCE_NANOS = 200_000_000;

describe.runIf(canRun)('the money of tool rounds on two nodes', () => {
  let redis: OwnRedis;
  let opened: OpenTestDatabase;
  let mcp: McpSite;
  let search: TestSite;
  let nodes: RunningService[];
  installMoneyHooks();

  beforeAll(async () => {
    redis = await startOwnRedis();
    opened = await postgres!.open();
    mcp = await mcpSite('modern', TOKEN);
    search = await httpSite((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"results":[]}'),
    );
    const options = {
      deployment: oneModel(openaiEngine(upstream.baseUrl), {
        plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }],
        ...toolsDeployment(upstream, search.port),
      }),
      provisioning: oneOrganization({
        credits: { enabled: true, balance_usd: String(BALANCE_NANOS / 1e9) },
      }),
      environment: {
        ...onDatabase(opened),
        REDIS_URL: redis.url,
        SVC_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    };
    nodes = [await startRunningService(options), await startRunningService(options)];
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    await mcp?.close();
    await search?.close();
    await opened?.close();
    await redis?.kill();
  });

  it('LIMIT-34 BILL-01 is charged to one balance, each call once and exactly', async () => {
    upstream.script(roundsReply([ECHO, { ...SEARCH, ...ECHO }, undefined]));
    const tools = [{ type: 'svc_web_search', max_uses: 1 }];
    const statuses = await Promise.all(
      Array.from({ length: CALLS }, async (_, at) => {
        const { status } = await fetch(
          nodes[at % nodes.length]!.baseUrl + MESSAGES,
          roundsRequest(mcp, { tools }),
        );
        return status;
      }),
    );
    const paid = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 402)).toHaveLength(CALLS - paid);
    expect(paid).toBeGreaterThan(0);
    for (const { property, broken } of await nodes[0]!.operator.checkLedger())
      expect(broken, property).toEqual([]);
    for (const node of nodes) await node.drain();
    const { db } = opened.store;
    const wallets = await db.selectFrom('wallets').select('balance_nanos').execute();
    const cost = costOfRounds(3) + SEARCH_NANOS;
    expect(wallets).toEqual([{ balance_nanos: BALANCE_NANOS - paid * cost }]);
    const records = await db.selectFrom('usage_records').select('cost_nanos').execute();
    expect(records).toEqual(Array.from({ length: paid }, () => ({ cost_nanos: cost })));
    expect(await db.selectFrom('wallet_leases').selectAll().execute()).toEqual([]);
  });
});
