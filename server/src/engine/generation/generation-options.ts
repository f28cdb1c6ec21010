import type { Clock, Log } from '#kit';
import type { CapacityManager } from '../capacity/capacity.ts';
import type { EngineFactory } from '../engine-fleet.ts';
import type { GenerationConfig } from '../served-model.ts';
import type { AttemptObserver } from './attempt-observer.ts';

export interface GenerationOptions {
  readonly config: GenerationConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** Manages the engines' slots; by default counts on this node alone. */
  readonly capacity?: CapacityManager;
  /** Told of every attempt at an engine. */
  readonly observer?: AttemptObserver;
  /** For tests: creates an engine from its configuration. */
  readonly createEngine?: EngineFactory;
  /** For tests: the random source for distribution by weight, from 0 to 1. */
  readonly random?: () => number;
}
