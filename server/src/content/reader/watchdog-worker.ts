import { parentPort, workerData } from 'node:worker_threads';
import type { WatchdogOrders } from './reader-protocol.ts';

const CHECK_MS = 50;

/**
 * Ends a reading process that holds too much memory or has lost its parent. A thread of its own, because a parser that
 * does either does not return to its event loop; and by its own hand, because V8's limit knows nothing of buffers.
 */
const { residentMb, parentId } = workerData as WatchdogOrders;

setInterval(() => {
  if (process.memoryUsage.rss() > residentMb * 1_048_576 || process.ppid !== parentId)
    process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
parentPort?.postMessage('watching');
