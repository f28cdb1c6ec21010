import type { SsoFailureReason } from '@svc/contract';

/** Why a sign-in failed, for the audit log (D-SSO-13). */
export type SignOnReason = SsoFailureReason;

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

/** What a failed check saw, for the report of a test. It may be text of the provider, or of somebody who claims to be it: never logged. */
export interface FailureEvidence {
  readonly expected?: unknown;
  readonly received?: unknown;
  /** Claims or attributes, which are not verified. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly providerError?: {
    readonly code?: string | undefined;
    readonly description?: string | undefined;
  };
}

/** A sign-in through a provider that was refused or failed. Nothing in its message is text of the provider. */
export class SignOnFailure extends Error {
  readonly reason: SignOnReason;
  readonly code: SignOnCode;
  readonly #evidence: FailureEvidence | undefined;

  constructor(
    reason: SignOnReason,
    code: SignOnCode = CODES[reason] ?? 'sso_failed',
    evidence?: FailureEvidence,
  ) {
    super(`single sign-on failed: ${reason}`);
    this.name = 'SignOnFailure';
    this.reason = reason;
    this.code = code;
    this.#evidence = evidence;
  }

  get evidence(): FailureEvidence | undefined {
    return this.#evidence;
  }
}

/** Reasons by which a response is to another request than that of this browser. */
const OF_OTHERS: ReadonlySet<SignOnReason> = new Set(['state', 'in_response_to', 'replayed']);

/** Any site can send the browser here with a response of its own, which must not end what the browser has begun. */
export function isOfThisBrowser({ reason }: SignOnFailure): boolean {
  return !OF_OTHERS.has(reason);
}

/** Throws SignOnFailure where what was received is not what was expected. */
export function requireSame(reason: SignOnReason, expected: unknown, received: unknown): void {
  if (received !== expected) throw new SignOnFailure(reason, undefined, { expected, received });
}
