import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import type { Secret } from '#kit';
import type { Tables } from '#store';
import { resetAccount } from './reset-account.ts';
import { resetOwner } from './reset-owner.ts';

/** The primary owner of an organization, by its id or name, or the person with an email. */
export type ResetSubject = { readonly organization: string } | { readonly email: string };

export interface SignInReset {
  /** Of the person, as it was. */
  readonly email: string;
  /** Of a link that works once. */
  readonly token: Secret;
  /** The page of the Console the link opens. */
  readonly page: '/console/set-up' | '/console/reset-password';
  readonly expiresAtMs: number;
  /** Epochs of the organizations whose credentials every node must verify again. */
  readonly epochs: readonly EpochChange[];
}

/**
 * Gives a person who can no longer sign in a one-time link to start again. All their previous credentials stop working. Throws
 * UnknownOrganization, NoPrimaryOwner, UnknownAccount.
 */
export function resetSignIn(db: Kysely<Tables>, who: ResetSubject, nowMs: number): Promise<SignInReset> {
  return db.transaction().execute((trx) => resetSignInWithin(trx, who, nowMs));
}

/** The same within a transaction of the caller's. */
export function resetSignInWithin(
  trx: Kysely<Tables>,
  who: ResetSubject,
  nowMs: number,
): Promise<SignInReset> {
  return 'email' in who ? resetAccount(trx, who.email, nowMs) : resetOwner(trx, who.organization, nowMs);
}
