import type { Clock, Log } from '#kit';
import type { Store } from '#store';
import { AdminKeyDirectory } from './admin-key-directory.ts';
import { KeyDirectory } from './key-directory.ts';
import { KeyUseCounter } from './key-use-counter.ts';

interface KeysParts {
  readonly db: Store['db'];
  readonly clock: Clock;
  readonly log: Log;
}

export function openKeys({ db, clock, log }: KeysParts) {
  return {
    keys: new KeyDirectory({ db, clock, log }),
    adminKeys: new AdminKeyDirectory({ db, clock, log }),
    keyUse: new KeyUseCounter({ db, log }),
  };
}
