import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';
import { copyEmbeddedDatabase } from './copy-database.ts';
import { describeEmptyDatabase, emptyDatabase, type EmptyDatabase } from '../databases/empty-database.ts';
import { DatabaseThread } from './database-thread.ts';
import { LentDatabase } from './lent-database.ts';

/** A folder with it is of a database that is lent. */
const MARK = 'lent';
/** Threads that nobody uses; each holds about 100 MB. */
const MAX_IDLE = 4;

const idle: DatabaseThread[] = [];
/** Where a thread that ended keeps what is in a directory that is still there. */
const homes = new Map<string, string>();
let empty: EmptyDatabase | undefined;
const RealWorker = workerThreads.Worker;

/**
 * Makes a data directory with an empty, migrated database, for this process alone: who opens it gets a thread that an earlier test
 * is done with, emptied. Opening one takes 0.4 s of a processor, emptying one a tenth of that. Opened again, it has the data it had.
 */
export function lendDatabase(dataDir: string): void {
  if (Worker === RealWorker) lendInsteadOfOpening();
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  writeFileSync(join(dataDir, 'database', MARK), '');
}

function lendInsteadOfOpening(): void {
  const lending = new Proxy(RealWorker, {
    construct(target, parameters: [string | URL, WorkerOptions | undefined], newTarget) {
      const [file, options] = parameters;
      const { directory } = (options?.workerData ?? {}) as { readonly directory?: string };
      if (directory === undefined || !existsSync(join(directory, MARK)))
        return Reflect.construct(target, parameters, newTarget) as Worker;
      const open = async (home: string): Promise<DatabaseThread> => {
        const workerData = { ...options?.workerData, directory: join(home, 'database') };
        return DatabaseThread.open(new target(file, { ...options, workerData }), home, directory);
      };
      return new LentDatabase(take(directory, open), release);
    },
  });
  Object.assign(workerThreads, { Worker: lending });
  syncBuiltinESMExports();
}

type Open = (home: string) => Promise<DatabaseThread>;

async function take(directory: string, open: Open): Promise<DatabaseThread> {
  const own = idle.findIndex((thread) => thread.directory === directory);
  if (own >= 0) return idle.splice(own, 1)[0]!;
  const home = homes.get(directory);
  if (home) return watch(await open(home));
  return (await takeEmptied(directory)) ?? watch(await openNew(directory, open));
}

/** A thread that broke serves nobody any more. */
function watch(thread: DatabaseThread): DatabaseThread {
  return thread.once('exit', () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  });
}

/** One whose directory is gone: nobody will ask for what it holds. */
async function takeEmptied(directory: string): Promise<DatabaseThread | undefined> {
  for (;;) {
    const free = idle.findIndex((thread) => !existsSync(thread.directory));
    if (free < 0 || !empty) return undefined;
    const [thread] = idle.splice(free, 1) as [DatabaseThread];
    if (await emptyDatabase(thread, empty)) {
      homes.delete(thread.directory);
      homes.set(directory, thread.home);
      thread.directory = directory;
      return thread;
    }
    await discard(thread);
  }
}

async function openNew(directory: string, open: Open): Promise<DatabaseThread> {
  const home = await mkdtemp(join(tmpdir(), 'svc-test-lent-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  await copyEmbeddedDatabase(home, { migrated: true });
  homes.set(directory, home);
  const thread = await open(home);
  empty ??= await describeEmptyDatabase(thread);
  return thread;
}

function release(thread: DatabaseThread): void {
  idle.push(thread);
  if (idle.length <= MAX_IDLE) return;
  const [oldest] = idle.splice(0, 1) as [DatabaseThread];
  void (existsSync(oldest.directory) ? oldest.end() : discard(oldest));
}

/** Ends the databases that nobody uses: the next one is new. */
export async function endIdleDatabases(): Promise<void> {
  for (const thread of idle.splice(0)) await (existsSync(thread.directory) ? thread.end() : discard(thread));
}

async function discard(thread: DatabaseThread): Promise<void> {
  homes.delete(thread.directory);
  await thread.end();
  rmSync(thread.home, { recursive: true, force: true });
}
