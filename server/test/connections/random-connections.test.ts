import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  hang,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  sendRandomly,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';

/** `npm run prove -- --only connections` makes 100,000. */
const CONNECTIONS = 300;
const CONCURRENCY = 10;
const SEED = 20261129;

const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);
let upstream: ScriptedUpstream;
beforeAll(async () => {
  process.on('uncaughtException', note);
  upstream = await startScriptedUpstream(({ number }) => (number % 3 === 0 ? hang() : textReply('a b c')));
});
afterAll(async () => {
  process.off('uncaughtException', note);
  await upstream.close();
});

it.each([
  ['directly', {}, ''],
  ['through a proxy', { network: { trusted_proxies: ['127.0.0.1'] } }, 'PROXY UNKNOWN\r\n'],
])(
  'survives connections that do anything, made %s, and holds nothing for them',
  async (_way, more, before) => {
    const engine = openaiEngine(upstream.baseUrl, {
      timeouts: { first_output_s: 600, silence_s: 600, total_s: 600 },
    });
    const service = await startRunningService({
      deployment: oneModel(engine, more),
      provisioning: oneOrganization(),
    });
    try {
      const target = { port: service.port, key: MAIN_KEY, before };
      let next = 0;
      const send = async (): Promise<void> => {
        while (next < CONNECTIONS) await sendRandomly(target, SEED + next++);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, send));
      // The last ones have closed for their clients, and are about to for the service.
      await vi.waitFor(async () => expect(await held(service)).toEqual([0, 0]), { timeout: 30_000 });
      expect(uncaught).toEqual([]);
    } finally {
      await service.stop();
    }
  },
);

/** Slots of engines in use, and bytes of bodies on their way. */
async function held(service: RunningService): Promise<number[]> {
  const metrics = await service.metrics();
  return ['svc_engine_slots', 'svc_bodies_in_progress_bytes'].map((wanted) =>
    metrics.find(({ name }) => name === wanted)!.values.reduce((sum, { value }) => sum + value, 0),
  );
}
