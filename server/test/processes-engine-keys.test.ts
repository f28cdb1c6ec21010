import { describe, expect, it, vi } from 'vitest';
import { errorReply, textReply } from '#test-kit';
import {
  installProcessHooks,
  run,
  start,
  type Started,
  upstream,
  writeDeployment,
  writeServiceFiles,
} from './processes/service-process.ts';
import { installWorkerHooks, runsWorkers, spread, withWorkers } from './processes/worker-service.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

const CALLS = 16;

/** Calls go to `a` while it works; `b` takes what is left. */
const deployment = () => ({
  engines: {
    main: {
      type: 'openai',
      base_url: upstream.baseUrl,
      keys: [
        { name: 'a', api_key: 'key-a' },
        { name: 'b', api_key: 'key-b', weight: 0 },
      ],
      timeouts: { first_output_s: 60, silence_s: 60, total_s: 120 },
    },
  },
});

function script(refusesA: boolean): void {
  upstream.script(({ headers }) =>
    refusesA && headers.authorization === 'Bearer key-a' ? errorReply(401) : textReply('fine'),
  );
}

/** The last letters of the keys that calls were sent with, all of which are answered. */
async function keysOf(service: Started): Promise<string[]> {
  const before = upstream.requests.length;
  expect(await spread(service, CALLS)).toEqual(Array(CALLS).fill(200));
  return upstream.requests.slice(before).map(({ headers }) => headers.authorization?.at(-1) ?? '');
}

/** A refused key gets no calls until it has answered the probe. */
async function proveRestored(service: Started, env: Readonly<Record<string, string>>): Promise<void> {
  script(true);
  await expect.poll(async () => new Set(await keysOf(service)), { timeout: 120_000 }).toEqual(new Set(['b']));
  const bad = await run(['doctor', '--probe'], env);
  expect(bad.out).toMatch(/^ +key a: out \(unauthorized\)$/m);
  expect(bad.out).not.toContain('uses again');
  // No call from here on, which could be the trial of a minute.
  script(false);
  const good = await run(['doctor', '--probe'], env);
  expect(good.out).toMatch(/^ok +engine keys +the running service uses again: a of main$/m);
  expect(good.code).toBe(0);
  expect(new Set(await keysOf(service))).toEqual(new Set(['a']));
  expect((await run(['doctor', '--probe'], env)).out).not.toContain('uses again');
}

it('D-ENG-29: a good probe brings a refused key of the running service back', async () => {
  const env = writeServiceFiles();
  writeDeployment(deployment());
  const service = await start(env);
  await proveRestored(service, env);
  expect(await service.end('SIGTERM')).toEqual([0, null]);
});

describe.runIf(runsWorkers)('several workers', () => {
  installWorkerHooks();

  it('D-ENG-29: a good probe brings a refused key back in all of them', () =>
    withWorkers({ deployment: deployment() }, proveRestored));
});
