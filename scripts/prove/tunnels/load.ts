import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { testDatabases, textOf, TunnelBench } from '../../../server/test-kit/index.ts';
import { percentile, report, require, type Proof } from '../proof.ts';

const CONNECTORS = 10;
const CALLS_PER_S = 500;
const SECONDS = 10;
const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'do', arguments: { text: 'x'.repeat(200) } },
});
const MAX_ADDED_MS = 3;

type Call = () => Promise<unknown>;

/** Calls at a fixed rate, whatever they take. Gives the latencies in milliseconds, and throws when one fails. */
async function atRate(call: Call, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let i = 0; i < CALLS_PER_S * seconds; i++) {
    const dueAt = startedAt + (i * 1000) / CALLS_PER_S;
    const aheadMs = dueAt - performance.now();
    if (aheadMs > 1) await delay(aheadMs);
    const sentAt = performance.now();
    running.push(call().then(() => void latencies.push(performance.now() - sentAt)));
  }
  await Promise.all(running);
  return latencies;
}

export const proveTunnelLoad: Proof = {
  name: 'tunnel-load',
  summary:
    '500 calls a second over ten connectors of one node lose nothing and take less than 3 ms more than direct ones',
  async run({ size }) {
    const script = new URL('mcp-server-process.ts', import.meta.url).pathname;
    const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [databases, [printed]] = await Promise.all([
      testDatabases(),
      once(server.stdout, 'data') as Promise<[Buffer]>,
    ]);
    const url = `http://127.0.0.1:${Number(printed)}/mcp`;
    const bench = await TunnelBench.open(databases.at(-1)!);
    const agent = new Agent({ connections: 256 });
    try {
      const { id, token } = await bench.tunnel([url]);
      await Promise.all(
        Array.from({ length: CONNECTORS }, () => bench.connect(token, undefined, { SVC_TUNNEL_LOG: 'info' })),
      );
      const send = await bench.way(id, url, { body: BODY });
      const through: Call = async () => textOf(await send());
      const direct: Call = async () => {
        const { body } = await agent.request({
          origin: new URL(url).origin,
          path: '/mcp',
          method: 'POST',
          body: BODY,
        });
        return body.text();
      };
      // Compiled and connected.
      await atRate(through, 2);
      await atRate(direct, 2);
      const seconds = Math.max(1, Math.ceil(SECONDS * size));
      const [straight, tunnelled] = [await atRate(direct, seconds), await atRate(through, seconds)];
      const medians = [exactPercentile(straight, 0.5), exactPercentile(tunnelled, 0.5)] as const;
      report('latency', {
        'ms direct, median': medians[0].toFixed(2),
        'ms through the tunnel, median': medians[1].toFixed(2),
        'ms direct, p99': percentile(straight, 0.99),
        'ms through the tunnel, p99': percentile(tunnelled, 0.99),
        calls: tunnelled.length,
      });
      require(bench.nodes[0]!.outcomes['answered']! >= tunnelled.length, 'calls were lost');
      require(Object.keys(bench.nodes[0]!.outcomes).length === 1, JSON.stringify(bench.nodes[0]!.outcomes));
      require(medians[1] - medians[0] < MAX_ADDED_MS, 'the tunnel adds more than 3 ms');
    } finally {
      await bench.close();
      await agent.destroy();
      server.kill();
    }
  },
};

/** With fractions, which `percentile` rounds away. */
function exactPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
