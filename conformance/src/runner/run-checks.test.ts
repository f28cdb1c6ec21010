import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Check } from './check.ts';
import { Deployment } from '../deployments/deployment.ts';
import { externalFleet } from '../deployments/fleet.ts';
import { NotRun } from './not-run.ts';
import { runChecks, type CheckResult } from './run-checks.ts';
import { UpstreamProbe } from '../deployments/upstream-probe.ts';
import { startScriptedUpstream } from '../deployments/upstream.ts';

interface Service {
  readonly refusals: number;
  readonly limit?: number;
  readonly own?: boolean;
}

/** A deployment without a test clock that refuses the first requests for their rate. */
async function deploymentThat({ refusals, limit = 60, own = false }: Service): Promise<Deployment> {
  let left = refusals;
  const server = createServer(({ url }, response) => {
    const status = url === '/internal/test/clock' ? 404 : left-- > 0 ? 429 : 200;
    const rate = status === 429 ? { 'x-ratelimit-limit': limit } : {};
    response.writeHead(status, { 'x-request-id': 'req_1', 'x-svc-request-id': 'req_1', ...rate }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const upstream = own ? await startScriptedUpstream() : undefined;
  if (upstream) onTestFinished(() => upstream.close());
  const { port } = server.address() as AddressInfo;
  return new Deployment({
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: {},
    ...(upstream ? { upstream: new UpstreamProbe(upstream) } : {}),
  });
}

const getsResponse: Check['run'] = async (deployment) =>
  assert.equal((await deployment.send('/')).status, 200);

async function outcome(
  service: Service,
  run = getsResponse,
): Promise<{ result: CheckResult | undefined; paused: number[] }> {
  const paused: number[] = [];
  const fleet = externalFleet(await deploymentThat(service));
  const pause = (seconds: number): Promise<void> => Promise.resolve(void paused.push(seconds));
  const [result] = await runChecks(
    [{ rules: ['CHAT-01'], title: 'a check', variant: 'standard', run }],
    fleet,
    pause,
    () => {},
  );
  return { result, paused };
}

it('repeats a check once in the next minute when its requests were rate limited', async () => {
  expect(await outcome({ refusals: 1 })).toMatchObject({ result: { outcome: 'passed' }, paused: [61] });
});

it('fails a check that is rate limited in the next minute too, at the rate of the contract', async () => {
  expect(await outcome({ refusals: 2 })).toMatchObject({ result: { outcome: 'failed' }, paused: [61] });
});

it('does not run a check that needs more requests a minute than the deployment allows', async () => {
  const { result } = await outcome({ refusals: 2, limit: 10 });
  expect(result).toMatchObject({
    outcome: 'not_run',
    reason: expect.stringContaining('10 such requests a minute'),
  });
});

it('does not wait when a check fails for another reason', async () => {
  const { result, paused } = await outcome({ refusals: 0 }, () => Promise.reject(new Error('It is wrong.')));
  expect([result?.outcome, result?.reason, paused]).toEqual(['failed', 'It is wrong.', []]);
});

it('skips what a foreign deployment lacks, and fails for it on the suite’s own deployment', async () => {
  const lacks = (): Promise<void> => Promise.reject(new NotRun('needs a thing'));
  expect((await outcome({ refusals: 0 }, lacks)).result).toMatchObject({
    outcome: 'not_run',
    reason: 'needs a thing',
  });
  expect((await outcome({ refusals: 0, own: true }, lacks)).result?.outcome).toBe('failed');
});
