import { readFileSync, readdirSync } from 'node:fs';

/** Processor time is counted in these by Linux, on every machine of today. */
const TICKS_PER_SECOND = 100;

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  /** Of its threads, and of its children that have ended. */
  readonly ticks: number;
}

/**
 * Seconds of a processor that a process has taken, with its threads and all processes below it, those that still run and those that
 * have ended. Undefined elsewhere than on Linux.
 */
export function processorSeconds(pid: number): number | undefined {
  const own = readTime(pid);
  if (!own) return undefined;
  const others = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readTime(Number(name)) ?? []);
  const below = Map.groupBy(others, ({ parent }) => parent);
  const sum = (process: ProcessTime): number =>
    (below.get(process.pid) ?? []).reduce((ticks, child) => ticks + sum(child), process.ticks);
  return sum(own) / TICKS_PER_SECOND;
}

/** Undefined for a process that is gone. */
function readTime(pid: number): ProcessTime | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, in which anything may be.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { pid, parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
