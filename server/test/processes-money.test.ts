import { describe, expect, it, vi } from 'vitest';
import { proveBooksAfterKill } from './processes/killed-run.ts';
import {
  installProcessHooks,
  readStore,
  run,
  start,
  writeServiceFiles,
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
  it('leaves its lease to the next run, which charges answered requests and returns the rest: the wallet is complete', () =>
    expect(proveBooksAfterKill({}, readStore)).resolves.toBeUndefined());
});
