import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

export type StoredSession = Selectable<Tables['sessions']>;

/** Which sessions have not ended by themselves: those that end later, and were used since. */
export interface Living {
  readonly nowMs: number;
  readonly usedSinceMs: number;
}

export function findSessionPage(
  db: Kysely<Tables>,
  userId: string,
  living: Living,
  page: PageRequest,
): Promise<Page<StoredSession>> {
  const own = db.selectFrom('sessions').selectAll().where('user_id', '=', userId);
  const alive = own.where('expires_at', '>', living.nowMs).where('updated_at', '>', living.usedSinceMs);
  return readPage(alive as SelectQueryBuilder<Tables, 'sessions', StoredSession>, 'id', page);
}

/** The ids of those that were there. */
export async function deleteSessions(
  db: Kysely<Tables>,
  userId: string,
  which: { readonly id: string } | { readonly except: string } | 'all',
): Promise<string[]> {
  let own = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (which !== 'all')
    own = 'id' in which ? own.where('id', '=', which.id) : own.where('id', '<>', which.except);
  return (await own.returning('id').execute()).map(({ id }) => id);
}
