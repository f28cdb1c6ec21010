import type { Insertable, Kysely, Selectable } from 'kysely';
import { deleteInSteps, readPage, type Page, type PageRequest, type Tables } from '#store';

export type StoredOperatorEvent = Selectable<Tables['operator_events']>;

export async function insertOperatorEvent(
  db: Kysely<Tables>,
  event: Insertable<Tables['operator_events']>,
): Promise<void> {
  await db.insertInto('operator_events').values(event).execute();
}

export function findOperatorEvents(
  db: Kysely<Tables>,
  organizationId: string | undefined,
  page: PageRequest,
): Promise<Page<StoredOperatorEvent>> {
  const events = db.selectFrom('operator_events').selectAll();
  const wanted = organizationId === undefined ? events : events.where('organization_id', '=', organizationId);
  return readPage(wanted, 'id', page);
}

export async function dropOperatorEvents(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const old = db.selectFrom('operator_events').where('created_at', '<', beforeMs).orderBy('created_at');
  await deleteInSteps(db, 'operator_events', old);
}
