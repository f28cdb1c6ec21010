import { ApiError, HEADERS } from '@svc/contract';
import type { Kysely } from 'kysely';
import type { HttpExchange, Operated, OperatorExchange, Step } from '#exchange';
import { findOperatorKeyCaller, type OperatorSessions } from '#features/operators';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { noOperatorKey, INVALID_CHALLENGE, readOperatorSecret } from './bearer.ts';

export interface OperatorKeyDeps {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
}

export interface OperatorSessionDeps {
  readonly operatorSessions: OperatorSessions;
}

/** Identifies the operator key of a request. Keys of organizations are as unknown here as any other text. */
export function authenticateOperatorKey({ db, clock }: OperatorKeyDeps): Step<HttpExchange, Operated> {
  return async (exchange) => {
    const secret = readOperatorSecret(exchange);
    const { address } = exchange;
    const { caller, fault } = await findOperatorKeyCaller(db, { secret, address }, clock.nowMs());
    exchange.operator = caller;
    if (fault === undefined) return;
    if (fault === 'address')
      throw new ApiError('ip_not_allowed', {
        message: `Requests from ${address} are not allowed by the IP allowlist of this key.`,
      });
    throw fault === 'revoked'
      ? new ApiError('revoked_api_key', { headers: INVALID_CHALLENGE })
      : noOperatorKey();
  };
}

/** Identifies the operator who is signed in, by the cookie of their own pages only. */
export function authenticateOperator({
  operatorSessions,
}: OperatorSessionDeps): Step<HttpExchange, Operated> {
  return async (exchange) => {
    exchange.operator = await operatorSessions.find(exchange.request.headers.cookie);
  };
}

/** As `requireCsrfToken`, with the token of an operator's session. */
export function requireOperatorToken({ operatorSessions }: OperatorSessionDeps): Step<OperatorExchange> {
  return ({ operation, request, operator }) => {
    if (operation.method === 'GET') return;
    const given = request.headers[HEADERS.csrf];
    if (typeof given !== 'string' || !operatorSessions.isCsrfToken(operator, given))
      throw new ApiError('csrf_rejected', {
        message: 'The change did not come from these pages. Reload the page and try again.',
      });
  };
}

/** Viewers look, and change nothing. */
export const requireOperatorRole: Step<OperatorExchange> = ({ operation, operator }) => {
  if (operation.method === 'GET' || operator.role === 'operator') return;
  throw new ApiError('role_required', {
    message: 'This needs the role operator; yours allows reading only. Ask an operator to do it.',
  });
};
