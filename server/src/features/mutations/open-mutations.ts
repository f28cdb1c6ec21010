import type { LimitValues } from '@svc/contract';
import { KeyedMutex, type Clock, type Secret } from '#kit';
import { IdempotentAnswers } from './idempotent-answers.ts';

interface MutationsParts {
  readonly dataKey: Secret;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

export function openMutations({ dataKey, clock, limits }: MutationsParts) {
  return { answers: new IdempotentAnswers(dataKey, clock, limits), mutex: new KeyedMutex() };
}
