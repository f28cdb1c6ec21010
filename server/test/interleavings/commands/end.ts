import type { TokenUsage } from '#engine';
import type { RunningRequest, TestCluster } from '../test-cluster.ts';
import type { Command } from './command.ts';

/** Percent of what was admitted: an engine may count more than we did. */
export interface Taken {
  readonly inputPercent: number;
  readonly cachedPercent: number;
  readonly outputPercent: number;
}

export function usageOf(
  { ask }: RunningRequest,
  { inputPercent, cachedPercent, outputPercent }: Taken,
): TokenUsage {
  const inputTokens = Math.ceil((ask.promptTokens * inputPercent) / 100);
  const cachedInputTokens = Math.floor((inputTokens * cachedPercent) / 100);
  return {
    inputTokens,
    cachedInputTokens,
    outputTokens: Math.ceil((ask.maxOutputTokens * outputPercent) / 100),
    reasoningTokens: 0,
  };
}

/** Some running requests end in one turn of the event loop. */
export class End implements Command {
  readonly #first: number;
  readonly #taken: readonly Taken[];

  constructor(first: number, taken: readonly Taken[]) {
    this.#first = first;
    this.#taken = taken;
  }

  check({ running }: Readonly<TestCluster>): boolean {
    return running.length > 0;
  }

  async run(cluster: TestCluster): Promise<void> {
    const first = this.#first % cluster.running.length;
    const ending = cluster.running.slice(first, first + this.#taken.length);
    await Promise.all(
      ending.map((request, index) => cluster.end(request, usageOf(request, this.#taken[index]!))),
    );
  }

  toString(): string {
    return `End(${this.#first}, ${JSON.stringify(this.#taken)})`;
  }
}

/** One request ends without output. */
export class Abort implements Command {
  readonly #which: number;

  constructor(which: number) {
    this.#which = which;
  }

  check({ running }: Readonly<TestCluster>): boolean {
    return running.length > 0;
  }

  run(cluster: TestCluster): Promise<void> {
    cluster.abort(cluster.running[this.#which % cluster.running.length]!);
    return Promise.resolve();
  }

  toString(): string {
    return `Abort(${this.#which})`;
  }
}
