import { describe, expect, it, vi } from 'vitest';
import {
  chunk,
  COVERED,
  LEFT_NANOS,
  MAIN_KEY,
  MAX_TOKENS,
  raceDeployment,
  raceForWallet,
  raceKey,
  raceOrganizations,
  rawReply,
  REFUSED,
  sse,
  STALL,
  textReply,
} from '#test-kit';
import {
  canRunNodes,
  count,
  database,
  installNodeHooks,
  NODES,
  redis,
  spread,
  withNodes,
} from './processes/nodes.ts';
import {
  ASK,
  codeOf,
  installProcessHooks,
  run,
  SECOND_KEY,
  upstream,
  type Started,
} from './processes/service-process.ts';

vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

describe.runIf(canRunNodes)('several nodes', () => {
  installNodeHooks();

  it('LIMIT-06 admit exactly 600 requests of a key per minute, all together', () =>
    withNodes({ deployment: { limits: { chat_requests_per_minute: 600 } } }, async (nodes) => {
      const statuses = [...(await spread(nodes, 450)), ...(await spread(nodes, 450))];
      expect([count(statuses, 200), count(statuses, 429)]).toEqual([600, 300]);
      // Another key has its own count.
      expect(count(await spread(nodes, 30, SECOND_KEY), 200)).toBe(30);
    }));

  it('AUTH-11 refuse a key once its revocation returned, wherever it was revoked and while it is in use', () =>
    withNodes({}, async (nodes, env) => {
      expect(await spread(nodes, 12)).toEqual(Array.from({ length: 12 }, () => 200));
      let returned = false;
      const late: number[] = [];
      const traffic = nodes.map(async (node) => {
        let after = 0;
        while (after < 20) {
          const asked = returned;
          const { status } = await node.ask();
          if (!asked) continue;
          late.push(status);
          after++;
        }
      });
      const { code } = await run(['keys', 'revoke', MAIN_KEY], { ...env, SVC_DATA_DIR: 'node-1' });
      returned = true;
      expect(code).toBe(0);
      await Promise.all(traffic);
      expect(count(late, 401)).toBe(NODES * 20);
      expect(await spread(nodes, 3, SECOND_KEY)).toEqual([200, 200, 200]);
    }));

  const ROUNDS = 5;

  it('LIMIT-34 admit exactly as many credit-paid requests as the balance covers, repeatedly, and charge each exactly', () =>
    withNodes(
      { deployment: raceDeployment(), provisioning: raceOrganizations(ROUNDS) },
      async (nodes, env) => {
        const urls = nodes.map(({ url }) => url);
        for (let round = 0; round < ROUNDS; round++) {
          expect(await raceForWallet(urls, raceKey(round), upstream)).toEqual({
            admitted: COVERED,
            noCredits: REFUSED,
            others: [],
          });
        }
        const { code, out } = await run(['ledger', 'check'], { ...env, SVC_DATA_DIR: 'node-0' });
        expect([code, out]).toEqual([0, expect.not.stringContaining('FAIL')]);
        await Promise.all(nodes.map((node) => node.end('SIGTERM')));
        const wallets = await database.store.db.selectFrom('wallets').select('balance_nanos').execute();
        expect(wallets.map(({ balance_nanos }) => balance_nanos)).toEqual(
          Array.from({ length: ROUNDS }, () => LEFT_NANOS),
        );
        expect(await database.store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([]);
      },
    ));

  it('lend what a dead node had set aside once its lease has expired, and not before', () =>
    withNodes({ deployment: raceDeployment(), provisioning: raceOrganizations(1) }, async (nodes) => {
      const [dying, other] = [nodes[0]!, nodes[1]!];
      const ask = (node: Started, tokens: number) => node.ask(raceKey(0), { ...ASK, max_tokens: tokens });
      upstream.script(rawReply([sse(chunk({ content: 'begun' })), STALL]));
      // Everything except one worst case is held when the node dies.
      await Promise.all(Array.from({ length: COVERED - 1 }, () => ask(dying, MAX_TOKENS)));
      await dying.end('SIGKILL');
      upstream.script(textReply('fine'));
      expect((await ask(other, MAX_TOKENS + 1)).status).toBe(402);
      expect((await ask(other, MAX_TOKENS)).status).toBe(200);
      // `limits.credit_hold_s` is 900.
      await other.advance(890);
      expect((await ask(other, MAX_TOKENS + 1)).status).toBe(402);
      await other.advance(20);
      expect((await ask(other, (COVERED - 1) * MAX_TOKENS)).status).toBe(200);
    }));

  it.each(['killed', 'frozen'] as const)(
    'LIMIT-12 continue when Redis is %s: no error, no wait, and shared counts again when it returns',
    (how) =>
      withNodes({ deployment: { limits: { chat_requests_per_minute: 600 } } }, async (nodes, env) => {
        expect(count(await spread(nodes, 30), 200)).toBe(30);
        if (how === 'killed') await redis.kill();
        else redis.freeze();
        const slowest: number[] = [];
        for (let round = 0; round < 5; round++) {
          const startedAt = performance.now();
          const statuses = await spread(nodes, 30);
          slowest.push(performance.now() - startedAt);
          expect(statuses.filter((status) => status !== 200)).toEqual([]);
        }
        expect(Math.max(...slowest)).toBeLessThan(2000);
        const ready = await fetch(`${nodes[0]!.url}/readyz`);
        expect([ready.status, await ready.json()]).toEqual([
          200,
          expect.objectContaining({ status: 'degraded', degraded: ['counters'] }),
        ]);
        // Meanwhile every node checks the database: a revocation is in force although it cannot be announced.
        const revoking = run(['keys', 'revoke', SECOND_KEY], { ...env, SVC_DATA_DIR: 'node-1' });
        await expect
          .poll(async () => Promise.all(nodes.map(async (node) => codeOf(await node.ask(SECOND_KEY)))))
          .toEqual(['revoked_api_key', 'revoked_api_key', 'revoked_api_key']);
        if (how === 'killed') await redis.restart();
        else redis.thaw();
        expect((await revoking).code).toBe(0);
        await expect
          .poll(
            async () =>
              ((await (await fetch(`${nodes[0]!.url}/readyz`)).json()) as { status: string }).status,
          )
          .toBe('ready');
        expect(count(await spread(nodes, 30), 200)).toBe(30);
      }),
  );
});
