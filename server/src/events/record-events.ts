import type { Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';
import type { NewEvent } from './outbox-event.ts';
import { insertEvents } from './store/outbox.ts';

/** Writes events in the transaction of what they tell of: both exist or none. */
export async function recordEvents(
  trx: Kysely<Tables>,
  events: readonly NewEvent[],
  nowMs: number,
): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(
    trx,
    events.map(({ organizationId, workspaceId = null, type, data, dedupeKey = null }) => ({
      id: newId('evt_', nowMs),
      organization_id: organizationId,
      workspace_id: workspaceId,
      type,
      data,
      dedupe_key: dedupeKey,
      created_at: nowMs,
    })),
  );
}
