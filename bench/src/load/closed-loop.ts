import { RequestLog } from './request-log.ts';
import { RequestConnection } from './request-connection.ts';
import { Requests } from './requests.ts';
import type { ClosedLoopJob, LoadTarget, RequestsResult } from './job.ts';

/** Keeps `connections` requests under way and reports what was answered within the measured time. */
export async function runClosedLoop(target: LoadTarget, job: ClosedLoopJob): Promise<RequestsResult> {
  const requests = new Requests(target);
  const log = new RequestLog(job.warmupMs, job.durationMs);
  const again = (connection: RequestConnection): void => connection.start(requests.take(), performance.now());
  const connections = Array.from(
    { length: job.connections },
    () => new RequestConnection(target.port, log, again),
  );
  await log.finished;
  for (const connection of connections) connection.close();
  return log.result(0);
}
