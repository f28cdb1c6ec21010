import { describe, expect, it, vi } from 'vitest';
import {
  BALANCE_NANOS,
  chunk,
  COVERED,
  MAX_TOKENS,
  NANOS_PER_TOKEN,
  raceDeployment,
  raceKey,
  raceOrganizations,
  rawReply,
  sse,
  USED_TOKENS,
  type RecordedRequest,
} from '#test-kit';
import {
  ASK,
  installProcessHooks,
  readStore,
  run,
  start,
  upstream,
  writeServiceFiles,
  writeProvisioning,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

describe('svc credits grant and svc ledger check', () => {
  it('work with and without a running service', async () => {
    const env = writeServiceFiles();
    const service = await start(env);
    expect(await run(['credits', 'grant', 'Acme', '12.50', '--note', 'welcome'], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Granted 12\.5 dollars to org_\w+ \(grant_\w+\)\.\nCredits are off /,
      ) as string,
    });
    expect(await run(['ledger', 'check'], env)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok {3}the entries of every transaction add up to zero$/m) as string,
    });
    expect(await run(['credits', 'grant', 'Nobody', '1'], env)).toMatchObject({
      code: 1,
      err: 'there is no organization "Nobody"\n',
    });
    await service.end('SIGTERM');
    expect((await run(['credits', 'grant', 'Acme', '0.000000001'], env)).code).toBe(0);
    const { code, out } = await run(['ledger', 'check'], env);
    expect([code, out]).toEqual([0, expect.not.stringContaining('FAIL')]);
  });

  it('svc usage drop reports what it dropped and refuses what is still needed, with and without a running service', async () => {
    const env = writeServiceFiles();
    const service = await start(env);
    const drop = (...words: string[]) => run(['usage', 'drop', ...words], env);
    const check = async () => {
      const nothing = 'There are no records of months before 2020-01.\n';
      expect(await drop('--before', '2020-01')).toMatchObject({ code: 0, out: nothing });
      const { code, err } = await drop('--before', '2999-01');
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^Nothing was dropped: records from \d{4}-\d\d on are still needed\./),
      ]);
    };
    await check();
    await service.end('SIGTERM');
    await check();
    expect(await drop('--before', '2026-13')).toMatchObject({ code: 2 });
    expect(await drop()).toMatchObject({ code: 2 });
  });

  it.each(['0', '-1', 'x', '1.0000000001'])('refuse to grant %s dollars', async (usd) => {
    const { code, err } = await run(['credits', 'grant', 'Acme', '--', usd]);
    expect([code, err]).toEqual([2, expect.stringContaining('USD must be an amount above 0')]);
  });
});

describe('a killed run', () => {
  it('leaves its lease to the next run, which charges answered requests and returns the rest: the wallet is complete', async () => {
    const env = writeServiceFiles({ deployment: raceDeployment() });
    writeProvisioning(raceOrganizations(1));
    const [key, first] = [raceKey(0), await start(env)];
    const held = Promise.withResolvers<void>();
    const usage = { prompt_tokens: 9, completion_tokens: USED_TOKENS };
    const ending = [sse(chunk({ content: 'x' }, 'stop')), sse({ choices: [], usage }), sse('[DONE]')];
    // Every second call is answered; the others are running and hold their worst case when the process dies.
    upstream.script(({ number }: RecordedRequest) =>
      rawReply(
        number % 2 === 0 ? ending : [sse(chunk({ content: 'begun' })), { until: held.promise }, ...ending],
      ),
    );
    const calls = await Promise.all(
      Array.from({ length: COVERED }, () => first.ask(key, { ...ASK, max_tokens: MAX_TOKENS })),
    );
    let finished = 0;
    for (const call of calls)
      call.text().then(
        () => finished++,
        () => undefined,
      );
    await expect.poll(() => finished).toBe(COVERED / 2);
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);
    held.resolve();

    const next = await start(env);
    upstream.script(rawReply(ending));
    // The rest covers all but one worst case: every held nano-dollar must be free again.
    const leftNanos = BALANCE_NANOS - (COVERED / 2) * USED_TOKENS * NANOS_PER_TOKEN;
    const everything = { ...ASK, max_tokens: Math.floor(leftNanos / NANOS_PER_TOKEN) };
    await expect.poll(async () => (await next.ask(key, everything)).status).toBe(200);
    expect(await run(['ledger', 'check'], env)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('FAIL') as string,
    });
    expect(await next.end('SIGTERM')).toEqual([0, null]);
    const books = await readStore(async (db) => ({
      wallets: await db.selectFrom('wallets').select('balance_nanos').execute(),
      leases: await db.selectFrom('wallet_leases').selectAll().execute(),
    }));
    expect(books).toEqual({
      wallets: [{ balance_nanos: leftNanos - USED_TOKENS * NANOS_PER_TOKEN }],
      leases: [],
    });
  });
});
