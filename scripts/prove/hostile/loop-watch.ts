import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded into the service ahead of its own code: notes every turn of its event loop that worked longer than this. */
const NOTED_MS = 10;

const path = process.env['PROVE_LOOP_LOG'];
if (isMainThread && path !== undefined) {
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = cpuMs();
  // Processor time of this thread: what the machine gives to others meanwhile is not the service's doing.
  setInterval(() => {
    const now = cpuMs();
    if (now - last > NOTED_MS) appendFileSync(path, `${Date.now()} ${Math.round(now - last)}\n`);
    last = cpuMs();
  }, 1).unref();
}
