import { ApiError } from '@svc/contract';
import type { Person } from '#exchange';
import type { AttemptParts } from './attempts.ts';
import { takeCode } from './authenticator-code.ts';
import type { BetterAuth } from './better-auth.ts';

export interface ConfirmationDeps extends AttemptParts {
  readonly betterAuth: BetterAuth;
}

/**
 * Has the person confirm a change by a fresh code of their authenticator app, which works this once (D-CONS-2). Throws 403
 * `second_factor_required` for who has none, 403 `second_factor_rejected`, 429 `too_many_attempts`. Never within a transaction.
 */
export async function confirmSecondFactor(
  deps: ConfirmationDeps,
  person: Person,
  code: string,
): Promise<void> {
  if (!person.hasSecondFactor) throw new ApiError('second_factor_required');
  const { secretConfig } = await deps.betterAuth.$context;
  const factor = await takeCode(
    deps,
    secretConfig,
    { userId: person.userId, from: { kind: 'session', id: person.sessionId } },
    code,
  );
  if (!factor?.isVerified) throw new ApiError('second_factor_rejected', { param: 'totp' });
}
