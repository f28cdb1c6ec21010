import type { TestCluster } from '../test-cluster.ts';
import type { Command } from './command.ts';

export class Advance implements Command {
  readonly #byMs: number;

  constructor(byMs: number) {
    this.#byMs = byMs;
  }

  check(): boolean {
    return true;
  }

  run(cluster: TestCluster): Promise<void> {
    return cluster.advance(this.#byMs);
  }

  toString(): string {
    return `Advance(${this.#byMs})`;
  }
}

/** Kills every node; when they restart, the clock has gone back. */
export class RestartEarlier implements Command {
  readonly #byMs: number;

  constructor(byMs: number) {
    this.#byMs = byMs;
  }

  check(): boolean {
    return true;
  }

  async run(cluster: TestCluster): Promise<void> {
    for (const node of cluster.nodes) await cluster.crash(node);
    cluster.clock.goBack(this.#byMs);
  }

  toString(): string {
    return `RestartEarlier(${this.#byMs})`;
  }
}
