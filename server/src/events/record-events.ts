import type { Kysely } from 'kysely';
import { newId, toTimestamp } from '#kit';
import { signalOnCommit, type Tables } from '#store';
import type { NewEvent } from './outbox-event.ts';
import { insertEvents } from './store/outbox.ts';

/** Commit signal of new events. */
export const EVENTS_RECORDED = 'events recorded';

/**
 * Records events in the transaction of the change they describe. Their body is fixed here (D-HOOK-2).
 * Consumers start when the transaction commits. Returns the ids; an event whose `dedupeKey` already exists is
 * not written.
 */
export async function recordEvents(
  trx: Kysely<Tables>,
  events: readonly NewEvent[],
  nowMs: number,
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => {
    const id = newId('evt_', nowMs);
    const { organizationId, workspaceId = null, type, dedupeKey = null } = event;
    return {
      id,
      organization_id: organizationId,
      workspace_id: workspaceId,
      type,
      body: encodeBody(id, event, nowMs),
      dedupe_key: dedupeKey,
      created_at: nowMs,
    };
  });
  await insertEvents(trx, rows);
  await signalOnCommit(trx, EVENTS_RECORDED);
  return rows.map(({ id }) => id);
}

/** The body of webhook deliveries (platform contract §2.5). */
function encodeBody(id: string, { type, workspaceId = null, data }: NewEvent, nowMs: number): string {
  return JSON.stringify({ id, type, created_at: toTimestamp(nowMs), workspace_id: workspaceId, data });
}
