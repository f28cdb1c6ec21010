import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { Tables } from '#store';
import { findHome } from './store/memberships.ts';

/** Before a session begins: nobody with a disabled account gets one, and it begins where the person was last. */
export async function openSession(db: Kysely<Tables>, session: { readonly userId: string }) {
  const home = await findHome(db, session.userId);
  if (home?.account !== 'enabled') throw new ApiError('account_disabled');
  return { data: { ...session, organizationId: home.organizationId } };
}
