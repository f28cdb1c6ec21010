import { expect } from 'vitest';
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
import type { Store } from '#store';
import { ASK, run, start, upstream, writeProvisioning, writeServiceFiles } from './service-process.ts';

/**
 * Kills a service amid calls, half of which are answered, and starts another one on its data: answered calls are charged, what the
 * others held is free again, and the books are complete. `read` reads the database once everything has stopped.
 */
export async function proveBooksAfterKill(
  more: Readonly<Record<string, string>>,
  read: (books: (db: Store['db']) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const env = { ...writeServiceFiles({ deployment: raceDeployment() }), ...more };
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
  await expect.poll(() => finished, { timeout: 60_000 }).toBe(COVERED / 2);
  expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);
  held.resolve();

  const next = await start(env);
  upstream.script(rawReply(ending));
  // The rest covers all but one worst case: every held nano-dollar must be free again.
  const leftNanos = BALANCE_NANOS - (COVERED / 2) * USED_TOKENS * NANOS_PER_TOKEN;
  const everything = { ...ASK, max_tokens: Math.floor(leftNanos / NANOS_PER_TOKEN) };
  const status = async (): Promise<number> => (await next.ask(key, everything)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  expect(await run(['ledger', 'check'], env)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('FAIL') as string,
  });
  expect(await next.end('SIGTERM')).toEqual([0, null]);
  const books = await read(async (db) => ({
    wallets: await db.selectFrom('wallets').select('balance_nanos').execute(),
    leases: await db.selectFrom('wallet_leases').selectAll().execute(),
  }));
  expect(books).toEqual({
    wallets: [{ balance_nanos: leftNanos - USED_TOKENS * NANOS_PER_TOKEN }],
    leases: [],
  });
}
