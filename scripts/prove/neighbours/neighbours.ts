import { report, require, type Proof } from '../proof.ts';
import type { Load } from './load.ts';
import { LOADS } from './loads/index.ts';
import { MAX_LANE_MS, measureLoad, type Figures } from './measure-load.ts';

const MAX_SLOWDOWN = 1.3;
const MAX_TURN_MS = 20;
const MAX_BYTES_PER_BYTE = 8;
/** What the service takes in any case while it works: its young generation, threads and what is not collected yet. */
const WORKING_BYTES = 192_000_000;
/** A figure that is high once may be the collector's or another process's. */
const TRIES = 3;

export const proveNeighbours: Proof = {
  name: 'neighbours',
  summary: `whatever one tenant does, another's p99 stays within ${MAX_SLOWDOWN} of a quiet service's, turns within ${MAX_TURN_MS} ms`,
  async run() {
    const failures: string[] = [];
    for (const load of LOADS) failures.push(...(await judge(load)));
    require(failures.length === 0, failures.join('; '));
  },
};

async function judge(load: Load): Promise<string[]> {
  let failures: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const figures = await measureLoad(load);
    reportFigures(load, figures);
    failures = failuresOf(load, figures);
    if (failures.length === 0) break;
  }
  return failures;
}

function reportFigures({ name, lane }: Load, figures: Figures): void {
  const { quietMs, loadedMs, failed, turnMs, quietTurnMs, sentBytes, moreBytes, laneMs } = figures;
  report(name, {
    'ms p99 beside it': loadedMs,
    'ms at a quiet service meanwhile': quietMs,
    'calls failed': failed,
    'ms of processor time the longest turn': turnMs,
    'ms of a quiet one': quietTurnMs,
    'MB sent': megabytes(sentBytes),
    'MB more memory': megabytes(moreBytes),
    ...(laneMs === undefined ? {} : { [`ms for a ${lane}`]: Math.round(laneMs) }),
  });
}

function failuresOf({ name, lane }: Load, figures: Figures): string[] {
  const { quietMs, loadedMs, failed, turnMs, sentBytes, moreBytes, laneMs } = figures;
  const failures: string[] = [];
  if (loadedMs > quietMs * MAX_SLOWDOWN)
    failures.push(`${name}: p99 of the other tenant is ${loadedMs} ms, and ${quietMs} ms at a quiet service`);
  if (failed > 0) failures.push(`${name}: ${failed} calls of the other tenant failed`);
  if (turnMs > MAX_TURN_MS) failures.push(`${name}: a turn of ${turnMs} ms`);
  if (moreBytes > sentBytes * MAX_BYTES_PER_BYTE + WORKING_BYTES)
    failures.push(`${name}: ${moreBytes} bytes of memory for ${sentBytes} that were sent`);
  if (laneMs !== undefined && laneMs > MAX_LANE_MS)
    failures.push(`${name}: a ${lane} of the other tenant took more than ${MAX_LANE_MS} ms`);
  return failures;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
