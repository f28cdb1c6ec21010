import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../../connector/src/main.ts');

/** A connector in a process of its own, as operators run it, with everything it has printed. */
export class ConnectorProcess {
  output = '';
  readonly child: ChildProcess;
  readonly #watchers = new Set<() => void>();

  constructor(environment: Readonly<Record<string, string>>, args: readonly string[] = []) {
    this.child = spawn(process.execPath, [MAIN, ...args], {
      env: { PATH: process.env['PATH'] ?? '', SVC_TUNNEL_LOG: 'debug', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      this.output += chunk.toString();
      for (const watch of this.#watchers) watch();
    };
    this.child.stdout!.on('data', collect);
    this.child.stderr!.on('data', collect);
  }

  /** Resolves when the pattern was printed that many times. */
  printed(pattern: RegExp, times = 1): Promise<void> {
    const all = new RegExp(pattern, 'g');
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        if ([...this.output.matchAll(all)].length >= times) resolve();
      };
      this.#watchers.add(watch);
      this.child.once('exit', () => reject(new Error(`ended without printing ${pattern}:\n${this.output}`)));
      watch();
    });
  }

  online(): Promise<void> {
    return this.printed(/"targets received"/);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return exitCode;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  /** Runs to its end by itself. */
  async exited(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const [code] = (await once(this.child, 'exit')) as [number | null];
    return code;
  }
}
