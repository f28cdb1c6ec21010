import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender, RunningContender } from '../contenders/contender.ts';
import type { LoadJob, LoadResult } from '../load/job.ts';
import { median } from '../load/samples.ts';
import type { Started } from '../processes/children.ts';
import { Monitor, type MonitorReport } from '../processes/monitor.ts';
import { cpuSeconds, residentBytes } from '../processes/readings.ts';
import { repeatsText, requestBody, WARM_UPS, type Scenario } from '../scenarios.ts';
import { drive } from './drive.ts';
import { untilQuiet } from './until-quiet.ts';
import { untilReady } from './ready.ts';
import { warmUntilFlat } from './warm-until-flat.ts';

/** The load generator and the mock share the first processor; the contender has the second to itself. */
export const LOAD_CPU = 0;
export const CONTENDER_CPU = 1;

/** Resident memory of the contender, in bytes. All zero for the mock itself. */
export interface MemoryReadings {
  readonly started: number;
  /** After the warm-up; for a batch, the peak while only live requests ran. */
  readonly idle: number;
  /** While all streams were open; the peak for scenarios without streams, uploads among them. */
  readonly loaded: number;
}

export interface Measurement {
  readonly scenario: string;
  readonly contender: string;
  readonly repeat: number;
  readonly result: LoadResult;
  readonly memory: MemoryReadings;
  readonly machine: MonitorReport;
}

export interface Bench {
  readonly mock: Started;
  readonly mockPort: number;
  /** Where each start gets a folder of its own. */
  readonly folder: string;
  readonly profileFolder?: string;
  /** How often the warm-up with whole answers is repeated at most, while it makes answers cheaper. */
  readonly warmUpRounds: number;
}

/**
 * Starts the contender, warms it, runs one scenario, stops it. Every scenario has a fresh process, so none
 * inherits another's heap, and memory per stream means the same for all.
 */
export async function measure(
  bench: Bench,
  contender: Contender,
  scenario: Scenario,
  repeat: number,
): Promise<Measurement> {
  const folder = mkdtempSync(join(bench.folder, `${contender.name}-`));
  const { profileFolder } = bench;
  const running = await contender.start({
    upstreamPort: bench.mockPort,
    folder,
    cpu: CONTENDER_CPU,
    ...(profileFolder ? { profileFolder } : {}),
  });
  try {
    const [whole] = WARM_UPS;
    await untilReady(running, whole.path, requestBody(whole));
    const started = memoryOf(running);
    await warmUp(running, scenario, bench.warmUpRounds);
    // At least a second: what the warm-up left behind is written and collected meanwhile.
    await untilQuiet();
    const idle = memoryOf(running);
    const { result, machine, loaded, live } = await underMonitor(bench, running, scenario);
    return {
      scenario: scenario.name,
      contender: contender.name,
      repeat,
      result,
      machine,
      memory: { started, idle: live ?? idle, loaded },
    };
  } catch (error) {
    throw new Error(`${(error as Error).message}${lastLogLines(folder, contender.name)}`, { cause: error });
  } finally {
    await running.stop();
    // Uploads leave gigabytes.
    rmSync(folder, { recursive: true, force: true });
  }
}

async function warmUp(running: RunningContender, scenario: Scenario, most: number): Promise<void> {
  for (const part of WARM_UPS) {
    if (part.stream && !scenario.stream) continue;
    const { path } = part.stream ? scenario : part;
    const job = jobOf(running, { ...part, path });
    const { process } = running;
    const round = async () => {
      const before = process ? cpuSeconds(process.pid) : 0;
      const result = await drive(job, LOAD_CPU).result;
      const responses = result.kind === 'requests' ? result.requests : 1;
      return { responses, cpuSeconds: process ? cpuSeconds(process.pid) - before : 0 };
    };
    // The mock itself is there for all contenders and warm after the first of them.
    await warmUntilFlat(round, process && !part.stream ? most : 1);
  }
}

async function underMonitor(
  bench: Bench,
  running: RunningContender,
  scenario: Scenario,
): Promise<{ result: LoadResult; machine: MonitorReport; loaded: number; live?: number }> {
  const load = drive(jobOf(running, scenario), LOAD_CPU);
  const monitor = new Monitor({ contender: running.process?.pid, load: [load.pid, bench.mock.pid] });
  try {
    const result = await load.result;
    const machine = monitor.finish();
    if (result.kind === 'batch') {
      const live = Math.max(...monitor.residentBetween(0, result.linesFromMs));
      const loaded = Math.max(...monitor.residentBetween(result.linesFromMs, Infinity));
      return { result, machine, live, loaded };
    }
    const onPlateau =
      result.kind === 'streams' ? monitor.residentBetween(result.plateauFromMs, result.plateauToMs) : [];
    return { result, machine, loaded: onPlateau.length > 0 ? median(onPlateau) : machine.residentPeakBytes };
  } finally {
    monitor.finish();
  }
}

function jobOf(running: RunningContender, scenario: Scenario): LoadJob {
  return {
    target: {
      port: running.port,
      path: scenario.path,
      ...(repeatsText(scenario) ? { repeatsText: true } : {}),
      headerSets: running.headerSets,
      body: requestBody(scenario),
    },
    ...(running.upload ? { upload: running.upload } : {}),
    shape: scenario.shape,
  };
}

function memoryOf(running: RunningContender): number {
  return running.process ? residentBytes(running.process.pid) : 0;
}

/** What the contender last wrote, to say why it failed. */
function lastLogLines(folder: string, name: string): string {
  try {
    const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
      .trim()
      .split('\n')
      .slice(-5)
      .join('\n');
    return lines === '' ? '' : `\n${lines}`;
  } catch {
    return '';
  }
}
