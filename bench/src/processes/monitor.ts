import { cpuSeconds, machineTime, residentBytes } from './readings.ts';

const INTERVAL_MS = 250;

/** What the machine did while one scenario ran. Shares are of one processor, so two of them make 2. */
export interface MonitorReport {
  readonly contenderCpuShare: number;
  /** Load generator and mock together: near 1 they are what was measured. */
  readonly loadCpuShare: number;
  /** Processes that are not the benchmark's: the database server and whatever else runs here. */
  readonly otherCpuShare: number;
  /** Time the hypervisor gave to others. */
  readonly stealShare: number;
  readonly residentPeakBytes: number;
}

export interface WatchedProcesses {
  readonly contender: number | undefined;
  readonly load: readonly number[];
}

/** Samples the processes while a scenario runs. Only processes that still run at `finish` are accounted for. */
export class Monitor {
  readonly #watched: WatchedProcesses;
  readonly #startMs = performance.now();
  readonly #start: CpuTimes;
  readonly #timer: NodeJS.Timeout;
  readonly #resident: { epochMs: number; bytes: number }[] = [];
  #last: CpuTimes;

  constructor(watched: WatchedProcesses) {
    this.#watched = watched;
    this.#start = readCpuTimes(watched);
    this.#last = this.#start;
    this.#timer = setInterval(() => this.#sample(), INTERVAL_MS);
  }

  /** Resident memory at the samples of that time span, in bytes. */
  residentBetween(fromEpochMs: number, toEpochMs: number): number[] {
    return this.#resident
      .filter(({ epochMs }) => epochMs >= fromEpochMs && epochMs <= toEpochMs)
      .map(({ bytes }) => bytes);
  }

  finish(): MonitorReport {
    clearInterval(this.#timer);
    const elapsed = (this.#last.atMs - this.#startMs) / 1000 || 1;
    const contender = this.#last.contender - this.#start.contender;
    const load = this.#last.load - this.#start.load;
    const other = this.#last.busy - this.#start.busy - contender - load - (this.#last.own - this.#start.own);
    return {
      contenderCpuShare: contender / elapsed,
      loadCpuShare: load / elapsed,
      otherCpuShare: Math.max(0, other / elapsed),
      stealShare: (this.#last.steal - this.#start.steal) / elapsed,
      residentPeakBytes: Math.max(0, ...this.#resident.map(({ bytes }) => bytes)),
    };
  }

  #sample(): void {
    // A load process that ended takes its times with it: the last sample with all of them counts.
    const times = readCpuTimes(this.#watched);
    if (times.load >= this.#last.load) this.#last = times;
    const { contender } = this.#watched;
    if (contender !== undefined)
      this.#resident.push({
        epochMs: performance.timeOrigin + performance.now(),
        bytes: residentBytes(contender),
      });
  }
}

interface CpuTimes {
  readonly atMs: number;
  readonly contender: number;
  readonly load: number;
  readonly own: number;
  readonly busy: number;
  readonly steal: number;
}

function readCpuTimes({ contender, load }: WatchedProcesses): CpuTimes {
  const { busy, steal } = machineTime();
  const own = process.cpuUsage();
  return {
    atMs: performance.now(),
    contender: contender === undefined ? 0 : cpuSeconds(contender),
    load: load.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    own: (own.user + own.system) / 1e6,
    busy,
    steal,
  };
}
