import type { Kysely } from 'kysely';
import { requiringOrganization } from '#features/organization';
import type { Tables } from '#store';

/** The connection to an identity provider by which somebody signs in, and whose it is. */
export interface SignInVia {
  readonly connectionId: string;
  readonly organizationId: string;
  /** When the provider ends the session, in epoch milliseconds (SSO-18). */
  readonly sessionEndsAtMs?: number | undefined;
}

/** A person whose first factor is checked, or was right. */
export interface SignInUser {
  readonly userId: string;
  readonly email: string;
  readonly account: 'enabled' | 'disabled';
  readonly hasSecondFactor: boolean;
  /** An organization requires single sign-on of them: no other first factor counts. */
  readonly mustUseConnection: boolean;
  /** Absent: by their own password or passkey. */
  readonly via?: SignInVia | undefined;
}

/** Whose the email is, with the hash of their password: null where they have none. */
export function findUserWithPassword(
  db: Kysely<Tables>,
  email: string,
): Promise<(SignInUser & { readonly password: string | null }) | undefined> {
  return signInUsers(db)
    .leftJoin('sign_in_methods as m', (join) =>
      join.on('m.provider_id', '=', 'credential').onRef('m.account_id', '=', 'u.id'),
    )
    .select('m.password')
    .where('u.sign_in_email', '=', email.toLowerCase())
    .executeTakeFirst();
}

export function readSignInUser(db: Kysely<Tables>, userId: string): Promise<SignInUser> {
  return signInUsers(db).where('u.id', '=', userId).executeTakeFirstOrThrow();
}

function signInUsers(db: Kysely<Tables>) {
  return db
    .selectFrom('users as u')
    .select(['u.id as userId', 'u.email', 'u.account', 'u.two_factor_enabled as hasSecondFactor'])
    .select((eb) => eb.exists(requiringOrganization(eb.ref('u.id'))).as('mustUseConnection'))
    .$narrowType<{ mustUseConnection: boolean }>();
}
