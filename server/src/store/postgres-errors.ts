import { DatabaseError } from 'pg';
import { explainPostgresError } from './explain-postgres-error.ts';
import type { PostgresAddress } from './postgres-address.ts';
import {
  codeOf,
  StoreUnavailable,
  unavailableReason,
  type StoreUnavailableReason,
} from './store-unavailable.ts';

/** Wraps a connection error as StoreUnavailable: whatever the cause, no query can run. */
export function connectError(error: unknown, address: PostgresAddress): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error);
  // Of a connection that never was, nothing is lost.
  const reason = (code?.startsWith('08') ? undefined : unavailableReason(code)) ?? 'cannot_connect';
  return new StoreUnavailable(reason, error, explainPostgresError(error, address));
}

/** Names what a role lacks that does not own its database. Other errors pass through. */
export function permissionError(error: unknown, address: PostgresAddress): unknown {
  if (codeOf(error) !== '42501') return error;
  return new StoreUnavailable('not_allowed', error, explainPostgresError(error, address));
}

/**
 * Wraps a query error as StoreUnavailable when the server is at fault; the query's own errors pass through.
 */
export function queryError(error: unknown, address: PostgresAddress): unknown {
  const unavailable = (reason: StoreUnavailableReason): StoreUnavailable =>
    new StoreUnavailable(reason, error, explainPostgresError(error, address));
  if (error instanceof DatabaseError) {
    const reason = unavailableReason(error.code);
    return reason === undefined ? error : unavailable(reason);
  }
  // The client throws plain Errors for everything about the connection; subclasses come from encoding and
  // parsing.
  if (!(error instanceof Error) || (error.name !== 'Error' && codeOf(error) === undefined)) return error;
  return unavailable(error.message === 'Query read timeout' ? 'timed_out' : 'connection_lost');
}
