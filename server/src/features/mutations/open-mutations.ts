import type { LimitValues } from '@svc/contract';
import { KeyedMutex, type Clock } from '#kit';
import type { SealingRing } from '#sealing';
import { IdempotentResponses } from './idempotent-responses.ts';

interface MutationsParts {
  readonly sealing: SealingRing;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

export function openMutations({ sealing, clock, limits }: MutationsParts) {
  return { responses: new IdempotentResponses(sealing, clock, limits), mutex: new KeyedMutex() };
}
