import { report, require, type Proof } from '../proof.ts';
import type { Load } from './load.ts';
import { LOADS } from './loads/index.ts';
import { MAX_LANE_MS, measureLoad, type Figures } from './measure-load.ts';

/** Of calls whose engine takes as long as the quickest do: the engine of the proof answers at once, so that all of an answer's time is the service's. */
const MAX_SLOWDOWN = 1.3;
const ENGINE_MS = 60;
const MAX_LOOP_DELAY_MS = 20;
const MAX_BYTES_PER_BYTE = 8;
/** What the service takes in any case while it works: its young generation, threads and what is not collected yet. */
const WORKING_BYTES = 192_000_000;
/** A figure that is high once may be the collector's or another process's. */
const TRIES = 3;

export const proveNeighbours: Proof = {
  name: 'neighbours',
  summary: `whatever one tenant does, another's p99 stays within ${MAX_SLOWDOWN} of a quiet service's with an engine of ${ENGINE_MS} ms, turns within ${MAX_LOOP_DELAY_MS} ms of processor time`,
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
  const { quiet, loaded, seconds, failed, loopDelayMs, quietLoopDelayMs, heldBytes, moreBytes, laneMs } =
    figures;
  report(name, {
    'ms p99 without the engine and without waiting for processors': loaded.elapsedMs,
    'ms at a quiet service meanwhile': quiet.elapsedMs,
    'ms by the clock': `${loaded.clockMs} and ${quiet.clockMs}`,
    'seconds compared': seconds,
    'calls failed': failed,
    'ms of processor time in the longest turn': loopDelayMs,
    'ms in that of the quiet one': quietLoopDelayMs,
    'MB under way': megabytes(heldBytes),
    'MB more memory': megabytes(moreBytes),
    ...(laneMs === undefined ? {} : { [`ms for a ${lane}`]: Math.round(laneMs) }),
  });
}

function failuresOf({ name, lane }: Load, figures: Figures): string[] {
  const { quiet, loaded, failed, loopDelayMs, heldBytes, moreBytes, laneMs } = figures;
  const failures: string[] = [];
  if (ENGINE_MS + loaded.elapsedMs > (ENGINE_MS + quiet.elapsedMs) * MAX_SLOWDOWN)
    failures.push(
      `${name}: p99 of the other tenant is ${loaded.elapsedMs} ms, and ${quiet.elapsedMs} ms at a quiet service`,
    );
  if (failed > 0) failures.push(`${name}: ${failed} calls of the other tenant failed`);
  if (loopDelayMs > MAX_LOOP_DELAY_MS) failures.push(`${name}: a turn of ${loopDelayMs} ms`);
  if (moreBytes > heldBytes * MAX_BYTES_PER_BYTE + WORKING_BYTES)
    failures.push(`${name}: ${moreBytes} bytes of memory for ${heldBytes} under way`);
  if (laneMs !== undefined && laneMs > MAX_LANE_MS)
    failures.push(`${name}: a ${lane} of the other tenant took more than ${MAX_LANE_MS} ms`);
  return failures;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
