/** Why a sign-in failed, for the audit log (D-SSO-13). */
export type SignOnReason =
  | 'state'
  | 'nonce'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'algorithm'
  | 'signature'
  | 'claims'
  | 'email_unverified'
  | 'domain'
  | 'not_a_member'
  | 'provider_error'
  | 'provider_unavailable'
  | 'assertion'
  | 'recipient'
  | 'in_response_to'
  | 'replayed'
  | 'unsolicited';

/** All that the person is told (D-SSO-12). */
export type SignOnCode =
  | 'sso_failed'
  | 'sso_expired'
  | 'sso_unavailable'
  | 'sso_not_a_member'
  | 'sso_disabled';

const CODES: Partial<Record<SignOnReason, SignOnCode>> = {
  not_a_member: 'sso_not_a_member',
  provider_unavailable: 'sso_unavailable',
};

/** A sign-in through a provider that was refused or failed. Nothing in it is text of the provider. */
export class SignOnFailure extends Error {
  readonly reason: SignOnReason;
  readonly code: SignOnCode;

  constructor(reason: SignOnReason, code: SignOnCode = CODES[reason] ?? 'sso_failed') {
    super(`single sign-on failed: ${reason}`);
    this.name = 'SignOnFailure';
    this.reason = reason;
    this.code = code;
  }
}
