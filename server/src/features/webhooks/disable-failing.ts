import type { LimitValues } from '@svc/contract';
import type { Kysely } from 'kysely';
import { auditChange, BY_SYSTEM } from '#features/audit';
import { enqueueForOwners } from '#features/mail';
import type { PeriodicJob } from '#jobs';
import { HOUR_MS, MINUTE_MS, type Clock } from '#kit';
import { OrganizationScope, type Tables } from '#store';
import { giveUpPending } from './clear-deliveries.ts';
import { findFailing, takeFailing } from './store/failing.ts';
import { withoutQuery } from './webhook-object.ts';

export interface DisableDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly limits: () => LimitValues;
}

/** Disables webhooks whose deliveries have all failed for three days, and mails the owners (HOOK-58, HOOK-59, D-HOOK-7). */
export function disableFailing(deps: DisableDeps): PeriodicJob {
  const { db, clock, limits } = deps;
  return {
    name: 'webhooks.disable_failing',
    everyMs: MINUTE_MS,
    async run() {
      const nowMs = clock.nowMs();
      const sinceMs = nowMs - limits().webhook_disable_after_hours * HOUR_MS;
      for (const id of await findFailing(db, sinceMs)) await disable(db, id, { sinceMs, nowMs });
    },
  };
}

function disable(
  db: Kysely<Tables>,
  id: string,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Another node may have disabled it, or a delivery succeeded in the meantime.
    const webhook = await takeFailing(trx, id, sinceMs, nowMs);
    if (!webhook) return;
    const scope = new OrganizationScope(trx, webhook.organization_id);
    await giveUpPending(scope, id, nowMs);
    await auditChange(
      { scope, source: BY_SYSTEM, nowMs },
      {
        event: 'webhook.disabled',
        resource: { type: 'webhook', id },
        workspaceId: webhook.workspace_id,
        changes: { status: { from: 'enabled', to: 'disabled' } },
      },
    );
    const data = {
      webhookId: id,
      url: withoutQuery(webhook.url),
      workspace: webhook.workspace_name,
      sinceMs: webhook.failing_since_at,
    };
    await enqueueForOwners(scope, { kind: 'webhook_disabled', data }, nowMs);
  });
}
