import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import type { Secret } from '#kit';
import type { Tables } from '#store';
import { resetAccount } from './reset-account.ts';
import { resetOwner } from './reset-owner.ts';

/** The primary owner of an organization, named by id or name, or whoever has an e-mail. */
export type ResetSubject = { readonly organization: string } | { readonly email: string };

export interface SignInReset {
  /** Of the person, as it was. */
  readonly email: string;
  /** Of a link that works once. */
  readonly token: Secret;
  /** The page of the Console the link opens. */
  readonly page: '/console/set-up' | '/console/reset-password';
  readonly expiresAtMs: number;
  /** Of the organizations whose credentials every node must check anew. */
  readonly epochs: readonly EpochChange[];
}

/**
 * Gives somebody who can sign in no more a one-time link to begin anew. Whatever signed them in until now stops. Throws
 * UnknownOrganization, NoPrimaryOwner, UnknownAccount.
 */
export function resetSignIn(db: Kysely<Tables>, who: ResetSubject, nowMs: number): Promise<SignInReset> {
  return db
    .transaction()
    .execute((trx) =>
      'email' in who ? resetAccount(trx, who.email, nowMs) : resetOwner(trx, who.organization, nowMs),
    );
}
