import { expect, it, vi } from 'vitest';
import { errorReply, MAIN_KEY } from '#test-kit';
import {
  ASK,
  installProcessHooks,
  run,
  start,
  upstream,
  writeServiceFiles,
  type Started,
} from './processes/service-process.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const CALLS = 40;

it('counts the calls of a killed service once each, in the traffic that operators see after its next start', async () => {
  const env = writeServiceFiles();
  const { out } = await run(['operators', 'keys', 'create', 'test', '--role', 'viewer'], env);
  const [key = ''] = /sk_op_\w+/.exec(out) ?? [];
  const requestsBy = async ({ url }: Started): Promise<Record<string, number>> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/operator/v1/traffic?group_by=code`, { headers });
    const { series } = (await response.json()) as {
      series: { group: string; total: { requests: number } }[];
    };
    return Object.fromEntries(series.map(({ group, total }) => [group, total.requests]));
  };
  let service = await start(env);
  const ask = async () => (await service.ask(MAIN_KEY, { ...ASK, stream: false })).text();
  for (let call = 0; call < CALLS; call++) {
    await ask();
    // In the midst of deliveries and of what adds them up.
    if (call % 10 === 9) {
      await (await fetch(`${service.url}/healthz`)).text();
      await service.end('SIGKILL');
      service = await start(env);
    }
  }
  upstream.script(errorReply(500));
  await ask();
  const counted = { completed: CALLS, upstream_error: 1 };
  await expect.poll(() => requestsBy(service), { timeout: 30_000, interval: 500 }).toEqual(counted);
  expect(await service.end('SIGTERM')).toEqual([0, null]);
  service = await start(env);
  expect(await requestsBy(service)).toEqual(counted);
  await service.end('SIGTERM');
});
