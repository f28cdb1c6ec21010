import type { Kysely } from 'kysely';
import type { Tables } from '#store';

const MAX_FAILING = 100;

/** Webhooks whose deliveries have all failed since a time or longer. */
export async function findFailing(db: Kysely<Tables>, sinceMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('status', '=', 'enabled')
    .where('failing_since_at', '<=', sinceMs)
    .orderBy('failing_since_at')
    .limit(MAX_FAILING)
    .execute();
  return rows.map(({ id }) => id);
}

export interface FailingWebhook {
  readonly organization_id: string;
  readonly workspace_id: string | null;
  readonly workspace_name: string | null;
  readonly url: string;
  readonly failing_since_at: number;
}

/** Disables a webhook if it is still failing. Undefined: it is not. */
export async function takeFailing(
  trx: Kysely<Tables>,
  id: string,
  sinceMs: number,
  nowMs: number,
): Promise<FailingWebhook | undefined> {
  const taken = await trx
    .updateTable('webhooks')
    .set({ status: 'disabled', due_at: null, updated_at: nowMs })
    .where('id', '=', id)
    .where('status', '=', 'enabled')
    .where('failing_since_at', '<=', sinceMs)
    .returning(({ selectFrom }) => [
      'organization_id',
      'workspace_id',
      'url',
      'failing_since_at',
      selectFrom('workspaces')
        .select('name')
        .whereRef('workspaces.id', '=', 'webhooks.workspace_id')
        .as('workspace_name'),
    ])
    .executeTakeFirst();
  return taken as FailingWebhook | undefined;
}
