import { networkInterfaces } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { MAIN_KEY } from '#test-kit';
import {
  codeOf,
  installProcessHooks,
  readStore,
  run,
  SECOND_KEY,
  start,
  writeServiceFiles,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
installProcessHooks();

describe('keys', () => {
  it('AUTH-11 KEY-43 are refused on the next request after svc keys revoke', async () => {
    const env = writeServiceFiles();
    const service = await start(env);
    expect((await service.ask(SECOND_KEY)).status).toBe(200);
    expect(await run(['keys', 'revoke', 'second'], env)).toMatchObject({ code: 0, err: '' });
    const refused = await service.ask(SECOND_KEY);
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'revoked_api_key']);
    expect((await service.ask(MAIN_KEY)).status).toBe(200);
  });

  it('AUTH-39 KEY-18 KEY-19 KEY-20 have their uses stored after a minute and not before', async () => {
    const env = { ...writeServiceFiles(), SVC_TEST_CLOCK: '1' };
    const stored = () =>
      readStore((db) =>
        db
          .selectFrom('api_keys')
          .select(['use_count', 'last_used_ip', 'last_used_at'])
          .where('name', '=', 'main')
          .executeTakeFirstOrThrow(),
      );
    // Killed, because a stop would write the counts.
    for (const { advanceS, written } of [
      { advanceS: 50, written: 0 },
      { advanceS: 61, written: 3 },
    ]) {
      const service = await start(env);
      for (let i = 0; i < 3; i++) expect((await service.ask()).status).toBe(200);
      expect((await service.ask(MAIN_KEY, { messages: [] })).status).toBe(400);
      expect((await service.advance(advanceS)).status).toBe(200);
      await service.end('SIGKILL');
      const used =
        written === 0
          ? { last_used_ip: null, last_used_at: null }
          : { last_used_ip: '127.0.0.1', last_used_at: expect.any(Number) as number };
      // The refused body counts: its key was accepted.
      expect(await stored()).toEqual({ use_count: written === 0 ? 0 : written + 1, ...used });
    }
  });
});

describe('the test clock', () => {
  it('moves the expiry of keys and rate windows', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const limits = { chat_requests_per_minute: 2, models_requests_per_minute: 1000 };
    const service = await start({
      ...writeServiceFiles({ deployment: { limits }, secondKey: { expires_at: expires } }),
      SVC_TEST_CLOCK: '1',
    });
    expect([(await service.ask()).status, (await service.ask()).status]).toEqual([200, 200]);
    const full = await service.ask();
    expect([full.status, await codeOf(full)]).toEqual([429, 'rate_limited']);
    expect((await service.advance(60)).status).toBe(200);
    expect((await service.ask()).status).toBe(200);
    expect((await service.ask(SECOND_KEY)).status).toBe(200);
    const moved = await service.advance(3600);
    expect(Date.parse(((await moved.json()) as { now: string }).now)).toBeGreaterThan(Date.now() + 3_600_000);
    const expired = await service.ask(SECOND_KEY);
    expect([expired.status, await codeOf(expired)]).toEqual([401, 'expired_api_key']);
    for (const seconds of [-1, 1e12]) expect((await service.advance(seconds)).status).toBe(400);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

  it('is available to callers on this machine only, if enabled only, and never in production', async () => {
    const env = writeServiceFiles();
    const service = await start({ ...env, SVC_TEST_CLOCK: '1', HOST: '0.0.0.0' });
    expect((await service.advance(1)).status).toBe(200);
    if (outside !== undefined) {
      const response = await fetch(`http://${outside}:${service.port}/internal/test/clock`, {
        method: 'POST',
        body: '{"advance_s":1}',
      });
      expect(response.status).toBe(404);
    }
    await service.end('SIGTERM');
    const without = await start(env);
    expect((await without.advance(1)).status).toBe(404);
    await without.end('SIGTERM');
    const { code, err } = await run(['start'], { SVC_TEST_CLOCK: '1', NODE_ENV: 'production' });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('SVC_TEST_CLOCK: must be off with NODE_ENV=production'),
    ]);
  });
});
