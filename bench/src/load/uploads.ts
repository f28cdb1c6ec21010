import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CONNECT_MS, startConstantRate } from './constant-rate.ts';
import type { LoadTarget, UploadsJob, UploadsResult, UploadTarget } from './job.ts';
import { PhaseLog } from './phase-log.ts';
import type { SenderResult, SenderWork } from './upload-sender.ts';

/** Sends requests at a constant rate, alone and then beside uploads, until the last of those is answered. */
export async function runUploads(
  target: LoadTarget,
  upload: UploadTarget | undefined,
  job: UploadsJob,
): Promise<UploadsResult> {
  if (!upload) throw new Error('it takes no files');
  const log = new PhaseLog();
  const stop = startConstantRate(target, job, log);
  await sleep(CONNECT_MS + job.warmupMs);
  log.begin('alone');
  await sleep(job.aloneMs);
  log.begin('beside');
  const uploadsFromMs = Date.now();
  const { failed, tookMs } = await sendAll({ port: target.port, upload, job });
  const uploadsToMs = Date.now();
  log.begin(undefined);
  const unanswered = await stop();
  return {
    kind: 'uploads',
    uploads: job.uploads,
    failedUploads: failed,
    bytesPerSecond: (job.uploads * job.fileBytes * 1000) / tookMs,
    failedRequests: log.failed + unanswered,
    aloneMs: log.samples('alone').percentiles(),
    besideMs: log.samples('beside').percentiles(),
    uploadsFromMs,
    uploadsToMs,
  };
}

/** In a thread of its own: it would delay what measures the requests. */
async function sendAll(work: SenderWork): Promise<SenderResult> {
  const worker = new Worker(new URL('./upload-sender.ts', import.meta.url), { workerData: work });
  const [result] = (await once(worker, 'message')) as [SenderResult];
  await worker.terminate();
  return result;
}
