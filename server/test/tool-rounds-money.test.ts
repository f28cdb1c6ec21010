import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chunk,
  httpDatabases,
  httpSite,
  mcpSite,
  rawReply,
  sse,
  STALL,
  textReply,
  type McpSite,
  type Reply,
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
import { ROUNDS_CASES } from './money/tool-rounds-cases.ts';
import {
  balanceIs,
  installMoneyHooks,
  RATES,
  upstream,
  usage,
  withMoney,
  type Money,
} from './money/with-money.ts';

const START_NANOS = 1e9;
const POLL = { timeout: 20_000 };

let mcp: McpSite;
let search: TestSite;
installMoneyHooks();
beforeAll(async () => {
  mcp = await mcpSite('modern', TOKEN);
  search = await httpSite((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"results":[]}'),
  );
});
afterAll(async () => {
  await mcp.close();
  await search.close();
});

const call = ({ service }: Money, fields?: object, signal?: AbortSignal): Promise<Response> =>
  fetch(service.baseUrl + MESSAGES, roundsRequest(mcp, fields, signal));

/** Leaves once `waiting` resolves: what is waited for does not answer. */
async function leave(money: Money, waiting: () => Promise<unknown>): Promise<void> {
  const leaving = new AbortController();
  const left = call(money, {}, leaving.signal).catch(() => undefined);
  await waiting();
  leaving.abort();
  await left;
}

async function readUntil(response: Response, text: string): Promise<void> {
  let seen = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += part;
    if (seen.includes(text)) return;
  }
  throw new Error(`the stream ended with ${seen}`);
}

describe.each(await httpDatabases(import.meta.filename))('the money of tool rounds on $kind', (database) => {
  const withTools = (
    use: Parameters<typeof withMoney>[2],
    more: object = {},
    balance_usd = '1',
  ): Promise<void> =>
    withMoney(
      database,
      {
        credits: { enabled: true, balance_usd },
        deployment: toolsDeployment(upstream, search.port),
        more,
      },
      use,
    );

  it.each(ROUNDS_CASES)('BILL-01 D-85 $name', ({ rounds, replies, fields, status, says, costNanos, uses }) =>
    withTools(async (money) => {
      upstream.script(roundsReply(rounds, replies));
      const reply = await call(money, fields);
      expect([await reply.text(), reply.status]).toEqual([expect.stringMatching(says), status]);
      const record = { cost_nanos: costNanos, server_tool_use: uses ?? null, estimated: false };
      return (nanos, records) => {
        expect(records).toEqual(costNanos === 0 ? [] : [record]);
        expect(nanos).toBe(START_NANOS - costNanos);
      };
    }),
  );

  it('BILL-04 is that of the generations so far where the caller leaves while a tool runs', () =>
    withTools(async (money) => {
      upstream.script(roundsReply([ECHO, { site__wait: {} }]));
      await leave(money, () => expect.poll(() => mcp.waiting, POLL).toBe(1));
      await expect.poll(() => mcp.waiting, POLL).toBe(0);
      return balanceIs(START_NANOS - costOfRounds(2));
    }));

  it('BILL-04 BILL-06 has nothing of a generation without output when the caller leaves', () =>
    withTools(async (money) => {
      const third = Promise.withResolvers<void>();
      const stalled: Reply = () => {
        third.resolve();
        return { steps: [STALL], beforeHead: true };
      };
      upstream.script(roundsReply([SEARCH, ECHO], { 2: stalled }));
      await leave(money, () => third.promise);
      expect(mcp.waiting).toBe(0);
      return balanceIs(START_NANOS - costOfRounds(2) - SEARCH_NANOS);
    }));

  it('BILL-04 BILL-05 estimates only the generation that was under way when the caller left', () =>
    withTools(async (money) => {
      const third = rawReply([sse(chunk({ content: 'one two three' })), STALL]);
      upstream.script(roundsReply([ECHO, ECHO], { 2: third }));
      const leaving = new AbortController();
      await readUntil(await call(money, { stream: true }, leaving.signal), 'three');
      leaving.abort();
      return (nanos) => {
        const estimate = START_NANOS - nanos - costOfRounds(2);
        expect(estimate).toBeGreaterThan(3 * RATES.output);
        expect(estimate).toBeLessThan(20 * RATES.output + 1000 * RATES.input);
      };
    }));

  it.each([
    ['balance', '0.03', {}, 'no_credits'],
    ['spend limit', '1', { spend_limits: [{ scope: 'organization', limit_usd: '0.03' }] }, 'spend_limit'],
  ])(
    'LIMIT-32 LIMIT-34 is exact where the %s is spent between the rounds, and the next call is refused',
    (_name, balance, more, limit) =>
      withTools(
        async (money) => {
          const costly = usage(8000, 10);
          const rounds = roundsReply([{ site__big: { characters: 30_000 } }, { site__wait: {} }, undefined], {
            2: textReply('it is done', { usage: costly }),
          });
          const other = textReply('mine', { usage: usage(10, 900) });
          upstream.script((request) => (request.text.includes('"Hi"') ? other : rounds(request)));
          const first = call(money, { tools: [] });
          await expect.poll(() => mcp.waiting, POLL).toBe(1);
          expect(await money.ask({ max_tokens: 900 })).toMatchObject({ status: 200, source: 'api_credit' });
          expect(await (await first).text()).toContain('it is done');
          expect(await money.ask()).toMatchObject({ status: 402, error: { limit } });
          const spent =
            costOfRounds(2) + 8000 * RATES.input + 10 * RATES.output + 10 * RATES.input + 900 * RATES.output;
          return balanceIs(Number(balance) * 1e9 - spent);
        },
        more,
        balance,
      ),
  );
});
