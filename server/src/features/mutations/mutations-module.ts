import type { Module } from '#features/module';
import type { Store } from '#store';
import { SEALED_RESPONSES } from './sealed-responses.ts';
import { dropExpiredResponses } from './store.ts';

export function mutationsModule({ db }: { readonly db: Store['db'] }) {
  // D-IDEM-2, D-ADM-6
  return {
    retention: { idempotent_answers: (nowMs) => dropExpiredResponses(db, nowMs) },
    sealed: [SEALED_RESPONSES],
  } satisfies Module;
}
