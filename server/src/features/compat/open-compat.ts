import type { DeploymentConfig } from '#config';
import type { Clock, Log, Secret } from '#kit';
import type { Store } from '#store';
import { ResponseItems } from './responses/items/response-items.ts';

interface CompatParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
  readonly dataKey: Secret;
  readonly deployment: () => DeploymentConfig;
}

export function openCompat({ db, clock, log, dataKey, deployment }: CompatParts) {
  const keptHours = (): number => deployment().compat.openai.keep_items_hours;
  return { responseItems: new ResponseItems({ db, clock, log, dataKey, keptHours }) };
}
