import type { PasskeyOptions } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import { hasPasskey } from './store/passkeys.ts';

type Hooks = Required<PasskeyOptions>;

/**
 * A passkey alone signs in, so it has to be two factors in one: the device, and the finger or PIN it asks for. better-auth takes
 * devices that asked for nothing; these do not.
 */
export function requireVerifiedRegistration(
  db: Kysely<Tables>,
): NonNullable<NonNullable<Hooks['registration']>['afterVerification']> {
  return async ({ verification: { registrationInfo } }) => {
    requireVerified(registrationInfo?.userVerified);
    // A device chooses the id, and nothing keeps one from choosing that of another passkey (Web Authentication §7.1).
    if (await hasPasskey(db, registrationInfo?.credential.id ?? ''))
      throw new APIError('BAD_REQUEST', { code: 'PASSKEY_EXISTS' });
  };
}

export const requireVerifiedAuthentication: NonNullable<
  NonNullable<Hooks['authentication']>['afterVerification']
> = async ({ verification }) => {
  requireVerified(verification.authenticationInfo.userVerified);
};

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
