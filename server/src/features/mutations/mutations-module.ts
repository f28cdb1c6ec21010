import type { Module } from '#features/module';
import type { Store } from '#store';
import { SEALED_ANSWERS } from './sealed-answers.ts';
import { dropExpiredAnswers } from './store.ts';

export function mutationsModule({ db }: { readonly db: Store['db'] }) {
  // D-IDEM-2, D-ADM-6
  return {
    retention: { idempotent_answers: (nowMs) => dropExpiredAnswers(db, nowMs) },
    sealed: [SEALED_ANSWERS],
  } satisfies Module;
}
