import { ApiError } from '@svc/contract';
import type { HttpExchange, Member, SignedIn, SignedInExchange, Step } from '#exchange';
import type { PersonSessions } from '#features/console-auth';

export interface AuthenticatePersonDeps {
  readonly sessions: PersonSessions;
}

/** Identifies the user signed in to the Console, by the session cookie only (D-CONS-6). */
export function authenticatePerson({ sessions }: AuthenticatePersonDeps): Step<HttpExchange, SignedIn> {
  return async (exchange) => {
    exchange.person = await sessions.find(exchange.request.headers.cookie);
  };
}

/** Requires an active membership in the session's organization, and that the organization may be used. */
export const requireMembership: Step<SignedInExchange, Member> = ({ person }) => {
  if (!person.membership) {
    throw new ApiError('org_membership_required', {
      message:
        'You are no longer an active member of this organization. Choose another one, or ask an administrator to invite you.',
    });
  }
  if (!person.membership.isAvailable) throw new ApiError('org_unavailable');
};
