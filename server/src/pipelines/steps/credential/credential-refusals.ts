import { ApiError, type ErrorName } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { INVALID_CHALLENGE } from './bearer.ts';

type KeyFault = 'unknown' | 'revoked' | 'expired' | 'inactive';
type RouteFamily = 'live' | 'preview';

/**
 * The code for each reason to refuse a key on each kind of route. The contract's pages disagree on some cells
 * (D-66); to follow the other reading, change only the cell.
 */
const CODES: Readonly<Record<KeyFault, Readonly<Record<RouteFamily, ErrorName>>>> = {
  unknown: { live: 'invalid_api_key', preview: 'invalid_api_key' },
  revoked: { live: 'revoked_api_key', preview: 'revoked_api_key' },
  expired: { live: 'expired_api_key', preview: 'expired_api_key' },
  inactive: { live: 'invalid_api_key', preview: 'inactive_api_key' },
};

/** 401 for a key that is not valid. */
export function keyRefusal(exchange: HttpExchange, fault: KeyFault): ApiError {
  return new ApiError(CODES[fault][exchange.operation.status], { headers: INVALID_CHALLENGE });
}

/** 403 for an address outside an allowlist; the message names the address as seen (KEY-76). */
export function addressRefusal(address: string): ApiError {
  return new ApiError('ip_not_allowed', {
    message: `Requests from ${address} are not allowed by the IP allowlist of this key or its workspace.`,
  });
}
