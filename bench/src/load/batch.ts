import { setTimeout as sleep } from 'node:timers/promises';
import { BatchClient } from './batch-client.ts';
import { runClosedLoop } from './closed-loop.ts';
import { CONNECT_MS, startConstantRate } from './constant-rate.ts';
import type { BatchJob, BatchRunResult, LoadTarget } from './job.ts';
import { PhaseLog } from './phase-log.ts';

/** Of what it can serve live. */
const LIVE_SHARE = 1 / 3;

/** How much is served live, how fast a batch of the same requests runs alone, and live requests alone and beside such a batch. */
export async function runBatch(target: LoadTarget, job: BatchJob): Promise<BatchRunResult> {
  const { connections, warmupMs, aloneMs } = job;
  const client = new BatchClient(target, job);
  const fileId = await client.upload();
  const live = await runClosedLoop(target, {
    kind: 'closed-loop',
    connections,
    warmupMs,
    durationMs: aloneMs,
  });
  const linesFromMs = Date.now();
  const alone = await client.run(fileId);
  const log = new PhaseLog();
  const ratePerSecond = live.requestsPerSecond * LIVE_SHARE;
  const stop = startConstantRate(target, { connections, ratePerSecond }, log);
  await sleep(CONNECT_MS + warmupMs);
  log.begin('alone');
  await sleep(aloneMs);
  log.begin('beside');
  const beside = await client.run(fileId);
  log.begin(undefined);
  const unanswered = await stop();
  return {
    kind: 'batch',
    lines: job.lines,
    livePerSecond: live.requestsPerSecond,
    linesPerSecond: (job.lines * 1000) / alone.tookMs,
    linesBesidePerSecond: (job.lines * 1000) / beside.tookMs,
    failedLines: alone.failed + beside.failed,
    failedRequests: live.refused + live.broken + log.failed + unanswered,
    aloneMs: log.samples('alone').percentiles(),
    besideMs: log.samples('beside').percentiles(),
    linesFromMs,
  };
}
