import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { copyEmbeddedDatabase } from '../embedded/copy-database.ts';
import { spawnCommand } from './spawn-command.ts';

/** The working directory of a test's processes. */
export let directory: string;
const running = new Set<ChildProcess>();

const svc = (words: string[], env: Record<string, string> = {}): ChildProcess =>
  spawnCommand(words, { cwd: directory, env, running });

/** Runs a command to its end. */
export async function run(
  words: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
) {
  const child = svc(words, env);
  child.stdin!.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ]);
  return { code: code as number | null, out, err };
}

/** A started service with everything it has printed. */
export class Running {
  output = '';
  readonly child: ChildProcess;
  readonly #watchers = new Set<() => void>();

  constructor() {
    this.child = svc(['start']);
    const collect = (chunk: Buffer) => {
      this.output += chunk.toString();
      for (const watch of this.#watchers) watch();
    };
    this.child.stdout!.on('data', collect);
    this.child.stderr!.on('data', collect);
  }

  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const watch = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
      };
      this.#watchers.add(watch);
      this.child.once('exit', () => reject(new Error(`ended without printing ${pattern}:\n${this.output}`)));
      watch();
    });
  }

  async ready(): Promise<string> {
    const [, url = ''] = await this.printed(/Svc is ready at (\S+)\n/);
    return url;
  }

  async end(signal: NodeJS.Signals): Promise<[code: number | null, signal: string | null]> {
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    return (await exit) as [number | null, string | null];
  }
}

/** A service that begins with an empty database: making one takes seconds. */
export async function started(): Promise<Running> {
  await copyDatabase();
  const service = new Running();
  await service.ready();
  return service;
}

/** An empty database, for commands that would make one. */
export async function copyDatabase(): Promise<void> {
  const data = join(directory, 'data');
  if (!existsSync(join(data, 'database'))) await copyEmbeddedDatabase(data, { migrated: true });
}

/** To be called once by a test file: a new directory for each test, and no process left behind. */
export function installDirectory(): void {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-cli-'));
  });

  afterEach(async () => {
    await Promise.all(
      [...running].map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
    rmSync(directory, { recursive: true, force: true });
  });
}
