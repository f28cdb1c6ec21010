import { recordEvents } from '#events';
import { enqueueForOwners } from '#features/mail';
import { withoutQuery } from '#features/webhooks';
import type { OrganizationScope } from '#store';
import { isAlarming, mergeHealth } from './hook-health.ts';
import { toHookObject } from './hook-object.ts';
import type { HookObservations } from './hook-observations.ts';
import { addCounts, findHook, setHook, sumLastHour, type HookRow } from './store.ts';

/**
 * Adds what a node saw of the organization's hook, in one transaction. Whichever node finds that it has given no verdict for long enough tells
 * the organization, once until there is a verdict (POLICY-16).
 */
export async function recordObservations(
  scope: OrganizationScope,
  seen: HookObservations,
  { nowMs, failingMs }: { readonly nowMs: number; readonly failingMs: number },
): Promise<void> {
  const hook = await findHook(scope, { lock: true });
  // Deleted since.
  if (!hook) return;
  for (const [minuteMs, counts] of seen.minutes) await addCounts(scope, minuteMs, counts);
  // Switched off since: its failures concern nobody any more.
  if (hook.mode === 'off') return;
  const health = mergeHealth(hook, seen);
  const alarms = isAlarming(health, failingMs);
  const after = alarms ? { ...health, alarmed_at: nowMs } : health;
  await setHook(scope, after);
  if (alarms) await notifyFailing(scope, { ...hook, ...after }, nowMs);
}

async function notifyFailing(scope: OrganizationScope, hook: HookRow, nowMs: number): Promise<void> {
  const object = toHookObject(hook, await sumLastHour(scope, nowMs));
  const { organizationId } = scope;
  await recordEvents(scope.db, [{ organizationId, type: 'inference_hook.failing', data: { object } }], nowMs);
  const data = {
    url: withoutQuery(hook.url),
    sinceMs: hook.failing_since_at!,
    refuses: hook.mode === 'enforce' && hook.on_failure === 'deny',
  };
  await enqueueForOwners(scope, { kind: 'inference_hook_failing', data }, nowMs);
}
