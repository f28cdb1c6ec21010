import type { DeploymentConfig } from '#config';
import type { Clock, Log } from '#kit';
import type { SealingRing } from '#sealing';
import type { Store } from '#store';
import { ResponseItems } from './responses/items/response-items.ts';

interface CompatParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly sealing: SealingRing;
  readonly deployment: () => DeploymentConfig;
}

export function openCompat({ db, clock, log, sealing, deployment }: CompatParts) {
  const keptHours = (): number => deployment().compat.openai.keep_items_hours;
  return { responseItems: new ResponseItems({ db, clock, log, sealing, keptHours }) };
}
