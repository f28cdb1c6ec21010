import { parentPort, workerData } from 'node:worker_threads';
import type { WatchdogOrders } from './reader-protocol.ts';

const CHECK_MS = 50;

/**
 * Kills a reading process that holds too much memory or has lost its parent. It is a separate thread, because
 * a parser in either state does not return to its event loop. It measures memory itself, because V8's limit
 * ignores buffers.
 */
const { residentMb, parentId } = workerData as WatchdogOrders;

setInterval(() => {
  if (process.memoryUsage.rss() > residentMb * 1_048_576 || process.ppid !== parentId)
    process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
parentPort?.postMessage('watching');
