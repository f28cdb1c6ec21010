import type { PasskeyOptions } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';

type Hooks = Required<PasskeyOptions>;

/**
 * A passkey alone signs in, so it has to be two factors in one: the device, and the finger or PIN it asks for. better-auth takes
 * devices that asked for nothing; these do not.
 */
export const requireVerifiedRegistration: NonNullable<
  NonNullable<Hooks['registration']>['afterVerification']
> = async ({ verification }) => {
  requireVerified(verification.registrationInfo?.userVerified);
};

export const requireVerifiedAuthentication: NonNullable<
  NonNullable<Hooks['authentication']>['afterVerification']
> = async ({ verification }) => {
  requireVerified(verification.authenticationInfo.userVerified);
};

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
