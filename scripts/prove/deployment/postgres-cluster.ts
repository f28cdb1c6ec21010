import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, sql } from '../../../server/test-kit/index.ts';
import { withStore } from './store-access.ts';

const BIN_FOLDERS = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);
const STARTS_WITHIN_MS = 60_000;

/** A PostgreSQL of its own in a temporary folder, which may be killed and stopped for real. */
export class PostgresCluster {
  readonly databaseUrl: string;
  readonly #bin: string;
  readonly #directory: string;
  readonly #port: number;
  readonly #owner: { readonly uid: number; readonly gid: number } | undefined;
  readonly #settings: Readonly<Record<string, string>>;
  #postmaster: ChildProcess | undefined;

  private constructor(bin: string, port: number, settings: Readonly<Record<string, string>>) {
    this.#bin = bin;
    this.#settings = settings;
    this.#port = port;
    this.#directory = mkdtempSync(join(tmpdir(), 'svc-prove-postgres-'));
    this.#owner = unprivileged();
    if (this.#owner) chownSync(this.#directory, this.#owner.uid, this.#owner.gid);
    this.databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** Undefined when PostgreSQL is not installed on this machine. `settings` are the server's own, by their names. */
  static async make(settings: Readonly<Record<string, string>> = {}): Promise<PostgresCluster | undefined> {
    const bin = BIN_FOLDERS.find((folder) => existsSync(join(folder, 'initdb')));
    if (bin === undefined) return undefined;
    const cluster = new PostgresCluster(bin, await freePort(), settings);
    cluster.#init();
    await cluster.start();
    return cluster;
  }

  /** Starts the server again on what a kill left, and resolves when it takes connections. */
  async start(): Promise<void> {
    const until = performance.now() + STARTS_WITHIN_MS;
    while (performance.now() < until) {
      // Right after a kill the old backends may still hold the shared memory; then it refuses and is asked again.
      if (!this.#postmaster || this.#postmaster.exitCode !== null || this.#postmaster.signalCode !== null)
        this.#launch();
      if (await this.#acceptsConnections()) return;
      await delay(200);
    }
    throw new Error('PostgreSQL did not start.');
  }

  /** Another database on this server. Returns its URL. */
  async createDatabase(name: string): Promise<string> {
    await withStore({ dataDir: this.#directory, databaseUrl: this.databaseUrl }, ({ withoutTimeLimits }) =>
      withoutTimeLimits((db) => sql`create database ${sql.id(name)}`.execute(db)),
    );
    return Object.assign(new URL(this.databaseUrl), { pathname: `/${name}` }).href;
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the postmaster and every backend: connections stay open and nothing answers. */
  stop(): void {
    for (const pid of this.#pids()) sendSignal(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#pids()) sendSignal(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    this.resume();
    await this.#end('SIGQUIT');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const postmaster = this.#postmaster;
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
    const exit = once(postmaster, 'exit');
    postmaster.kill(signal);
    await exit;
  }

  #init(): void {
    const words = [
      '-D',
      join(this.#directory, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale=C',
    ];
    execFileSync(join(this.#bin, 'initdb'), words, { stdio: 'ignore', cwd: this.#directory, ...this.#owner });
  }

  #launch(): void {
    const own = { port: this.#port, listen_addresses: '127.0.0.1', unix_socket_directories: this.#directory };
    const settings = { shared_buffers: '32MB', ...this.#settings, ...own };
    const words = [
      '-D',
      join(this.#directory, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    this.#postmaster = spawn(join(this.#bin, 'postgres'), words, {
      stdio: 'ignore',
      cwd: this.#directory,
      ...this.#owner,
    });
  }

  async #acceptsConnections(): Promise<boolean> {
    try {
      await withStore({ dataDir: this.#directory, databaseUrl: this.databaseUrl }, (store) => store.ping());
      return true;
    } catch {
      return false;
    }
  }

  /** The postmaster and its children. They lead sessions of their own, so a signal to a process group would miss them. */
  #pids(): number[] {
    const parent = this.#postmaster?.pid;
    if (parent === undefined) return [];
    return [
      parent,
      ...readdirSync('/proc')
        .map(Number)
        .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent),
    ];
  }
}

/** A backend may end between being listed and being told. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
