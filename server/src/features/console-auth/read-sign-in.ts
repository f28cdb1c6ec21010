import type { Kysely } from 'kysely';
import type { SignedIn } from '@svc/contract';
import type { Person } from '#exchange';
import type { Tables } from '#store';
import type { PersonSessions } from './person-sessions.ts';
import { findMemberships } from './store/memberships.ts';

export interface ReadSignInDeps {
  readonly db: Kysely<Tables>;
  readonly sessions: PersonSessions;
}

/** Who is signed in, and the organizations they may choose from. */
export async function readSignIn({ db, sessions }: ReadSignInDeps, person: Person): Promise<SignedIn> {
  return {
    type: 'session',
    id: person.sessionId,
    user: {
      id: person.userId,
      email: person.email,
      name: person.name,
      second_factor: person.hasSecondFactor,
    },
    organization_id: person.membership?.organizationId ?? null,
    organizations: await findMemberships(db, person.userId),
    csrf_token: sessions.csrfTokenOf(person),
  };
}
