import { ApiError } from '@svc/contract';
import type { Person } from '#exchange';
import { takeCode, type CodeDeps } from './authenticator-code.ts';

/**
 * Has the person confirm a change by a fresh code of their authenticator app, which works this once (D-CONS-2). Throws 403
 * `second_factor_required` for who has none, 403 `second_factor_rejected`, 429 `too_many_attempts`. Never within a transaction.
 */
export async function confirmSecondFactor(
  deps: CodeDeps,
  { userId, sessionId, hasSecondFactor }: Person,
  code: string,
): Promise<void> {
  if (!hasSecondFactor) throw new ApiError('second_factor_required');
  const from = { kind: 'session', id: sessionId } as const;
  const factor = await takeCode(deps, { what: 'code', account: userId, from }, code);
  if (!factor?.isVerified) throw new ApiError('second_factor_rejected', { param: 'totp' });
}
