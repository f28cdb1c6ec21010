import { sql, type Kysely } from 'kysely';
import type { OrganizationScope, Tables } from '#store';

/** A workspace's own limits of one model, per minute. Null: those of the organization (RATE-14). */
export interface RateOverride {
  readonly model: string;
  readonly requestsPerMinute: number | null;
  readonly inputTokensPerMinute: number | null;
  readonly outputTokensPerMinute: number | null;
}

export interface WorkspaceOverride extends RateOverride {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** All overrides of the given organizations' workspaces. */
export async function loadRateOverrides(
  db: Kysely<Tables>,
  organizationIds: readonly string[],
): Promise<WorkspaceOverride[]> {
  const rows = await db
    .selectFrom('rate_limit_overrides')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .execute();
  return rows.map((row) => ({
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    model: row.model,
    requestsPerMinute: row.requests_per_minute,
    inputTokensPerMinute: row.input_tokens_per_minute,
    outputTokensPerMinute: row.output_tokens_per_minute,
  }));
}

/** Puts these overrides of a workspace in place of all it had (RATE-15). True when that changed anything. Within the caller's transaction. */
export async function replaceRateOverrides(
  db: Kysely<Tables>,
  workspace: { readonly organizationId: string; readonly workspaceId: string },
  overrides: readonly RateOverride[],
): Promise<boolean> {
  const stored = (await loadRateOverrides(db, [workspace.organizationId])).filter(
    ({ workspaceId }) => workspaceId === workspace.workspaceId,
  );
  if (isSame(stored, overrides)) return false;
  await db
    .deleteFrom('rate_limit_overrides')
    .where('organization_id', '=', workspace.organizationId)
    .where('workspace_id', '=', workspace.workspaceId)
    .execute();
  if (overrides.length === 0) return true;
  await db
    .insertInto('rate_limit_overrides')
    .values(
      overrides.map((override) => ({
        organization_id: workspace.organizationId,
        workspace_id: workspace.workspaceId,
        model: override.model,
        requests_per_minute: override.requestsPerMinute,
        input_tokens_per_minute: override.inputTokensPerMinute,
        output_tokens_per_minute: override.outputTokensPerMinute,
      })),
    )
    .execute();
  return true;
}

function isSame(stored: readonly RateOverride[], wanted: readonly RateOverride[]): boolean {
  const lines = (overrides: readonly RateOverride[]): string[] =>
    overrides
      .map((each) =>
        JSON.stringify([
          each.model,
          each.requestsPerMinute,
          each.inputTokensPerMinute,
          each.outputTokensPerMinute,
        ]),
      )
      .toSorted();
  return JSON.stringify(lines(stored)) === JSON.stringify(lines(wanted));
}

/** What the organization was sold or granted so far, and when first. Over years that may be more than a number holds exactly. */
export async function loadPayments({
  db,
  organizationId,
}: OrganizationScope): Promise<{ readonly paidNanos: bigint; readonly firstPaidAtMs: number | null }> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(sql<string>`coalesce(sum(amount_nanos), 0)::text`.as('paid'))
    .select(({ fn }) => fn.min('created_at').as('first_at'))
    .where('organization_id', '=', organizationId)
    .where('account', '=', 'wallet')
    .where('kind', '=', 'grant')
    .executeTakeFirstOrThrow();
  return { paidNanos: BigInt(row.paid), firstPaidAtMs: row.first_at };
}
