import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Batch, BatchResult } from '@svc/contract';
import { MAIN_KEY, oneModel, oneOrganization, openaiEngine } from '#test-kit';
import { canRunNodes, database, installNodeHooks, NODES, withNodes } from '../processes/nodes.ts';
import { installProcessHooks, run, type Started } from '../processes/service-process.ts';
import { chats, LINE_NANOS } from './batches-fixture.ts';
import { startLineEngine } from './line-engine.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 240_000 });
installProcessHooks();
if (canRunNodes) installNodeHooks();

const LINES = 600;
const KILLED_AFTER = 100;
const LEASE_S = 61;

const ask = async (node: Started, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${node.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${MAIN_KEY}`, ...(init.headers as Record<string, string> | undefined) },
  });

async function createBatch(node: Started): Promise<Batch> {
  const text = chats(LINES)
    .map((line) => JSON.stringify(line))
    .join('\n');
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new File([text], 'lines.jsonl'));
  const { id } = (await (await ask(node, '/v1/files', { method: 'POST', body: form })).json()) as {
    id: string;
  };
  for (let status = ''; status !== 'ready'; await delay(20))
    status = ((await (await ask(node, `/v1/files/${id}`)).json()) as { status: string }).status;
  const body = JSON.stringify({ input_file_id: id });
  const headers = { 'content-type': 'application/json' };
  return (await (await ask(node, '/v1/batches', { method: 'POST', body, headers })).json()) as Batch;
}

describe.runIf(canRunNodes)('a batch on several nodes', () => {
  it('D-BATCH-6 BATCH-07 BATCH-12 is shared, and each line is answered and charged once although a node is killed', async () => {
    const engine = await startLineEngine({ delayMs: 200 });
    const { engines } = oneModel(openaiEngine(engine.baseUrl, { max_concurrency: 60 })) as {
      engines: object;
    };
    const credits = { credits: { enabled: true, balance_usd: '100.00' } };
    const folder = await mkdtemp(join(tmpdir(), 'svc-batch-files-'));
    const storage = { type: 'local', shared: true, path: folder };
    const plans = [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard'] }];
    try {
      await withNodes(
        { deployment: { engines, plans, storage }, provisioning: oneOrganization(credits) },
        async (nodes, env) => {
          const [first, ...others] = nodes;
          const { id } = await createBatch(others[0]!);
          const read = async (node: Started): Promise<Batch> =>
            (await (await ask(node, `/v1/batches/${id}`)).json()) as Batch;
          const done = async (): Promise<number> => (await read(others[0]!)).request_counts.succeeded;
          await expect.poll(done, { timeout: 120_000 }).toBeGreaterThan(KILLED_AFTER);
          await expect
            .poll(async () => (await runningBy(database.store.db)).size, { timeout: 120_000, interval: 10 })
            .toBe(NODES);
          const exit = once(first!.child, 'exit');
          first!.child.kill('SIGKILL');
          await exit;
          const lost = [...(await runningBy(database.store.db)).values()].reduce(
            (sum, lines) => sum + lines,
            0,
          );
          await expect
            .poll(
              async () =>
                (
                  await database.store.db
                    .selectFrom('batch_lines')
                    .select('line')
                    .where('state', '=', 'waiting')
                    .execute()
                ).length,
              { timeout: 120_000 },
            )
            .toBe(0);
          await Promise.all(others.map((node) => node.advance(LEASE_S)));
          await expect
            .poll(async () => (await read(others[0]!)).status, { timeout: 120_000 })
            .toBe('completed');
          const ended = await read(others[1]!);
          expect(ended.request_counts).toMatchObject({ total: LINES, succeeded: LINES });
          const output = await (await ask(others[1]!, `/v1/files/${ended.output_file_id}/content`)).text();
          const ids = output
            .trimEnd()
            .split('\n')
            .map((line) => (JSON.parse(line) as BatchResult).custom_id);
          expect(ids).toEqual(Array.from({ length: LINES }, (_, i) => `line-${i}`));
          const calls = [...engine.asked.values()];
          expect(Math.max(...calls)).toBeLessThanOrEqual(2);
          expect(calls.filter((times) => times === 2).length).toBeLessThanOrEqual(lost);
          for (const node of others) await node.end('SIGTERM');
          const { db } = database.store;
          const records = await db.selectFrom('usage_records').select(['cost_nanos']).execute();
          expect([records.length, new Set(records.map(({ cost_nanos: cost }) => cost))]).toEqual([
            LINES,
            new Set([LINE_NANOS]),
          ]);
          const [wallet] = await db.selectFrom('wallets').select('balance_nanos').execute();
          expect(wallet!.balance_nanos).toBe(100_000_000_000 - LINES * LINE_NANOS);
          const ledger = await run(['ledger', 'check'], { ...env, SVC_DATA_DIR: 'node-1' });
          expect([ledger.code, ledger.out]).toEqual([0, expect.not.stringContaining('broken')]);
        },
      );
    } finally {
      await engine.close();
      await rm(folder, { recursive: true });
    }
  });
});

/** How many lines each run of a node has claimed. */
async function runningBy(db: typeof database.store.db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('batch_lines').select('claim_id').where('state', '=', 'running').execute();
  const counts = new Map<string, number>();
  for (const { claim_id: claim } of rows) {
    const node = claim!.split('/')[0]!;
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}
