import { ApiError, type LimitValues } from '@svc/contract';
import type { CredentialsChanged } from '#cluster';
import type { MutationContext } from '#features/audit';
import { endSessionsWithoutSignOn } from '#features/console-auth';
import { hasSignedOnSince } from './store/links.ts';

export interface RequireSignOnDeps {
  readonly limits: () => LimitValues;
  readonly credentialsChanged: CredentialsChanged;
}

/**
 * Makes members of verified domains sign in by a connection from now on, and ends their other sessions (SSO-13 to SSO-15). Throws 409
 * `resource_conflict` unless the owner behind the change has signed in by an active connection of late: whoever cannot would lock everybody out.
 */
export async function requireSignOn(
  { limits, credentialsChanged }: RequireSignOnDeps,
  change: MutationContext,
): Promise<void> {
  const { scope, userId, nowMs } = change;
  const sinceMs = nowMs - limits().sso_fresh_sign_in_s * 1000;
  if (!(await hasSignedOnSince(scope, userId, sinceMs)))
    throw new ApiError('resource_conflict', {
      param: 'sso.required',
      message:
        'Sign in by an active single sign-on connection first, then require it within an hour. With an admin key, its creator has to.',
    });
  const epochs = await endSessionsWithoutSignOn(change);
  if (epochs.length > 0) change.whenCommitted.push(() => void credentialsChanged(epochs));
}
