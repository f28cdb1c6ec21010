import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports processor time in these, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process and everything it started, in bytes. */
export function residentBytes(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + parseResidentBytes(readProc(`${member}/status`)), 0);
}

/** Processor time used by a process and everything it started, in seconds. */
export function cpuSeconds(pid: number): number {
  return processTree(pid).reduce((sum, member) => sum + parseCpuSeconds(readProc(`${member}/stat`)), 0);
}

/** Processor time used by all threads of one process, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const nanoseconds = listTasks(pid).map((task) =>
    Number(readProc(`${pid}/task/${task}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Machine-wide processor time since boot, in seconds. */
export interface MachineTime {
  readonly busy: number;
  readonly steal: number;
  readonly total: number;
}

export function machineTime(): MachineTime {
  return parseMachineTime(readProc('stat'));
}

export function parseResidentBytes(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** From `/proc/PID/stat`: user and system time. The name before them may hold spaces and brackets. */
export function parseCpuSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
}

/** From `/proc/stat`: user nice system idle iowait irq softirq steal. */
export function parseMachineTime(stat: string): MachineTime {
  const fields = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').slice(0, 8).map(Number);
  const total = fields.reduce((sum, ticks) => sum + ticks, 0);
  const idle = (fields[3] ?? 0) + (fields[4] ?? 0);
  const steal = fields[7] ?? 0;
  return {
    busy: (total - idle - steal) / TICKS_PER_SECOND,
    steal: steal / TICKS_PER_SECOND,
    total: total / TICKS_PER_SECOND,
  };
}

function processTree(root: number): number[] {
  const members = [root];
  for (const member of members) {
    for (const task of listTasks(member)) {
      for (const child of readProc(`${member}/task/${task}/children`).split(' '))
        if (child.trim() !== '') members.push(Number(child));
    }
  }
  return members;
}

function listTasks(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty when the process ended meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
