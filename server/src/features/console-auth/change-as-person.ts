import type { Kysely } from 'kysely';
import type { SignedInExchange } from '#exchange';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import type { PersonSessions } from './person-sessions.ts';
import { lockForChange } from './store/person-lock.ts';

interface ChangeAsPersonDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly sessions: PersonSessions;
}

/**
 * Makes a change of how a person signs in, in one transaction, while others of the person wait. A password may have been hashed since the
 * request was judged, so the session is looked at again within: throws 401 `session_required` when it ended meanwhile.
 */
export function changeAsPerson<T>(
  { db, clock, sessions }: ChangeAsPersonDeps,
  { person }: SignedInExchange,
  make: (trx: Kysely<Tables>, nowMs: number) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockForChange(trx, person.userId);
    await sessions.requireCurrent(trx, person);
    return make(trx, clock.nowMs());
  });
}
