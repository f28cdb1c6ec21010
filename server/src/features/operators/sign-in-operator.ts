import { ApiError } from '@svc/contract';
import type { HttpExchange, OperatorExchange } from '#exchange';
import {
  ACCOUNT_ATTEMPTS,
  forgiveAttempts,
  inTurnOfNetwork,
  isPassword,
  takeAttempt,
  withinAddressLimit,
  type WithCookies,
  type PasswordParts,
} from '#features/console-auth';
import type { Scheduler } from '#jobs';
import { networkOf } from '#kit';
import type { OperatorAuthenticators } from './operator-authenticator.ts';
import { placeOf, recordOperatorEvent } from './operator-events.ts';
import type { OperatorSessions } from './operator-sessions.ts';
import { findOperatorByEmail, lockOperator, type StoredOperator } from './store/operators.ts';

export interface OperatorSignInDeps extends PasswordParts {
  readonly operatorSessions: OperatorSessions;
  readonly authenticators: OperatorAuthenticators;
  /** For what is noted of failures, so that the time of the answer does not reveal whether the account exists. */
  readonly scheduler: Scheduler;
}

export interface OperatorCredentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export const DONE = { type: 'done' } as const;

/**
 * Signs in with password and code at once: no session begins without both, and the answer does not tell which was wrong. Codes are
 * counted only behind the right password, so that nobody else can use up an operator's attempts.
 */
export function signInOperator(
  deps: OperatorSignInDeps,
  exchange: HttpExchange,
  credentials: OperatorCredentials,
): Promise<WithCookies<typeof DONE>> {
  const who = ['operator', credentials.email.toLowerCase(), networkOf(exchange.address)];
  const attempt = async (): Promise<WithCookies<typeof DONE>> => {
    await takeAttempt(deps, who, ACCOUNT_ATTEMPTS);
    const operator = await findOperatorByEmail(deps.db, credentials.email);
    if (!(await isProven(deps, operator, credentials))) {
      if (operator)
        deps.scheduler.once('operators.note_failure', () =>
          noteSignIn(deps, exchange, operator, 'session.failed'),
        );
      throw new ApiError('sign_in_rejected', {
        message:
          'Email, password or code is wrong, or the code was used before. Try again with the next code.',
      });
    }
    await forgiveAttempts(deps, who);
    return { body: DONE, cookies: [await begin(deps, exchange, operator!)] };
  };
  return inTurnOfNetwork(deps, exchange, () => withinAddressLimit(deps, exchange, attempt));
}

async function isProven(
  deps: OperatorSignInDeps,
  operator: StoredOperator | undefined,
  { password, code }: OperatorCredentials,
): Promise<boolean> {
  const isRight = await isPassword(operator?.password, password);
  return isRight && operator !== undefined && deps.authenticators.takeCode(deps, operator, code);
}

function begin(deps: OperatorSignInDeps, exchange: HttpExchange, operator: StoredOperator): Promise<string> {
  return deps.db.transaction().execute(async (trx) => {
    const now = await lockOperator(trx, operator.id);
    const isSame =
      now?.password === operator.password && now.authenticator?.equals(operator.authenticator!) === true;
    // Checking them took a while, in which they may have been reset.
    if (!isSame) throw new ApiError('sign_in_rejected');
    await noteSignIn({ ...deps, db: trx }, exchange, operator, 'session.signed_in');
    return deps.operatorSessions.start(trx, operator.id, null);
  });
}

/** Writes down that an operator signed in, or that somebody tried to as one. */
export function noteSignIn(
  { db, clock }: Pick<OperatorSignInDeps, 'db' | 'clock'>,
  exchange: HttpExchange,
  { id, email, role }: Pick<StoredOperator, 'id' | 'email' | 'role'>,
  event: 'session.signed_in' | 'session.failed',
): Promise<void> {
  const actor = { type: 'operator', id, name: email, role } as const;
  const resource = { type: 'operator', id };
  return recordOperatorEvent(db, { event, actor, resource, ...placeOf(exchange) }, clock.nowMs());
}

export async function signOutOperator(
  { operatorSessions }: OperatorSignInDeps,
  { operator }: OperatorExchange,
): Promise<WithCookies<typeof DONE>> {
  return { body: DONE, cookies: [await operatorSessions.end(operator.sessionId ?? '')] };
}
