import { describe, expect, it, vi } from 'vitest';
import {
  askConcurrently,
  askInTurn,
  edgeDeployment,
  edgeOrganizations,
  fillWindow,
  reuseOneHold,
  SPEND_EDGES,
  WITHIN,
  type Edge,
} from '#test-kit';
import { canRunNodes, installNodeHooks, withNodes } from './processes/nodes.ts';
import {
  installProcessHooks,
  run,
  start,
  upstream,
  writeServiceFiles,
  writeProvisioning,
} from './processes/service-process.ts';
import { installWorkerHooks, runsWorkers, withDatabase } from './processes/worker-service.ts';

vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();

interface Deployed extends Edge {
  /** Moves the clock of all processes. */
  advance(seconds: number): Promise<void>;
  /** The violated properties of the books. */
  checkLedger(): Promise<string>;
}

type WithDeployment = (use: (edge: Deployed) => Promise<void>) => Promise<void>;

/** Plus an hour: weeks begin on Monday, and the test ends before the next. */
function secondsUntilMonday(): number {
  const day = new Date().getUTCDay();
  return ((8 - day) % 7 || 7) * DAYS - (Math.floor(Date.now() / 1000) % DAYS) + HOURS;
}

const HOURS = 3600;
const DAYS = 24 * HOURS;

async function expectSpendLimits(edge: Deployed): Promise<void> {
  for (const { name, shape } of SPEND_EDGES) {
    const outcomes =
      shape === 'at once' ? await askConcurrently(edge, name) : await askInTurn(edge, name, WITHIN + 10);
    expect(outcomes, name).toEqual({ admitted: WITHIN, spend_limit: shape === 'at once' ? 40 : 10 });
  }
}

async function expectWindows(edge: Deployed): Promise<void> {
  const refused = 2 * edge.urls.length;
  await edge.advance(secondsUntilMonday());
  expect(await fillWindow(edge)).toEqual({ admitted: WITHIN, session: refused });
  await edge.advance(5 * HOURS);
  expect(await fillWindow(edge)).toEqual({ admitted: WITHIN, session: refused });
  await edge.advance(5 * HOURS);
  // The week has room for 48 calls.
  expect(await fillWindow(edge)).toEqual({ admitted: 8, weekly: WITHIN - 8 + refused });
  await edge.advance(7 * DAYS);
  // The month has room for 80.
  expect(await fillWindow(edge)).toEqual({ admitted: WITHIN, session: refused });
  await edge.advance(5 * HOURS);
  // Only recorded use fills a window (LIMIT-29).
  expect(await askConcurrently(edge, 'windows')).toEqual({ admitted: 60 });
  expect(await fillWindow(edge)).toEqual({ monthly: WITHIN + refused });
}

/** The same tests for one process or several. One deployment for all, because a start takes seconds. */
function itIsExact(withDeployment: WithDeployment): void {
  it('LIMIT-20 to LIMIT-22, LIMIT-30, LIMIT-31, LIMIT-34, D-87: admits exactly as many calls as every limit has room for, concurrently and in sequence', () =>
    withDeployment(async (edge) => {
      await expectSpendLimits(edge);
      // What one process released pays for the next call on another.
      expect(await reuseOneHold(edge, 48)).toEqual({ admitted: 48 });
      await expectWindows(edge);
      expect(await edge.checkLedger()).toBe('');
    }));
}

async function findings(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, out } = await run(['ledger', 'check'], env);
  return code === 0 && !out.includes('FAIL') ? '' : out;
}

describe('one process on the embedded database', () => {
  itIsExact(async (use) => {
    const env = { ...writeServiceFiles({ deployment: edgeDeployment() }), SVC_TEST_CLOCK: '1' };
    writeProvisioning(edgeOrganizations());
    const service = await start(env);
    await use({
      urls: [service.url],
      upstream,
      advance: async (seconds) => void (await service.advance(seconds)),
      checkLedger: () => findings(env),
    });
    await service.end('SIGTERM');
  });
});

describe.runIf(canRunNodes)('three nodes', () => {
  installNodeHooks();
  itIsExact((use) =>
    withNodes({ deployment: edgeDeployment(), provisioning: edgeOrganizations() }, async (nodes, env) => {
      const advance = async (seconds: number): Promise<void> => {
        for (const node of nodes) await node.advance(seconds);
      };
      const checkLedger = (): Promise<string> => findings({ ...env, SVC_DATA_DIR: 'node-0' });
      await use({ urls: nodes.map(({ url }) => url), upstream, advance, checkLedger });
    }),
  );
});

describe.runIf(runsWorkers)('two workers', () => {
  installWorkerHooks();
  itIsExact((use) =>
    withDatabase({ deployment: edgeDeployment() }, async (env) => {
      writeProvisioning(edgeOrganizations());
      const service = await start(env);
      const advance = async (seconds: number): Promise<void> => void (await service.advance(seconds));
      await use({ urls: [service.url, service.url], upstream, advance, checkLedger: () => findings(env) });
      await service.end('SIGTERM');
    }),
  );
});
