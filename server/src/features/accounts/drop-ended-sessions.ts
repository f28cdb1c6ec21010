import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import type { Tables } from '#store';
import { livingAt } from './person-sessions.ts';
import { ADDRESS_ATTEMPTS } from './sign-in-limits.ts';
import { dropEnded } from './store/sessions.ts';

/** Drops sessions, challenges, links and counts of attempts whose time is over. */
export async function dropEndedSessions(db: Kysely<Tables>, limits: LimitValues, nowMs: number): Promise<void> {
  await dropEnded(db, livingAt(limits, nowMs), nowMs - ADDRESS_ATTEMPTS.windowMs);
}
