import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../server/test-kit/index.ts';

/** Linux counts processor time in hundredths of a second. */
const MS_A_TICK = 10;
const MAX_RESTARTS = 20;
const RESTART_PAUSE_MS = 500;
const MAIN = new URL('../../../server/src/main.ts', import.meta.url).pathname;
/** As server/bin/svc.js starts it. */
const YOUNG_GENERATION = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

export interface ServiceFolder {
  /** Holds the configuration files and, in `data`, what the service keeps. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Writes `svc.yaml` and the provisioning file into a folder. */
export function prepareFolder(
  directory: string,
  deployment: unknown,
  provisioning: unknown,
  environment: Readonly<Record<string, string>> = {},
): ServiceFolder {
  writeFileSync(join(directory, 'svc.yaml'), JSON.stringify(deployment));
  writeFileSync(join(directory, 'provision.yaml'), JSON.stringify(provisioning));
  return { directory, environment: { SVC_PROVISION: 'provision.yaml', LOG_LEVEL: 'warn', ...environment } };
}

/** `svc start` as a process of its own, to be killed and measured. */
export class ServiceProcess {
  readonly child: ChildProcess;
  readonly startedAtMs = performance.now();
  /** Resolves with the time the start took; rejects with what was printed when the process ends before. */
  readonly ready: Promise<number>;
  #output = '';
  #url = '';

  constructor({ directory, environment }: ServiceFolder) {
    // Opened by SIGUSR1 alone. Workers count up from the port, which 0 does not allow.
    const inspector = Number(environment['SVC_WORKERS'] ?? 1) > 1 ? [] : ['--inspect-port=127.0.0.1:0'];
    this.child = spawn(process.execPath, [...YOUNG_GENERATION, ...inspector, MAIN, 'start'], {
      cwd: directory,
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ready = new Promise((resolve, reject) => {
      const collect = (chunk: Buffer): void => {
        this.#output = (this.#output + chunk.toString()).slice(-100_000);
        const port = /Svc is ready at http:\/\/localhost:(\d+)\n/.exec(this.#output)?.[1];
        if (port === undefined || this.#url !== '') return;
        this.#url = `http://127.0.0.1:${port}`;
        resolve(performance.now() - this.startedAtMs);
      };
      this.child.stdout?.on('data', collect);
      this.child.stderr?.on('data', collect);
      this.child.once('exit', (code, signal) =>
        reject(new Error(`The service ended (${code ?? signal}) before it was ready:\n${this.#output}`)),
      );
    });
    this.ready.catch(() => undefined);
  }

  get url(): string {
    return this.#url;
  }

  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves with the exit code, or the signal that ended the process. */
  async end(signal: NodeJS.Signals): Promise<number | string> {
    if (!this.running) return this.child.exitCode ?? this.child.signalCode ?? 'unknown';
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    const [code, by] = (await exit) as [number | null, string | null];
    return code ?? by ?? 'unknown';
  }

  rssBytes(): number {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'));
    return Number(line?.[1]) * 1024;
  }

  /** Of processor time, user and system, since the start. */
  cpuMs(): number {
    const [, fields = ''] = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').split(') ');
    const ticks = fields.split(' ');
    return (Number(ticks[11]) + Number(ticks[12])) * MS_A_TICK;
  }

  /** How long its event loop was ready to work and the machine gave the processors to others, since the start. NaN when it has ended. */
  queuedMs(): number {
    const { pid } = this.child;
    if (!this.running) return Number.NaN;
    const [, queuedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(queuedNs) / 1e6;
  }

  /** Open sockets, and open files: the embedded database keeps every file it has touched. */
  openHandles(): { readonly sockets: number; readonly files: number } {
    const folder = `/proc/${this.child.pid}/fd`;
    const targets = readdirSync(folder).flatMap((name) => linkTarget(join(folder, name)));
    return {
      sockets: targets.filter((target) => target.startsWith('socket:')).length,
      files: targets.filter((target) => target.startsWith('/')).length,
    };
  }
}

/** None for a descriptor that was closed meanwhile. */
function linkTarget(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

/**
 * Starts a service and resolves when it answers. It gets a port with a number: on port 0 it has a single listening socket, whose queue
 * overflows at a few hundred new connections a second.
 */
export async function startServiceProcess({
  directory,
  environment,
}: ServiceFolder): Promise<ServiceProcess> {
  const port = String(await freePort());
  const service = new ServiceProcess({ directory, environment: { PORT: port, ...environment } });
  await service.ready;
  return service;
}

/**
 * Starts a service again and again, as whoever supervises it would, while a database that recovers or a busy machine makes it end with
 * "The database cannot be used".
 */
export async function restartServiceProcess(folder: ServiceFolder): Promise<ServiceProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await startServiceProcess(folder);
    } catch (error) {
      if (tries === MAX_RESTARTS || !/database cannot be used/.test(String(error))) throw error;
      await delay(RESTART_PAUSE_MS);
    }
  }
}

/** Runs a command of `svc` in a folder to its end. */
export async function runCommand(
  { directory, environment }: ServiceFolder,
  words: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, output: out + err };
}

/** The secret of a new operator key of the service that runs in a folder. */
export async function createOperatorKey(folder: ServiceFolder): Promise<string> {
  const { output } = await runCommand(folder, ['operators', 'keys', 'create', 'Proof']);
  const secret = /sk_op_\w+/.exec(output)?.[0];
  if (secret === undefined) throw new Error(`no operator key was made: ${output}`);
  return secret;
}
