import { Worker } from 'node:worker_threads';
import type { ConstantRateJob, LoadTarget, RequestsResult } from './job.ts';
import { RequestConnection, type ResponseLog } from './request-connection.ts';
import { RequestLog } from './request-log.ts';
import { Requests } from './requests.ts';

/** Long enough for every connection to open before the first request falls due. */
export const CONNECT_MS = 300;

export async function runConstantRate(target: LoadTarget, job: ConstantRateJob): Promise<RequestsResult> {
  const log = new RequestLog(job.warmupMs + CONNECT_MS, job.durationMs);
  const stop = startConstantRate(target, job, log);
  await log.finished;
  return log.result(await stop());
}

/**
 * Requests fall due at a constant rate; one that finds no free connection waits, and its wait counts. What is returned ends them, and
 * resolves with how many were due and not sent.
 */
export function startConstantRate(
  target: LoadTarget,
  job: Pick<ConstantRateJob, 'connections' | 'ratePerSecond'>,
  log: ResponseLog,
): () => Promise<number> {
  const requests = new Requests(target);
  const idle: RequestConnection[] = [];
  const waitingDuesMs: number[] = [];
  let waitingFrom = 0;
  const onIdle = (connection: RequestConnection): void => {
    const dueMs = waitingDuesMs[waitingFrom];
    if (dueMs === undefined) idle.push(connection);
    else {
      waitingFrom++;
      connection.start(requests.take(), dueMs);
    }
  };
  const onDisconnected = (connection: RequestConnection): void => {
    const index = idle.indexOf(connection);
    if (index !== -1) idle.splice(index, 1);
  };
  const connections = Array.from(
    { length: job.connections },
    () => new RequestConnection(target.port, log, onIdle, onDisconnected),
  );
  const pacer = startPacer(job.ratePerSecond, (dueMs) => {
    const connection = idle.pop();
    if (connection) connection.start(requests.take(), dueMs);
    else waitingDuesMs.push(dueMs);
  });
  return async () => {
    await pacer.terminate();
    for (const connection of connections) connection.close();
    return waitingDuesMs.length - waitingFrom;
  };
}

function startPacer(ratePerSecond: number, onDue: (dueMs: number) => void): Worker {
  const firstDueEpochMs = performance.timeOrigin + performance.now() + CONNECT_MS;
  const pacer = new Worker(new URL('./pacer.ts', import.meta.url), {
    workerData: { firstDueEpochMs, ratePerSecond },
  });
  pacer.on('message', (dueEpochMs: number) => onDue(dueEpochMs - performance.timeOrigin));
  return pacer;
}
