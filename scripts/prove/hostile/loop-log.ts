import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PRELOADED = new URL('./loop-watch.ts', import.meta.url).pathname;

/** What `loop-watch` noted in a service. */
export class LoopLog {
  readonly #path: string;

  constructor(directory: string) {
    this.#path = join(directory, 'loop.log');
    writeFileSync(this.#path, '');
  }

  /** Of the service's process, beside other options of Node. */
  environment(options: string): Readonly<Record<string, string>> {
    return { PROVE_LOOP_LOG: this.#path, NODE_OPTIONS: `${options} --import=${PRELOADED}` };
  }

  /** The longest turn that ended since then, in milliseconds of processor time; 0 when none was long enough to be noted. */
  longestSince(sinceMs: number): number {
    const notes = readFileSync(this.#path, 'utf8').trim().split('\n');
    const turns = notes.map((line) => line.split(' ').map(Number)).filter(([atMs = 0]) => atMs >= sinceMs);
    return Math.max(0, ...turns.map(([, ms = 0]) => ms));
  }
}
