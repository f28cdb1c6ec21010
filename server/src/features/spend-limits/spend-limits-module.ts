import { Created, type AdministrationHandlers, type Module } from '#features/module';
import type { Clock } from '#kit';
import { deleteSpendLimit, setSpendLimit } from './manage-spend-limits.ts';
import { listSpendLimits, readSpendLimit } from './spend-limits.ts';

export function spendLimitsModule({ clock }: { readonly clock: Clock }) {
  return {
    administration: {
      listSpendLimits: (scope, { query }) => listSpendLimits(scope, query, clock.nowMs()),
      setSpendLimit: async (change, { body }) => {
        const { isNew, limit } = await setSpendLimit(change, body);
        return isNew ? new Created(limit) : limit;
      },
      readSpendLimit: (scope, { params }) => readSpendLimit(scope, params.spend_limit_id, clock.nowMs()),
      deleteSpendLimit: (change, { params }) => deleteSpendLimit(change, params.spend_limit_id),
    } satisfies Partial<AdministrationHandlers>,
  } satisfies Module;
}
