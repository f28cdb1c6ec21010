import type { Module, OperatorHandlers } from '#features/module';
import type { Clock } from '#kit';
import { listOrganizationMargins, readMargins, readOrganizationMargins } from './read-margins.ts';

/** What engines cost and what is left of retail, for operators alone. */
export function marginsModule({ clock }: { readonly clock: Pick<Clock, 'nowMs'> }) {
  return {
    operator: {
      readMargins: (db, { query }) => readMargins(db, query, clock.nowMs()),
      listOrganizationMargins: (db, { query }) => listOrganizationMargins(db, query, clock.nowMs()),
      readOrganizationMargins: (db, { params, query }) =>
        readOrganizationMargins(db, params.organization_id, query, clock.nowMs()),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}
