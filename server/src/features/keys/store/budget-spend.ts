import type { Kysely } from 'kysely';
import { spentOfBudget } from '#features/spend-limits';
import type { OrganizationScope, Tables } from '#store';
import type { StoredRestrictions } from '../stored-restrictions.ts';

/** Credit spend of a key in the month that begins then, as it counts against a budget. Nano-dollars. */
export async function loadBudgetSpend(
  { db, organizationId }: OrganizationScope,
  keyId: string,
  monthStartsAtMs: number,
): Promise<number> {
  const key = await db
    .selectFrom('api_keys as k')
    .leftJoin('credit_spend as c', (join) =>
      join
        .onRef('c.organization_id', '=', 'k.organization_id')
        .onRef('c.scope_id', '=', 'k.id')
        .on('c.scope', '=', 'key')
        .on('c.month_starts_at', '=', monthStartsAtMs),
    )
    .select(spentOfBudget(monthStartsAtMs).as('spent'))
    .where('k.organization_id', '=', organizationId)
    .where('k.id', '=', keyId)
    .executeTakeFirstOrThrow();
  return key.spent;
}

/** What the credential of a call with this key would say: work in the background has only the key's id. */
export function findRestrictions(
  db: Kysely<Tables>,
  keyId: string,
): Promise<(StoredRestrictions & { readonly name: string }) | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['name', 'allowed_models', 'monthly_budget_nanos', 'requests_per_minute'])
    .select(['input_tokens_per_minute', 'output_tokens_per_minute'])
    .where('id', '=', keyId)
    .executeTakeFirst();
}
