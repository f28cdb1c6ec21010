import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
const TICKS_PER_S = 100;

/** A process group at one moment, with the processor time of its members' ended children. */
export interface GroupUsage {
  readonly processes: number;
  readonly residentBytes: number;
  readonly processorSeconds: number;
}

/** Reads `/proc`. Memory that processes share is counted for each. */
export function processGroup(id: number): GroupUsage {
  let [processes, residentBytes, processorSeconds] = [0, 0, 0];
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (Number(fields?.[2]) !== id) continue;
    processes++;
    residentBytes += Number(fields![21]) * PAGE_BYTES;
    processorSeconds += fields!.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_S;
  }
  return { processes, residentBytes, processorSeconds };
}

/** The fields behind the name, which may contain spaces. Undefined when the process has ended. */
function readStat(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
