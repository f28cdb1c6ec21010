import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const running = new Set<ChildProcess>();

export interface StartOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The one processor it may run on. */
  readonly cpu: number;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where both its outputs go. */
  readonly logFile: string;
}

/** A process of the benchmark, in a group of its own so that whatever it started ends with it. */
export interface Started {
  readonly pid: number;
  /** Undefined while it runs. */
  exit(): string | undefined;
  /** SIGTERM, and SIGKILL for the whole group after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export function start(options: StartOptions): Started {
  const log = openSync(options.logFile, 'a');
  const child = spawn('taskset', ['-c', String(options.cpu), options.command, ...options.args], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  closeSync(log);
  if (child.pid === undefined)
    throw new Error(`could not start ${options.command}: is taskset (util-linux) installed?`);
  track(child);
  return { pid: child.pid, exit: () => exitOf(child), stop: (graceMs = 5000) => stop(child, graceMs) };
}

/** Moves a running process, with all its threads, to one processor. */
export function pinToCpu(pid: number, cpu: number): void {
  spawnSync('taskset', ['-acp', String(cpu), String(pid)]);
}

/** Kept until it exits, so that `killAll` reaches it. */
export function track(child: ChildProcess): void {
  running.add(child);
  child.on('exit', () => running.delete(child));
  child.on('error', () => running.delete(child));
}

/** Ends every process of the benchmark at once. For the end of the run, however it comes. */
export function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

async function stop(child: ChildProcess, graceMs: number): Promise<void> {
  if (exitOf(child) === undefined) {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
  }
  signalGroup(child, 'SIGKILL');
}

function exitOf(child: ChildProcess): string | undefined {
  if (child.exitCode !== null) return `code ${child.exitCode}`;
  return child.signalCode ?? undefined;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}
