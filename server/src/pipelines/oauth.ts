import type { LimitValues, OfferedOperation } from '@svc/contract';
import { sequence, type Step } from '#exchange';
import type { RequestRates } from '#features/limits';
import { networkOf } from '#kit';
import { limitDeclaredSize } from './steps/body/limit-size.ts';
import { readBody } from './steps/body/read-body.ts';
import { requireForm } from './steps/body/require-form.ts';

export interface OAuthRooms {
  readonly rates: RequestRates;
  readonly limits: () => LimitValues;
}

/**
 * The path of a request to the sign-in endpoints, which come without a credential. Each node counts alone: the count keeps
 * floods out, and guessing is hopeless at any rate.
 */
export function oauth({ rates, limits }: OAuthRooms, { bodyLimit }: OfferedOperation, answer: Step): Step {
  const limitNetwork: Step = ({ address }) => rates.take('oauth', networkOf(address), 'user');
  if (!bodyLimit) return sequence(limitNetwork, answer);
  const limitBytes = (): number => limits()[bodyLimit];
  return sequence(
    limitNetwork, //                  429
    limitDeclaredSize(limitBytes), // 413
    requireForm, //                   400
    readBody(limitBytes), //          413 408
    answer, //                        200 400
  );
}
