import type { EngineConfig } from '#config';
import type { Clock } from '#kit';
import { EngineFault } from '../events.ts';
import { listOffered, type OfferedModel } from '../upstreams/offered/list-offered.ts';

const TIMEOUT_MS = 15_000;

/** What an engine's list says of its models. Without a list it is empty; `fault`: why there is none. */
export interface Offer {
  readonly models: readonly OfferedModel[];
  readonly fault: EngineFault | undefined;
}

interface OfferNeeds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export async function offeredBy(config: EngineConfig, { clock, signal }: OfferNeeds): Promise<Offer> {
  try {
    const models = await listOffered(
      config,
      clock,
      AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
    );
    return { models: models ?? [], fault: undefined };
  } catch (error) {
    if (error instanceof EngineFault) return { models: [], fault: error };
    throw error;
  }
}
