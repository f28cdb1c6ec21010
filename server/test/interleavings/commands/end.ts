import type { TokenUsage } from '#engine';
import type { RunningRequest, World } from '../world.ts';
import type { Command } from './command.ts';

/** Of what was admitted, in hundredths: an engine may count more than we did. */
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

/** Some of the running requests are over in one turn of the event loop. */
export class End implements Command {
  readonly #first: number;
  readonly #taken: readonly Taken[];

  constructor(first: number, taken: readonly Taken[]) {
    this.#first = first;
    this.#taken = taken;
  }

  check({ running }: Readonly<World>): boolean {
    return running.length > 0;
  }

  async run(world: World): Promise<void> {
    const first = this.#first % world.running.length;
    const ending = world.running.slice(first, first + this.#taken.length);
    await Promise.all(
      ending.map((request, index) => world.end(request, usageOf(request, this.#taken[index]!))),
    );
  }

  toString(): string {
    return `End(${this.#first}, ${JSON.stringify(this.#taken)})`;
  }
}

/** One ends without output. */
export class Abort implements Command {
  readonly #which: number;

  constructor(which: number) {
    this.#which = which;
  }

  check({ running }: Readonly<World>): boolean {
    return running.length > 0;
  }

  run(world: World): Promise<void> {
    world.abort(world.running[this.#which % world.running.length]!);
    return Promise.resolve();
  }

  toString(): string {
    return `Abort(${this.#which})`;
  }
}
