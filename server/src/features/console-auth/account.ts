import type { Kysely } from 'kysely';
import { ApiError, type SignedIn } from '@svc/contract';
import type { Person } from '#exchange';
import type { Tables } from '#store';
import type { PersonSessions } from './person-sessions.ts';
import { readSignIn } from './read-sign-in.ts';
import { setName } from './store/memberships.ts';
import { setOrganization } from './store/sessions.ts';

export interface AccountDeps {
  readonly db: Kysely<Tables>;
  readonly sessions: PersonSessions;
}

/** The name is the person's in every organization. */
export async function updateAccount(
  deps: AccountDeps,
  person: Person,
  { name }: { readonly name: string },
): Promise<SignedIn> {
  await setName(deps.db, person.userId, name);
  return readSignIn(deps, { ...person, name });
}

/** From now on this session looks at another organization of the person. */
export async function switchOrganization(
  deps: AccountDeps,
  person: Person,
  { organization_id: organizationId }: { readonly organization_id: string },
): Promise<SignedIn> {
  const signedIn = await readSignIn(deps, person);
  if (!signedIn.organizations.some(({ id }) => id === organizationId))
    throw new ApiError('organization_not_found', { param: 'organization_id' });
  await setOrganization(deps.db, person.sessionId, organizationId);
  return {
    ...signedIn,
    organization_id: organizationId,
    csrf_token: deps.sessions.csrfTokenOf({ ...person, organizationId }),
  };
}
