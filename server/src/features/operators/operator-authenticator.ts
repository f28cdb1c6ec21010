import { createHmac } from 'node:crypto';
import { ApiError } from '@svc/contract';
import {
  EVERYWHERE_ATTEMPTS,
  findMatchingStep,
  forgiveAttempts,
  takeAttempt,
  type AttemptParts,
} from '#features/console-auth';
import { deriveKey, type Secret } from '#kit';
import type { SealingKey, SealingRing } from '#sealing';
import { SEALED_AUTHENTICATORS } from './sealed-authenticators.ts';
import { claimStep, type StoredOperator } from './store/operators.ts';

const SECRET_CHARACTERS = 32;

/** The authenticator apps of operators: what is set up by a link, and codes of what was. */
export class OperatorAuthenticators {
  readonly #key: SealingKey;
  readonly #linkKey: Buffer;

  constructor(sealing: SealingRing, dataKey: Secret) {
    this.#key = sealing.keysFor(SEALED_AUTHENTICATORS.purpose).ofDeployment();
    this.#linkKey = deriveKey(dataKey, 'svc operator links');
  }

  /** What an app is set up with by a link: always the same, so that the page may be opened twice, and known to nobody without the link. */
  secretOfLink(token: string): string {
    return createHmac('sha256', this.#linkKey).update(token).digest('base64url').slice(0, SECRET_CHARACTERS);
  }

  seal(operatorId: string, secret: string): Buffer {
    return this.#key.seal(secret, operatorId);
  }

  /**
   * Takes a code of the operator's app, once on all nodes. Never within a transaction: what was tried stays counted. Throws 429
   * `too_many_attempts`.
   */
  async takeCode(
    parts: AttemptParts,
    { id, authenticator }: Pick<StoredOperator, 'id' | 'authenticator'>,
    code: string,
  ): Promise<boolean> {
    if (!authenticator) return false;
    const who = ['operator_code', id];
    await takeAttempt(parts, who, EVERYWHERE_ATTEMPTS.code);
    const secret = this.#key.openText(authenticator, id);
    const step = findMatchingStep(secret, code, parts.clock.nowMs());
    if (step === undefined || !(await claimStep(parts.db, id, { authenticator, step }))) return false;
    await forgiveAttempts(parts, who);
    return true;
  }

  /** Has an operator who is signed in confirm a change. Throws 403 `second_factor_rejected`, 429 `too_many_attempts`. */
  async confirm(
    parts: AttemptParts,
    operator: Pick<StoredOperator, 'id' | 'authenticator'> | undefined,
    code: string,
  ): Promise<void> {
    if (!operator || !(await this.takeCode(parts, operator, code)))
      throw new ApiError('second_factor_rejected', { param: 'totp' });
  }
}
