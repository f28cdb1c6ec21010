import type { AsyncCommand } from 'fast-check';
import type { World } from '../world.ts';

/** The model is inside the world, beside what it is compared with. */
export interface Command extends AsyncCommand<World, World> {
  check(world: Readonly<World>): boolean;
  run(world: World, same: World): Promise<void>;
}
