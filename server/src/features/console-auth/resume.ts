import { ApiError, type SignedIn } from '@svc/contract';
import type { Person } from '#exchange';
import { switchOrganization, type AccountDeps } from './account.ts';
import { readSignIn } from './read-sign-in.ts';
import type { Answered } from './sign-in.ts';

/**
 * better-auth answers some changes with another session in place of the old one. Its cookie is read back for the token against
 * forged changes that belongs to it, and the person goes on in the organization they looked at.
 */
export async function resume(
  deps: AccountDeps,
  before: Person,
  cookies: readonly string[],
): Promise<Answered<SignedIn>> {
  const now = await deps.sessions.find(cookieHeader(cookies));
  const organizationId = before.membership?.organizationId;
  if (organizationId === undefined || organizationId === now.membership?.organizationId)
    return { body: await readSignIn(deps, now), cookies };
  const body = await switchOrganization(deps, now, { organization_id: organizationId }).catch(
    async (error: unknown) => {
      // They were removed from it at this very moment.
      if (error instanceof ApiError) return readSignIn(deps, now);
      throw error;
    },
  );
  return { body, cookies };
}

/** Cookies as the browser sends them back. */
export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
