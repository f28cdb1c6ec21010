import type { World } from '../world.ts';
import type { Command } from './command.ts';

export class Advance implements Command {
  readonly #byMs: number;

  constructor(byMs: number) {
    this.#byMs = byMs;
  }

  check(): boolean {
    return true;
  }

  run(world: World): Promise<void> {
    return world.advance(this.#byMs);
  }

  toString(): string {
    return `Advance(${this.#byMs})`;
  }
}

/** Everything is killed, and when it comes back its clock is behind. */
export class RestartEarlier implements Command {
  readonly #byMs: number;

  constructor(byMs: number) {
    this.#byMs = byMs;
  }

  check(): boolean {
    return true;
  }

  async run(world: World): Promise<void> {
    for (const node of world.nodes) await world.crash(node);
    world.clock.goBack(this.#byMs);
  }

  toString(): string {
    return `RestartEarlier(${this.#byMs})`;
  }
}
